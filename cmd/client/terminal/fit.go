package terminal

import (
	"slices"
	"strings"
	"unicode/utf8"

	"quadrille/engine"
)

// Fit returns a diagram for a terminal with the given number of columns, 0 for
// any: where it is too wide, what stands beside the board comes below it, and
// words are broken between words.
func Fit(d engine.Diagram, width int) engine.Diagram {
	if width <= 0 || !slices.ContainsFunc(d, func(line []engine.Span) bool { return spanColumns(line) > width }) {
		return d
	}
	var board, beside, below engine.Diagram
	for _, line := range d {
		left, right := cutBeside(line)
		switch {
		case len(left) > 0:
			board = append(board, left)
		default:
			below = append(below, wrapNote(line, width)...)
		}
		if len(right) > 0 {
			beside = append(beside, right)
		}
	}
	return slices.Concat(board, beside, below)
}

// spanColumns is the width of a line.
func spanColumns(line []engine.Span) (n int) {
	for _, s := range line {
		n += utf8.RuneCountInString(s.Text)
	}
	return n
}

// cutBeside parts a line of the board from the words beside it, which follow
// its last label. Of a line that is no more than a note nothing is board.
func cutBeside(line []engine.Span) (board, beside []engine.Span) {
	isNote := func(s engine.Span) bool { return s.Style == engine.Note }
	if len(line) == 1 && isNote(line[0]) {
		return nil, nil
	}
	if !slices.ContainsFunc(line, isNote) {
		return line, nil
	}
	end := 0
	for i, s := range line {
		if s.Style == engine.Label {
			end = i + 1
		}
	}
	return line[:end], line[end:]
}

// wrapNote breaks a line that is no more than a note.
func wrapNote(line []engine.Span, width int) (lines engine.Diagram) {
	if len(line) == 0 {
		return engine.Diagram{line}
	}
	for text := range strings.SplitSeq(Wrap(line[0].Text, width), "\n") {
		s := line[0]
		s.Text = text
		lines = append(lines, []engine.Span{s})
	}
	return lines
}
