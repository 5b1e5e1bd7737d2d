// Package transcript reads and writes games of Othello as transcripts: one
// game a line, its moves in one word, f5d6c3, the way Othello players write
// and programs exchange them.
//
// Passes are left out, but for those at the end of a game that goes on, which
// are written pa. Reading takes capitals, white space between moves, and passes
// written pa, ps, pass or --. Lines that are empty are skipped.
//
// A transcript holds nothing but the moves. Names, dates, comments and a
// result that the moves do not show, such as a resignation, are lost. A game
// from another position than the start position and one without moves cannot
// be written.
package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"quadrille/engine"
	"quadrille/engine/othello"
	"quadrille/protocol/record"
	"quadrille/protocol/record/othellogame"
)

// Parse reads any number of games. The games before an error are returned with
// it; it is a *record.ParseError.
func Parse(data []byte) ([]*record.Record, error) {
	var all []*record.Record
	line := 0
	for text := range bytes.Lines(bytes.TrimPrefix(data, []byte("\uFEFF"))) {
		line++
		word := strings.Join(strings.Fields(string(text)), "")
		if word == "" {
			continue
		}
		r, err := parse(word)
		if err != nil {
			return all, &record.ParseError{Line: line, Text: err.Error()}
		}
		all = append(all, r)
	}
	if all == nil {
		return nil, &record.ParseError{Line: max(line, 1), Text: "there is no game"}
	}
	return all, nil
}

func parse(word string) (*record.Record, error) {
	tokens, ok := othello.SplitTranscript(word)
	if !ok {
		return nil, fmt.Errorf("%q is no transcript such as f5d6c3", engine.Clip(word))
	}
	g := othellogame.New()
	for i, token := range tokens {
		if err := g.Play(token); err != nil {
			return nil, fmt.Errorf("move %d, %s: %w", i+1, token, err)
		}
	}
	return g.Header(nil, "", "")
}

// Print writes each game as a line. The error names the game that cannot be
// written, from 1.
func Print(records []*record.Record) ([]byte, error) {
	var b bytes.Buffer
	for i, r := range records {
		word, err := print1(r)
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
		b.WriteString(word + "\n")
	}
	return b.Bytes(), nil
}

func print1(r *record.Record) (string, error) {
	g, err := othellogame.FromRecord(r)
	switch {
	case err != nil:
		return "", err
	case g.StartTag() != record.StartPos:
		return "", errors.New("it begins at another position than the start, which a transcript cannot hold")
	case len(g.Tokens) == 0:
		return "", errors.New("it has no moves, and a transcript is its moves")
	}
	var b strings.Builder
	for i, token := range g.Tokens {
		switch {
		case token != othellogame.Pass:
			b.WriteString(token)
		case i == len(g.Tokens)-1:
			b.WriteString("pa")
		}
	}
	return b.String(), nil
}
