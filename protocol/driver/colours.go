package driver

import (
	"slices"
	"strings"

	"quadrille/engine"
)

// Colour is what takes turns: a set of pieces. In most games each seat has one.
type Colour struct {
	Name string `json:"name"` // for people, such as Blue
	// Seats are whose it is: one, or those that play it in turn, for none of which
	// it counts.
	Seats []string `json:"seats"`
}

// ParseColours reads what `query colours` answers, such as Blue=p1 Green=p1,p2, of
// a game of so many seats. ok is false for another text.
func ParseColours(text string, seats int) (colours []Colour, ok bool) {
	for word := range strings.FieldsSeq(text) {
		name, list, _ := strings.Cut(word, "=")
		c := Colour{Name: name, Seats: strings.Split(list, ",")}
		if name == "" || slices.ContainsFunc(c.Seats, func(s string) bool { n := seatNumber(s); return n < 0 || n >= seats }) {
			return nil, false
		}
		colours = append(colours, c)
	}
	return colours, len(colours) >= 2 && len(colours) <= engine.MaxPlayers
}

// ColourNames are the names of the colours.
func (s State) ColourNames() []string {
	names := make([]string, len(s.Colours))
	for i, c := range s.Colours {
		names[i] = c.Name
	}
	return names
}

// Acting is what people call who acts: the seat or, where seats have not simply one
// colour each, the colour, a shared one with the seat that plays it, as
// Green(Yellow).
func (s State) Acting() string {
	seat := s.Name(s.Turn)
	switch {
	case s.Colour >= len(s.Colours):
		return seat
	case len(s.Colours[s.Colour].Seats) > 1:
		return s.Colours[s.Colour].Name + "(" + seat + ")"
	case len(s.Colours) == s.Players:
		return seat
	}
	return s.Colours[s.Colour].Name
}

// OneEach are the colours of seats with these names that have one each.
func OneEach(names []string) []Colour {
	colours := make([]Colour, len(names))
	for i, name := range names {
		colours[i] = Colour{Name: name, Seats: []string{seatWord(i)}}
	}
	return colours
}
