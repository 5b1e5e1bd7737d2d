// Package terminal is how the client meets people: boards in colour, scores in
// words, a status line that a running search rewrites, and the lines that a
// person types or a script contains.
//
// Where both ends are terminals it edits lines with peterh/liner, which on a
// pipe would split lines at 4,096 bytes and write its prompt to the output;
// everywhere else it reads plain lines.
package terminal

import (
	"slices"
	"strings"

	"quadrille/engine"
)

// Painter draws diagrams. Colours only repeat what the characters of a
// diagram say, so that a board without them loses nothing.
type Painter struct {
	Color bool // write ANSI escape sequences
}

// The parameters of ANSI's "select graphic rendition" sequence that are used.
const (
	bold      = "1"
	faint     = "2"
	underline = "4"
	reverse   = "7"
	red       = "91"
	green     = "92"
	yellow    = "93"
	blue      = "94"
	magenta   = "95"
	cyan      = "96"
)

// Diagram returns the diagram as lines of text. Seats are the names of the
// seats: one that is called by a colour has that colour.
func (p Painter) Diagram(d engine.Diagram, seats []string) string {
	if !p.Color {
		return d.String()
	}
	var b strings.Builder
	for _, line := range d {
		for _, s := range line {
			b.WriteString(paint(s.Text, attributes(s, seats)...))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Emphasis returns words that should stand out.
func (p Painter) Emphasis(text string) string {
	if !p.Color {
		return text
	}
	return paint(text, bold)
}

func paint(text string, attributes ...string) string {
	if len(attributes) == 0 || strings.TrimSpace(text) == "" {
		return text
	}
	return "\x1b[" + strings.Join(attributes, ";") + "m" + text + "\x1b[0m"
}

// attributes says how a span looks.
func attributes(s engine.Span, seats []string) []string {
	var a []string
	switch s.Style {
	case engine.Empty:
		a = append(a, faint)
	case engine.Hole:
		a = append(a, faint, reverse)
	case engine.Target:
		a = append(a, bold, magenta)
	case engine.Label:
		a = append(a, cyan)
	case engine.P1Style, engine.P2Style, engine.P3Style, engine.P4Style:
		a = append(a, bold, seatColour(s.Style, seats))
	}
	if s.Last {
		a = append(a, underline)
	}
	if s.Win {
		a = append(a, reverse)
	}
	return a
}

// colours are those that people name seats by.
var colours = map[string]string{"red": red, "green": green, "yellow": yellow, "blue": blue, "magenta": magenta, "cyan": cyan}

// seatColour is the colour that a seat has its name from or, without one, red,
// blue, yellow or green.
func seatColour(s engine.Style, seats []string) string {
	i := slices.Index([]engine.Style{engine.P1Style, engine.P2Style, engine.P3Style, engine.P4Style}, s)
	if i < len(seats) {
		if colour, ok := colours[strings.ToLower(seats[i])]; ok {
			return colour
		}
	}
	return []string{red, blue, yellow, green}[i]
}
