package square4

import "math/bits"

// State is a position between two turns, small enough to be copied at every
// node of a search. It carries the rules that bear on legal turns but not the
// past, so it knows nothing of repetition. The zero value is not a position; see
// StartState.
type State struct {
	// Marbles are the cells of Red and of Blue: bit 6*row+column of the grid.
	Marbles [2]uint64
	Side    uint8 // to move: 0 Red, 1 Blue
	Hole    uint8 // square without a tile
	// Barred is the square that moved last and may not move straight back, or
	// NoSquare. It is always NoSquare when slideback is true.
	Barred uint8
	Pieces uint8 // marbles a side
	// NoBack is the rule slideback=false.
	NoBack bool
}

const (
	// NoSquare stands for no square in State.Barred and Turn.Slide.
	NoSquare = 15
	// NoCell stands for no cell in Turn.Place.
	NoCell = 63
)

// Turn is a whole turn: the cell of the placement (or NoCell) in the upper
// bits and the square that slides (or NoSquare) in the lower four.
type Turn uint16

// NoTurn is not a turn at all.
const NoTurn Turn = NoCell<<4 | NoSquare

// MaxTurns bounds the number of turns in any position.
const MaxTurns = 32 * 4

// NewTurn returns the turn that places at cell and slides square.
func NewTurn(cell, square uint8) Turn { return Turn(cell)<<4 | Turn(square) }

// Place returns the cell of the placement, or NoCell.
func (t Turn) Place() uint8 { return uint8(t >> 4) }

// Slide returns the square that slides, or NoSquare.
func (t Turn) Slide() uint8 { return uint8(t & 15) }

// StartState returns the start position with the given number of marbles a
// side.
func StartState(pieces int, slideback bool) State {
	return State{Hole: centre, Barred: NoSquare, Pieces: uint8(pieces), NoBack: !slideback}
}

// Outcome is how a state ends.
type Outcome uint8

// The outcomes.
const (
	Ongoing Outcome = iota
	RedWins
	BlueWins
	BothBlocks
	NoSlides
)

// Outcome says whether the state is the end of a game, by blocks or by want of
// a legal slide.
func (s *State) Outcome() Outcome {
	red, blue := HasBlock(s.Marbles[0]), HasBlock(s.Marbles[1])
	switch {
	case red && blue:
		return BothBlocks
	case red:
		return RedWins
	case blue:
		return BlueWins
	case s.Moving() && s.Slides() == 0:
		// The board's geometry leaves every hole at least two neighbours, of
		// which one may be barred; the rule is kept because the documents have it.
		return NoSlides
	}
	return Ongoing
}

// Moving says whether the side to move has placed all its marbles, so that it
// only slides.
func (s *State) Moving() bool { return s.Placed(int(s.Side)) >= int(s.Pieces) }

// Placed is the number of marbles of a side (0 Red, 1 Blue) on the board.
func (s *State) Placed(side int) int { return bits.OnesCount64(s.Marbles[side]) }

// Slides is the set of squares that may slide, bit n for square n.
func (s *State) Slides() uint16 { return neighbours[s.Hole] &^ (1 << s.Barred) }

// Empty is the set of cells where a marble may be placed.
func (s *State) Empty() uint64 {
	return AllCells &^ (s.Marbles[0] | s.Marbles[1] | TileCells(s.Hole))
}

// Slid returns the state after the square slides into the hole and the turn
// passes. The square must be in Slides.
func (s State) Slid(square uint8) State {
	s.Marbles[0] = SlideCells(s.Marbles[0], square, s.Hole)
	s.Marbles[1] = SlideCells(s.Marbles[1], square, s.Hole)
	if s.NoBack {
		s.Barred = s.Hole
	}
	s.Hole = square
	s.Side ^= 1
	return s
}

// Placing returns the state with a marble of the side to move on the cell, its
// turn not over. The cell must be in Empty.
func (s State) Placing(cell uint8) State {
	s.Marbles[s.Side] |= 1 << cell
	return s
}

// Passed returns the state with the turn passed to the other side, as after a
// placement that wins.
func (s State) Passed() State {
	s.Side ^= 1
	return s
}

// Play returns the state after a legal turn.
func (s State) Play(t Turn) State {
	if cell := t.Place(); cell != NoCell {
		s = s.Placing(cell)
	}
	if square := t.Slide(); square != NoSquare {
		return s.Slid(square)
	}
	return s.Passed()
}

// Turns appends the legal turns of a state that is not over, placements by
// square and slot, then slides by square.
func (s *State) Turns(turns []Turn) []Turn {
	slides := s.Slides()
	if s.Moving() {
		return appendSlides(turns, NoCell, slides)
	}
	for square := range squares {
		for slot := range slots {
			cell := CellAt(square, slot)
			if s.Empty()>>cell&1 == 0 {
				continue
			}
			if HasBlock(s.Marbles[s.Side] | 1<<cell) {
				turns = append(turns, NewTurn(cell, NoSquare))
				continue
			}
			turns = appendSlides(turns, cell, slides)
		}
	}
	return turns
}

func appendSlides(turns []Turn, cell uint8, slides uint16) []Turn {
	for ; slides != 0; slides &= slides - 1 {
		turns = append(turns, NewTurn(cell, uint8(bits.TrailingZeros16(slides))))
	}
	return turns
}

// Perft counts the sequences of depth turns, a finished game counting one. It
// returns early soon after stop returns true.
func (s *State) Perft(depth int, stop func() bool) uint64 {
	if depth == 0 || s.Outcome() != Ongoing {
		return 1
	}
	var buffer [MaxTurns]Turn
	turns := s.Turns(buffer[:0])
	if depth == 1 {
		return uint64(len(turns))
	}
	var n uint64
	for _, t := range turns {
		if depth > 2 && stop() {
			break
		}
		next := s.Play(t)
		n += next.Perft(depth-1, stop)
	}
	return n
}
