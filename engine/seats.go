package engine

import "strings"

// SeatNamer is a Position whose seats have names that people use.
type SeatNamer interface {
	// SeatNames returns one word a seat, such as Red and Blue.
	SeatNames() []string
}

// SeatNames returns the names of the seats of a position, p1 to p4 where the
// game has no others. A seat with several colours is called by all of them, as
// Blue+Red.
func SeatNames(p Position) []string {
	if namer, ok := p.(SeatNamer); ok {
		return namer.SeatNames()
	}
	if holder, ok := p.(ColourHolder); ok {
		return namesOfSeats(holder.Colours(), p.Players())
	}
	var names []string
	for seat := P1; int(seat) <= p.Players(); seat++ {
		names = append(names, seat.String())
	}
	return names
}

func namesOfSeats(colours []Colour, players int) []string {
	names := make([]string, players)
	for seat := range names {
		var own []string
		for _, c := range colours {
			if len(c.Seats) == 1 && int(c.Seats[0]) == seat+1 {
				own = append(own, c.Name)
			}
		}
		names[seat] = strings.Join(own, "+")
	}
	return names
}

// Colour is what takes turns: a set of pieces. In most games each seat has one.
type Colour struct {
	Name string // one word that people use, such as Blue
	// Seats are whose it is: one seat, or those that play it in turn, for none of
	// which it counts.
	Seats []Player
}

// ColourHolder is a Position in which a seat may have several colours, or share
// one with others.
type ColourHolder interface {
	// Colours are the colours in their order of turns. Each seat has at least one
	// for itself.
	Colours() []Colour
	// Colour is the number of the one that acts next, from 0.
	Colour() int
}

// Colours returns the colours of a position: one a seat, called like it, where
// the game does not say more.
func Colours(p Position) []Colour {
	if holder, ok := p.(ColourHolder); ok {
		return holder.Colours()
	}
	var colours []Colour
	for i, name := range SeatNames(p) {
		colours = append(colours, Colour{Name: name, Seats: []Player{Player(i + 1)}})
	}
	return colours
}

// ColourToMove returns the number of the colour that acts next, from 0.
func ColourToMove(p Position) int {
	if holder, ok := p.(ColourHolder); ok {
		return holder.Colour()
	}
	return int(p.Turn()) - 1
}
