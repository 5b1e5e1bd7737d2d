package othello

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"quadrille/engine"
	"quadrille/protocol/record"
)

// Transcript is the form in which people write games of Othello and paste them
// from web pages: the moves in their order, and around them whatever there is.
//
// # What is read
//
// Moves are squares, in either case and with or without space or other
// characters between them, and passes, which are pa, ps, pass or -- and may be
// left out. Beside them there may be numbers of turns, scores, words such as
// black, and in front of them a header as in PGN. A line with other words is
// text, of which only clear lists of moves count. What stands in braces is a
// comment, and what stands in parentheses behind the first move a variation,
// which is left out.
//
// A game goes on over line ends. The next one begins behind a header, at a turn
// 1, where the rules end a game, and at a line whose moves go on with no game or
// which is as good a beginning as more of it.
//
// # What crosses over
//
//	Black White         P1 P2
//	BlackElo WhiteElo   P1Rating P2Rating
//	Site TimeControl    Place Clock
//	Date                Date, with - for .
//	Result              Result of a game that its moves do not end, if it is two
//	                    scores that are 64 together; other scores are StatedResult
//
// Other tags stay as they are; ? and - are no value.
//
// # What is written
//
// One game a line, its moves in one word, f5d6c3, without passes but for those at
// the end of a game that goes on, which are pa. Names, dates, comments and a
// result that the moves do not show, such as a resignation, are lost. A game
// from another position than the start position and one without moves cannot
// be written.
func Transcript() record.Format {
	return record.Format{
		Name:       "transcript",
		Extensions: []string{".transcript", ".txt"},
		Games:      []string{"othello"},
		Split:      splitTranscript,
		Print: func(records []*record.Record) ([]byte, []*record.Refusal) {
			return record.PrintGames(records, printLine)
		},
		Looks: looksLikeMoves,
	}
}

// packed is a text without its white space.
func packed(text string) string { return strings.Join(strings.Fields(text), "") }

// looksAt is how much of a file tells whether there are moves in it, in bytes.
const looksAt = 1 << 16

func looksLikeMoves(data []byte) bool {
	if len(data) > looksAt {
		data = data[:looksAt]
	}
	t, _ := readText(string(data))
	return slices.ContainsFunc(t.games, func(g *textGame) bool { return len(g.Turns) > 0 || g.tags == nil })
}

// splitTranscript takes a text apart. To tell where games begin they are played.
func splitTranscript(data []byte, _ fs.FS) (f record.File, err error) {
	t, notes := readText(string(data))
	f.Notes = notes
	for _, g := range t.games {
		f.Games = append(f.Games, g.record)
	}
	switch {
	case f.Games != nil:
		return f, nil
	case t.lost > 0:
		return f, record.ErrorAt(t.lost, "there is no game; the squares in the line are none that can be played from the start, such as f5d6c3")
	}
	return f, record.ErrorAt(1, "there is no game, which would be moves such as f5d6c3 or 1. f5 d6 2. c3")
}

// tagOf are the tags of PGN that have other names in records.
var tagOf = map[string]string{
	"Black": "P1", "White": "P2", "BlackElo": "P1Rating", "WhiteElo": "P2Rating", "Site": "Place", "TimeControl": "Clock",
}

// record finishes a game.
func (g *textGame) record() (r *record.Record, notes []string, err error) {
	if g.err != nil {
		return nil, nil, g.err
	}
	g.comment()
	var tags []record.Tag
	result, stated := "", ""
	for _, t := range g.tags {
		value := record.CleanText(t.Value)
		if strings.Trim(value, "?.-*") == "" {
			continue
		}
		switch name := cmp.Or(tagOf[t.Name], t.Name); name {
		case record.ResultTag:
			var note string
			if result, stated, note = g.outcome(value); note != "" {
				notes = append(notes, note)
			}
		case record.DateTag:
			if day, _, ok := record.ParseDate(value); ok {
				value = day
			}
			tags = append(tags, record.Tag{Name: name, Value: value})
		case record.GameTag, record.RulesTag, record.StartTag, record.ReasonTag, record.StatedTag:
			notes = append(notes, fmt.Sprintf("[%s %q] is not a tag of transcripts and is left out", name, engine.Clip(value)))
		default:
			tags = append(tags, record.Tag{Name: name, Value: value})
		}
	}
	r = g.Finish(tags, result, "", stated)
	if err := r.Check(); err != nil {
		return nil, nil, record.ErrorAt(g.line, "%v", err)
	}
	return r, notes, nil
}

// outcome reads the scores in a header, such as 37-27: the result of a game that
// its moves do not end, and what is stated beside that of the moves.
func (g *textGame) outcome(text string) (result, stated, note string) {
	var black, white int
	n, err := fmt.Sscanf(text, "%d-%d", &black, &white)
	scores := n == 2 && err == nil && 4 <= black+white && black+white <= 64
	ahead := float64(black - white)
	switch over := g.Last.Result().Over; {
	case !scores && over:
		return "", "", ""
	case text == "1/2-1/2":
		return winner(0), "", ""
	case !scores:
		return "", text, fmt.Sprintf("the result %q is not two scores such as 37-27; it is kept as a text", engine.Clip(text))
	case over:
		own, all := leads(g.game)
		if ahead == own {
			return "", "", ""
		}
		if ahead != all {
			note = fmt.Sprintf("the file states the result %s, but the moves end the game with %s", lead(ahead), lead(own))
		}
		return "", lead(ahead), note
	case black+white < 64:
		return "", lead(ahead), "" // perhaps of a game that goes on
	}
	if result = winner(black - white); ahead != sweep(result) {
		stated = lead(ahead)
	}
	return result, stated, ""
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
	if goesOn(b.Bytes(), g.Tokens()) {
		b.WriteString("1. ")
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

// goesOn says whether the moves of a game would be read as more of the one in
// the line before it.
func goesOn(before []byte, tokens []string) bool {
	if len(before) == 0 || len(tokens) > 2 {
		return false
	}
	line := before[bytes.LastIndexByte(before[:len(before)-1], '\n')+1:]
	t, _ := readText(string(line))
	return t.games[0].legal(tokens) == len(tokens)
}
