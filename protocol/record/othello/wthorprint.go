package othello

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"quadrille/engine"
	"quadrille/engine/othello"
	"quadrille/protocol/record"
)

// printWTHOR writes a database. All games are of one year, which their Date
// begins with, and their theoretical scores of one depth: those of the first
// that can be written.
func printWTHOR(records []*record.Record) ([]byte, []*record.Refusal) {
	header := make([]byte, headerSize)
	header[12] = 8
	games, refused := record.PrintGames(records, func(b *bytes.Buffer, r *record.Record) error {
		year, theory, err := headerOf(r)
		if err != nil {
			return err
		}
		game, err := printGame(r, theory)
		if err != nil {
			return err
		}
		if b.Len() > 0 && (year != binary.LittleEndian.Uint16(header[10:]) || theory.depth != header[14]) {
			return errors.New("its year or the depth of its theoretical score is not that of the first, and a WTHOR file has one of each")
		}
		binary.LittleEndian.PutUint16(header[10:], year)
		header[14] = theory.depth
		b.Write(game)
		return nil
	})
	binary.LittleEndian.PutUint32(header[4:], uint32(len(games)/gameSize))
	return append(header, games...), refused
}

// theory is a theoretical score; without one it is that of the game.
type theory struct {
	score, depth uint8
	given        bool
}

// headerOf reads what all games of a file have in common.
func headerOf(r *record.Record) (year uint16, t theory, err error) {
	day, _, _ := record.ParseDate(r.Tag(record.DateTag))
	if n, err := strconv.ParseUint(day[:min(4, len(day))], 10, 16); err == nil {
		year = uint16(n)
	}
	text := r.Tag(theoryTag)
	if text == "" {
		return year, t, nil
	}
	score, depth, deep := strings.Cut(text, " at ")
	s, err1 := strconv.ParseUint(score, 10, 8)
	d, err2 := strconv.ParseUint(cmp.Or(depth, "0"), 10, 8)
	if err1 != nil || err2 != nil || s > 64 || deep && d < 1 || d > moves {
		return 0, t, fmt.Errorf("tag %s is %q, not of the form \"40 at 22\"", theoryTag, engine.Clip(text))
	}
	return year, theory{uint8(s), uint8(d), true}, nil
}

func printGame(r *record.Record, t theory) ([]byte, error) {
	g, err := replay(r)
	if err != nil {
		return nil, err
	}
	if !g.FromStart() {
		return nil, errStart
	}
	b := make([]byte, gameSize)
	for i, n := range numbersOf(r) {
		binary.LittleEndian.PutUint16(b[2*i:], n)
	}
	if b[6], err = wthorScore(g); err != nil {
		return nil, err
	}
	b[7] = t.score
	if !t.given {
		b[7] = b[6]
	}
	putMoves(b[8:], g.Tokens())
	return b, nil
}

// numbersOf are the numbers of tournament, Black and White: those in the tag, or
// in names such as "player 12", or 0.
func numbersOf(r *record.Record) (numbers [3]uint16) {
	words := strings.Fields(r.Tag(numbersTag))
	if len(words) != len(numbers) {
		return [...]uint16{number(r.Tag("Event"), tournamentWord), number(r.Tag("P1"), playerWord), number(r.Tag("P2"), playerWord)}
	}
	for i, w := range words {
		numbers[i] = number(w, "")
	}
	return numbers
}

// number takes the number out of a name such as "player 12"; it is 0 for others.
func number(name, word string) uint16 {
	digits, ok := strings.CutPrefix(name, word)
	n, err := strconv.ParseUint(strings.TrimSpace(digits), 10, 16)
	if !ok || err != nil {
		return 0
	}
	return uint16(n)
}

// wthorScore is Black's disks at the end: as the record states them, or else
// all of them for the winner of a game that its turns do not end.
func wthorScore(g game) (uint8, error) {
	n, _, ok := stated(g)
	result := g.Tag(record.ResultTag)
	switch over := g.Last.Result().Over; {
	case ok && math.Abs(n) <= 64:
		return uint8(disks(n)), nil
	case over:
		return uint8(finalScore(g)), nil
	case result != record.Unfinished:
		return uint8(disks(sweep(result))), nil
	}
	return 0, fmt.Errorf("its result is %q, and WTHOR has only games that have ended", engine.Clip(result))
}

// disks are Black's of a lead. An empty square, or a half, that the lead leaves
// goes to the winner.
func disks(lead float64) float64 {
	if lead > 0 {
		return math.Ceil((64 + lead) / 2)
	}
	return math.Floor((64 + lead) / 2)
}

func putMoves(b []byte, tokens []string) {
	i := 0
	for _, token := range tokens {
		if t, _ := othello.ParseTurn(token); t != othello.Pass {
			b[i] = 10*(byte(t)/8+1) + byte(t)%8 + 1
			i++
		}
	}
}
