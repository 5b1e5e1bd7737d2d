package othello

import (
	"encoding/binary"
	"fmt"
	"io/fs"

	"quadrille/engine"
	"quadrille/engine/othello"
	"quadrille/protocol/record"
)

// The lengths of a file's parts, in bytes.
const (
	headerSize = 16
	gameSize   = 68
	moves      = 60
)

// OffsetError is what is wrong with a binary file.
type OffsetError struct {
	Offset int // of the byte, from 0
	Text   string
}

func (e *OffsetError) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset, e.Text) }

func fail(offset int, format string, args ...any) error {
	return &OffsetError{Offset: offset, Text: fmt.Sprintf(format, args...)}
}

// wthor is the form of the databases of the French Othello federation: binary
// files .wtb (WTH_2001.wtb) with the games of a year, and the files of names
// beside them, WTHOR.JOU of players and WTHOR.TRN of tournaments.
//
// # Form
//
// A file begins with 16 bytes: century, year, month and day on which it was
// made; the number of games (4 bytes); the number of names (2); the year of the
// games (2); the side of the board (8, or 0 for the same); the kind (0 games, 1
// solitaires); the depth of the theoretical score; one byte that is free. Numbers
// have their lowest byte first.
//
// A game is 68 bytes: the numbers of tournament, Black and White (2 bytes each,
// counted from 0 in the files of names); Black's disks at the end, empty squares
// counted for the winner; Black's disks if both had played perfectly from the
// position with as many empty squares as the depth says; 60 moves, each 10 times
// the row and the column, both from 1, and 0 behind the last, where Edax writes
// 92.
//
// # What crosses over
//
//	tournament, players   Event, P1, P2: the name, or without names "tournament 7"
//	                      and "player 12"
//	year of the games     Date, as the year alone
//	their numbers         WTHOR, as "7 12 3", where names are put in
//	score                 Result; a game that its moves do not end is won by the
//	                      side with more than 32. StatedResult, as "+8" for 36,
//	                      where the moves do not show it or show another
//	theoretical score     Theory, as "40 at 22"; without a depth "40", when it is
//	                      not the score
//
// Passes are not in the file and are put in. What contradicts the moves or
// cannot be is told in a note, and does not keep a game from being read.
//
// # What does not
//
// The format has no day, no reason, no comments, no game that goes on and no
// other start than the start position, and holds 65535 names of each kind. Print
// takes the numbers from the tag WTHOR or from names such as "player 12", and
// writes 0 for other names.
// The day on which a file was made is written as zeros, so that the same games
// always give the same bytes.
func wthor() record.Format {
	return record.Format{
		Name:       "wthor",
		Extensions: []string{".wtb"},
		Games:      []string{"othello"},
		Split:      splitWTHOR,
		Print:      printWTHOR,
		// A file is as long as its header says.
		Looks: func(data []byte) bool {
			h, err := parseHeader(data)
			return err == nil && h.fits(len(data))
		},
	}
}

// header is the first 16 bytes of a database.
type header struct {
	games int // that the header says there are
	year  int
	depth int
}

func parseHeader(data []byte) (h header, err error) {
	if len(data) < headerSize {
		return h, fail(len(data), "the file ends within its header of %d bytes", headerSize)
	}
	h.year = int(binary.LittleEndian.Uint16(data[10:]))
	h.depth = int(data[14])
	if size := data[12]; size != 0 && size != 8 {
		return h, fail(12, "the board has %d squares a side, not 8", size)
	}
	if data[13] != 0 {
		return h, fail(13, "the kind is %d, and only 0, games, is read", data[13])
	}
	h.games = int(binary.LittleEndian.Uint32(data[4:]))
	return h, nil
}

// fits says whether the header can be that of a file of so many bytes.
func (h header) fits(size int) bool {
	return h.games > 0 && size == headerSize+gameSize*h.games && h.year <= lastYear && h.depth <= moves
}

// lastYear is the last that a year of games can be.
const lastYear = 9999

// check takes out of a header what cannot be, and says so.
func (h *header) check() (notes []string) {
	if h.year > lastYear {
		notes = append(notes, fmt.Sprintf("byte 10: the year %d of the games is left out", h.year))
		h.year = 0
	}
	if h.depth > moves {
		notes = append(notes, fmt.Sprintf("byte 14: the theoretical scores are said to be for %s, which cannot be, and are left out", engine.Count(h.depth, "empty square")))
		h.depth = -1
	}
	return notes
}

// splitWTHOR takes a database apart. There are as many games as there is room
// for behind the header; if the header says that there are more, the next is one
// that cannot be read. Errors are *OffsetErrors.
func splitWTHOR(data []byte, folder fs.FS) (f record.File, err error) {
	h, err := parseHeader(data)
	if err != nil {
		return f, err
	}
	f.Notes = h.check()
	names, notes := readNames(folder)
	f.Notes = append(f.Notes, notes...)
	for i := range (len(data) - headerSize) / gameSize {
		at := headerSize + gameSize*i
		f.Games = append(f.Games, func() (*record.Record, []string, error) {
			return parseGame(h, data[at:at+gameSize], names, at)
		})
	}
	n := len(f.Games)
	end := fail(len(data), "the file ends in front of the end of game %d, and its header says that there are %s", n+1, engine.Count(h.games, "game"))
	switch {
	case n < h.games:
		f.Games = append(f.Games, func() (*record.Record, []string, error) { return nil, nil, end })
	case n == 0:
		return f, fail(4, "the file has no game")
	case n > h.games:
		f.Notes = append(f.Notes, fmt.Sprintf("byte 4: the header says that there are %s, but there are %d", engine.Count(h.games, "game"), n))
	}
	if rest := (len(data) - headerSize) % gameSize; rest > 0 && n >= h.games {
		f.Notes = append(f.Notes, fmt.Sprintf("byte %d: what is behind the last game is left out: %s", len(data)-rest, engine.Count(rest, "byte")))
	}
	return f, nil
}

// wthorGame is a game that is being read, its header, and what is odd about it.
type wthorGame struct {
	game
	header header
	notes  []string
}

// parseGame reads the 68 bytes of a game that begins at an offset.
func parseGame(h header, b []byte, names names, at int) (*record.Record, []string, error) {
	played, err := parseMoves(b[8:], at+8)
	if err != nil {
		return nil, nil, err
	}
	g := wthorGame{game: played, header: h}
	number := func(i int) int { return int(binary.LittleEndian.Uint16(b[i:])) }
	tags := []record.Tag{
		{Name: "Event", Value: nameOf(names.tournaments, tournamentWord, number(0))},
		{Name: record.DateTag, Value: year(h.year)},
		{Name: "P1", Value: nameOf(names.players, playerWord, number(2))},
		{Name: "P2", Value: nameOf(names.players, playerWord, number(4))},
		{Name: numbersTag, Value: names.numbers(number(0), number(2), number(4))},
		{Name: theoryTag, Value: g.theory(b[6], b[7])},
	}
	result, stated := g.result(int(b[6]))
	r := g.Finish(tags, result, "", stated)
	if err := r.Check(); err != nil {
		return nil, nil, fail(at, "%v", err)
	}
	return r, g.notes, nil
}

// result is what a score says of a game that its moves do not end, and what is
// to be kept of it beside the result.
func (g *wthorGame) result(score int) (result, stated string) {
	_, final := leads(g.game)
	said := float64(2*score - 64)
	switch over := g.Last.Result().Over; {
	case score > 64:
		g.notes = append(g.notes, fmt.Sprintf("the file says that Black has %s, which is left out", engine.Count(score, "disk")))
		return "", ""
	case over && said != final:
		g.notes = append(g.notes, fmt.Sprintf("the file says that Black has %s at the end, the moves lead to %d", engine.Count(score, "disk"), finalScore(g.game)))
		return "", lead(said)
	case over:
		return "", ""
	}
	if result = winner(score - 32); said != sweep(result) {
		stated = lead(said)
	}
	return result, stated
}

// theory writes the theoretical score and its depth. Without a depth it means
// nothing and is that of the game, or it is kept without.
func (g *wthorGame) theory(score, theory byte) string {
	depth := g.header.depth
	switch {
	case depth < 0 || depth == 0 && theory == score:
		return ""
	case theory > 64:
		g.notes = append(g.notes, fmt.Sprintf("the file says that Black has %s by perfect play, which is left out", engine.Count(int(theory), "disk")))
		return ""
	case depth == 0:
		return fmt.Sprint(theory)
	}
	return fmt.Sprintf("%d at %d", theory, depth)
}

// edaxEnd is what Edax writes instead of 0 behind the last move.
const edaxEnd = 92

// parseMoves plays the moves, the first of which is at an offset.
func parseMoves(b []byte, at int) (game, error) {
	played := newGame()
	ended := false
	for i, move := range b {
		if move == 0 || move == edaxEnd {
			ended = true
			continue
		}
		row, column := move/10, move%10
		switch {
		case ended:
			return game{}, fail(at+i, "a move %d stands behind the end of the moves", move)
		case row < 1 || row > 8 || column < 1 || column > 8:
			return game{}, fail(at+i, "move %d is %d; a move is 10 times the row and the column, both 1 to 8", i+1, move)
		}
		token := othello.Turn(8*(row-1) + column - 1).String()
		if err := played.play(token, ""); err != nil {
			return game{}, fail(at+i, "move %d, %s: %v", i+1, token, err)
		}
	}
	return played, nil
}

const (
	theoryTag  = "Theory" // the theoretical score and its depth
	numbersTag = "WTHOR"  // the numbers of tournament, Black and White
)

func year(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%04d", n)
}

// finalScore is Black's disks at the end, with the empty squares for the
// winner; a draw shares them.
func finalScore(g game) int {
	scores := g.Last.Scores()
	switch empty := 64 - scores[0] - scores[1]; g.Last.Result().Winner {
	case engine.P1:
		return scores[0] + empty
	case engine.P2:
		return scores[0]
	}
	return 32
}
