package engine

// SeatNamer is a Position whose seats have names that people use.
type SeatNamer interface {
	// SeatNames returns one word a seat, such as Red and Blue.
	SeatNames() []string
}

// SeatNames returns the names of the seats of a position, p1 to p4 where the
// game has no others.
func SeatNames(p Position) []string {
	if namer, ok := p.(SeatNamer); ok {
		return namer.SeatNames()
	}
	var names []string
	for seat := P1; int(seat) <= p.Players(); seat++ {
		names = append(names, seat.String())
	}
	return names
}
