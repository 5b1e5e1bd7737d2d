package teeko

import (
	"fmt"
	"io"
	"strings"

	"quadrille/engine"
)

// maxFile bounds a board file, in bytes.
const maxFile = 4096

// ReadBoard reads a board file (the document's gameboard.txt): a line for each
// row from the top, in it a number for each cell from the left, 0 empty, 1 O,
// 2 X. Numbers are separated by spaces or tabs; empty lines may follow the
// board.
//
// The file does not say whose turn it is. While marks are missing their number
// says it. With all marks down it is O's turn, as in the document, whose
// second part starts from such a file; unless O has a goal and so must have
// moved last.
//
// The rules are completed with their defaults; size decides the number of
// lines. Errors in the board wrap engine.ErrPosition and say which line is
// wrong; others wrap engine.ErrOption or what r returned.
func ReadBoard(r io.Reader, rules engine.Rules) (*Position, error) {
	resolved, board, err := resolve(rules)
	if err != nil {
		return nil, err
	}
	s := State{Board: board}
	if s.Marks, err = readMarks(r, board); err != nil {
		return nil, err
	}
	if s.Placed(0) > s.Placed(1) || s.Moving() && board.IsGoal(s.Marks[0]) {
		s.Side = 1
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	return newPosition(resolved, s), nil
}

func readMarks(r io.Reader, board Board) (marks [2]uint32, err error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	switch {
	case err != nil:
		return marks, fmt.Errorf("teeko: read board: %w", err)
	case len(text) > maxFile:
		return marks, engine.Refuse(engine.ErrPosition, "a board file has at most %d bytes", maxFile)
	}
	line, size := 0, board.Size()
	for row := range strings.Lines(string(text)) {
		line++
		words := strings.Fields(row)
		if line > size && len(words) > 0 {
			return marks, engine.Refuse(engine.ErrPosition, "line %d: the board ends with line %d", line, size)
		}
		if line <= size {
			if err := readRow(&marks, words, board, line); err != nil {
				return marks, err
			}
		}
	}
	if line < size {
		return marks, engine.Refuse(engine.ErrPosition, "line %d: the file ends before the board of %d lines does", line+1, size)
	}
	return marks, nil
}

// readRow adds the marks of a line, counted from 1 at the top.
func readRow(marks *[2]uint32, words []string, board Board, line int) error {
	size := board.Size()
	if len(words) != size {
		return engine.Refuse(engine.ErrPosition, "line %d: %d numbers make a row, not %d", line, size, len(words))
	}
	for column, word := range words {
		bit := uint32(1) << ((size-line)*size + column)
		switch word {
		case "0":
		case "1":
			marks[0] |= bit
		case "2":
			marks[1] |= bit
		default:
			return engine.Refuse(engine.ErrPosition, "line %d: a number is 0 (empty), 1 (O) or 2 (X), not %q", line, engine.Clip(word))
		}
	}
	return nil
}
