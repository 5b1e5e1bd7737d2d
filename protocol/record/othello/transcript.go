package othello

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"quadrille/engine"
	"quadrille/engine/othello"
	"quadrille/protocol/record"
)

// transcript is the form of one game a line, its moves in one word, f5d6c3, the
// way Othello players write and programs exchange them.
//
// Passes are left out, but for those at the end of a game that goes on, which
// are written pa. Reading takes capitals, white space between moves, and passes
// written pa, ps, pass or --. Lines that are empty are skipped.
//
// A transcript holds nothing but the moves. Names, dates, comments and a
// result that the moves do not show, such as a resignation, are lost. A game
// from another position than the start position and one without moves cannot
// be written.
func transcript() record.Format {
	return record.Format{
		Name:       "transcript",
		Extensions: []string{".txt", ".transcript"},
		Split:      splitTranscript,
		Print: func(records []*record.Record) ([]byte, []*record.Refusal) {
			return record.PrintGames(records, printLine)
		},
		Looks: func(data []byte) bool {
			line, _, _ := strings.Cut(strings.TrimSpace(string(data)), "\n")
			_, ok := othello.SplitTranscript(packed(line))
			return ok
		},
	}
}

// packed is a text without its white space.
func packed(text string) string { return strings.Join(strings.Fields(text), "") }

// splitTranscript makes a game of each line that is not empty.
func splitTranscript(data []byte, _ fs.FS) (f record.File, err error) {
	s := record.NewScanner(string(data))
	for s.Rest != "" {
		number := s.Line
		line, _, _ := strings.Cut(s.Rest, "\n")
		s.Skip(min(len(line)+1, len(s.Rest)))
		if word := packed(line); word != "" {
			f.Games = append(f.Games, func() (*record.Record, []string, error) {
				r, err := parseTranscript(word)
				if err != nil {
					return nil, nil, record.ErrorAt(number, "%v", err)
				}
				return r, nil, nil
			})
		}
	}
	if f.Games == nil {
		return f, s.Errorf("there is no game")
	}
	return f, nil
}

func parseTranscript(word string) (*record.Record, error) {
	tokens, ok := othello.SplitTranscript(word)
	if !ok {
		return nil, fmt.Errorf("%q is not a transcript such as f5d6c3", engine.Clip(word))
	}
	g := newGame()
	for i, token := range tokens {
		if err := g.play(token, ""); err != nil {
			return nil, fmt.Errorf("move %d, %s: %w", i+1, token, err)
		}
	}
	return g.Finish(nil, "", "", ""), nil
}

func printLine(b *bytes.Buffer, r *record.Record) error {
	g, err := replay(r)
	switch {
	case err != nil:
		return err
	case !g.FromStart():
		return errStart
	case len(g.Turns) == 0:
		return errors.New("it has no moves, and a transcript is its moves")
	}
	for i, turn := range g.Turns {
		switch {
		case turn.Token != engine.Pass:
			b.WriteString(turn.Token)
		case i == len(g.Turns)-1:
			b.WriteString("pa")
		}
	}
	b.WriteByte('\n')
	return nil
}
