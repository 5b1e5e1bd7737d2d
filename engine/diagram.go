package engine

import "strings"

// Style says what a piece of a diagram means, so that a front end can colour
// it. A diagram must also be readable without any style.
type Style string

// The styles. P1Style to P4Style are pieces of that seat or, where seats may have
// several colours, of that colour.
const (
	Plain     Style = ""
	FrameLine Style = "frame"  // lines of the board
	Label     Style = "label"  // coordinates and indices
	Empty     Style = "empty"  // a free cell
	Hole      Style = "hole"   // a cell that is not a part of the board now
	Target    Style = "target" // a place where the side to move may act
	Note      Style = "note"   // words beside the board
	P1Style   Style = "p1"
	P2Style   Style = "p2"
	P3Style   Style = "p3"
	P4Style   Style = "p4"
)

// PlayerStyle returns the style of the pieces of a seat.
func PlayerStyle(p Player) Style { return Style(p.String()) }

// Span is a run of characters with one meaning.
type Span struct {
	Text  string `json:"t"`
	Style Style  `json:"s,omitempty"`
	// Last is set on what the last turn changed.
	Last bool `json:"l,omitempty"`
	// Win is set on the pieces that decided the game.
	Win bool `json:"w,omitempty"`
}

// Diagram is a picture in text, line by line.
type Diagram [][]Span

// String returns the diagram without styles, each line ended by a newline,
// spaces at line ends removed.
func (d Diagram) String() string {
	var b strings.Builder
	for _, line := range d {
		var l strings.Builder
		for _, s := range line {
			l.WriteString(s.Text)
		}
		b.WriteString(strings.TrimRight(l.String(), " "))
		b.WriteByte('\n')
	}
	return b.String()
}
