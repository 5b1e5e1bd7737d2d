package classroom

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"quadrille/engine"
	"quadrille/engine/teeko"
)

// Start returns the empty board (section 3.1). A board with the same player to
// move that is seen in phase 2 for the repetition-th time is a draw, with 0
// never. The error wraps engine.ErrOption.
func Start(repetition int) (*teeko.Position, error) {
	p, err := teeko.Game{}.New(rules(repetition), 0)
	if err != nil {
		return nil, err
	}
	return p.(*teeko.Position), nil
}

// ReadBoard returns the board of a file such as gameboard.txt (section 5), from
// which phase 2 starts, so that it must hold all eight marks. It is O's turn.
// Errors are those of teeko.ReadBoard, and engine.ErrPosition for a board with
// fewer marks.
func ReadBoard(r io.Reader, repetition int) (*teeko.Position, error) {
	p, err := teeko.ReadBoard(r, rules(repetition))
	if err != nil {
		return nil, err
	}
	if s := p.SearchState(); !s.Moving() {
		return nil, engine.Refuse(engine.ErrPosition,
			"phase 2 starts with four marks each, not %d O and %d X", s.Placed(0), s.Placed(1))
	}
	return p, nil
}

// Open is ReadBoard of a file, which its errors name.
func Open(file string, repetition int) (*teeko.Position, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := ReadBoard(f, repetition)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return p, nil
}

func rules(repetition int) engine.Rules {
	return engine.Rules{"size": "4", "repetition": strconv.Itoa(repetition)}
}

// printBoard prints the board as section 3.2 shows it, which is the diagram of
// engine/teeko without what stands beside and below it.
func printBoard(w io.Writer, p *teeko.Position) {
	for _, line := range p.Diagram() {
		printed := false
		for _, span := range line {
			if span.Style != engine.Label && span.Style != engine.Note {
				fmt.Fprint(w, span.Text)
				printed = true
			}
		}
		if printed {
			fmt.Fprintln(w)
		}
	}
}
