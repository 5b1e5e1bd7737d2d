// Package fen reads and writes games as positions: a line has the FEN at which a game
// begins and the turns played since. It is FEN [moves T…], as in the protocol and in
// opening files of matches. The tests are in package formats.
package fen

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"

	"quadrille/engine"
	"quadrille/engine/games"
	"quadrille/protocol/record"
)

// Format is the form. It holds games of all kinds: a FEN says which, and what its
// rules are.
func Format() record.Format {
	return record.Format{
		Name: "fen", Extensions: []string{".fen"}, Split: split, Looks: looks,
		Print: func(records []*record.Record) ([]byte, []*record.Refusal) { return record.PrintGames(records, print) },
	}
}

// lines are those of a text that are not empty and no comments, with their numbers.
func lines(data []byte) (all []string, numbers []int) {
	s := record.NewScanner(string(data))
	for n, line := range strings.Split(s.Rest, "\n") {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			all, numbers = append(all, line), append(numbers, n+1)
		}
	}
	return all, numbers
}

// remark begins what stands behind a position in test suites, such as the values of
// its turns.
const remark = ";"

// looks says whether the first line is a position. A longer one is not looked at.
func looks(data []byte) bool {
	const most = 4096 // bytes; a FEN has a few hundred, and data may be a large file of any kind
	all, _ := lines(data[:min(len(data), most)])
	if len(all) == 0 {
		return false
	}
	_, _, err := position(all[0])
	return err == nil
}

// position reads the FEN of a line, and leaves the turns. The error is that of the game
// whose FEN has as many words.
func position(line string) (*record.Game, []string, error) {
	line, _, _ = strings.Cut(line, remark)
	fen, turns := record.SplitPosition(strings.TrimPrefix(line, "position "))
	words := len(strings.Fields(fen))
	for _, g := range games.All() {
		p, err := g.ParseFEN(fen, nil)
		if err == nil {
			return record.NewGame(g, p), turns, nil
		}
		if start, wrong := g.New(nil, 0); wrong == nil && len(strings.Fields(start.FEN())) == words {
			return nil, nil, err // it is as long as a FEN of this game, and of no other
		}
	}
	return nil, nil, engine.Refuse(engine.ErrPosition, "%q is a position of none of the games; write it as `fen` in a game does", engine.Clip(fen))
}

func split(data []byte, _ fs.FS) (f record.File, err error) {
	all, numbers := lines(data)
	for i, line := range all {
		f.Games = append(f.Games, func() (*record.Record, []string, error) {
			r, err := read(line)
			if err != nil {
				return nil, nil, record.ErrorAt(numbers[i], "%s", err)
			}
			if _, more, ok := strings.Cut(line, remark); ok {
				return r, []string{"what stands behind the position is left out: " + engine.Clip(strings.TrimSpace(more))}, nil
			}
			return r, nil, nil
		})
	}
	if len(f.Games) == 0 {
		return f, record.ErrorAt(1, "there is no position")
	}
	return f, nil
}

func read(line string) (*record.Record, error) {
	g, turns, err := position(line)
	if err != nil {
		return nil, err
	}
	for i, token := range turns {
		if err := g.Play(strings.ToLower(token), ""); err != nil {
			return nil, engine.Refuse(engine.ErrIllegal, "move %d, %s: %s", i+1, engine.Clip(token), err)
		}
	}
	return g.Finish(nil, "", "", ""), nil
}

func print(b *bytes.Buffer, r *record.Record) error {
	rules, err := games.Find(r.Tag(record.GameTag))
	if err != nil {
		return err
	}
	if len(r.Pending) > 0 {
		return errors.New("the turn that is not complete would be lost")
	}
	g, err := record.Replay(rules, r)
	if err != nil {
		return err
	}
	b.WriteString(g.Start.FEN())
	if turns := g.Tokens(); len(turns) > 0 {
		b.WriteString(" moves " + strings.Join(turns, " "))
	}
	b.WriteByte('\n')
	return nil
}
