package blokus

// Players returns the number of seats, from 2 to 4.
func (s *State) Players() int { return int(s.seats) }

// Shared says whether a colour is played by all seats in turn and counts for
// none, as the fourth is when three play.
func (s *State) Shared(colour int) bool {
	return colour >= int(s.seats) && s.colours%s.seats != 0
}

// Owner returns the seat, from 0, that plays a colour: of two seats each has
// every second colour, and the turns of a shared colour go round by its pieces
// on the board.
func (s *State) Owner(colour int) int {
	if s.Shared(colour) {
		return int(s.placed[colour] % s.seats)
	}
	return colour % int(s.seats)
}

// Seat returns the seat to move, from 0.
func (s *State) Seat() int { return s.Owner(int(s.side)) }

// Own returns the colours that count for a seat, bit n for colour n.
func (s *State) Own(seat int) uint8 {
	var own uint8
	for colour := range int(s.colours) {
		if !s.Shared(colour) && colour%int(s.seats) == seat {
			own |= 1 << colour
		}
	}
	return own
}

// SeatScore returns the scores of a seat's colours together.
func (s *State) SeatScore(seat int) int {
	score, own := 0, s.Own(seat)
	for colour := range int(s.colours) {
		if own>>colour&1 != 0 {
			score += s.Score(colour)
		}
	}
	return score
}

// Friends returns the colours that a colour does not play against: itself and
// those that count for the seat that plays it.
func (s *State) Friends(colour int) uint8 {
	if s.seats == s.colours {
		return 1 << colour
	}
	return 1<<colour | s.Own(s.Owner(colour))
}
