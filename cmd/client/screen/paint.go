// Package screen is what the client writes for people: boards in colour,
// scores in words, and a status line that a running search rewrites.
package screen

import (
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

// Diagram returns the diagram as lines of text.
func (p Painter) Diagram(d engine.Diagram) string {
	if !p.Color {
		return d.String()
	}
	var b strings.Builder
	for _, line := range d {
		for _, s := range line {
			b.WriteString(paint(s.Text, attributes(s)...))
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
func attributes(s engine.Span) []string {
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
		a = append(a, bold, pieceColour(s))
	}
	if s.Last {
		a = append(a, underline)
	}
	if s.Win {
		a = append(a, reverse)
	}
	return a
}

// pieceColour is the colour that the letter of a piece is the initial of, so
// that a board of blue, yellow, red and green pieces looks as it reads, or the
// seat's own.
func pieceColour(s engine.Span) string {
	switch strings.Trim(s.Text, " ()*<>[]!") {
	case "R", "r":
		return red
	case "B", "b":
		return blue
	case "Y", "y":
		return yellow
	case "G", "g":
		return green
	}
	switch s.Style {
	case engine.P1Style:
		return red
	case engine.P2Style:
		return blue
	case engine.P3Style:
		return yellow
	}
	return green
}
