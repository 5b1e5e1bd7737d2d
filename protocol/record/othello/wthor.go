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
//	score                 Result; a game that its moves do not end is won by the
//	                      side with more than 32
//	theoretical score     Theory, as "40 at 22", when the depth is not 0
//
// Passes are not in the file and are put in. A finished game whose score is not
// that of its moves is read, and a note says so.
//
// # What does not
//
// The format has no day, no reason, no comments, no game that goes on and no
// other start than the start position, and holds 65535 names of each kind. Print
// keeps numbers from names such as "player 12" and writes 0 for other names.
// The day on which a file was made is written as zeros, so that the same games
// always give the same bytes.
func wthor() record.Format {
	return record.Format{
		Name:       "wthor",
		Extensions: []string{".wtb"},
		Split:      splitWTHOR,
		Print:      printWTHOR,
		// A file is as long as its header says.
		Looks: func(data []byte) bool {
			_, err := parseHeader(data)
			return err == nil && len(data) > headerSize
		},
	}
}

// header is the first 16 bytes of a database.
type header struct {
	games int
	year  int
	depth int
}

func parseHeader(data []byte) (h header, err error) {
	if len(data) < headerSize {
		return h, fail(len(data), "the file ends within its header of %d bytes", headerSize)
	}
	h.year = int(binary.LittleEndian.Uint16(data[10:]))
	h.depth = int(data[14])
	if h.year > 9999 {
		return h, fail(10, "the games are of the year %d", h.year)
	}
	if size := data[12]; size != 0 && size != 8 {
		return h, fail(12, "the board has %d squares a side, not 8", size)
	}
	if data[13] != 0 {
		return h, fail(13, "the kind is %d, and only 0, games, is read", data[13])
	}
	if h.depth > moves {
		return h, fail(14, "the theoretical score is for %d empty squares, and there are %d", h.depth, moves)
	}
	count := binary.LittleEndian.Uint32(data[4:])
	if want := headerSize + gameSize*uint64(count); want != uint64(len(data)) {
		return h, fail(4, "the file says that it has %d games, which are %d bytes, but it has %d", count, want, len(data))
	}
	h.games = int(count)
	return h, nil
}

// splitWTHOR takes a database apart. Errors are *OffsetErrors.
func splitWTHOR(data []byte, folder fs.FS) (f record.File, err error) {
	h, err := parseHeader(data)
	if err != nil {
		return f, err
	}
	names, err := readNames(folder)
	if err != nil {
		return f, err
	}
	for i := range h.games {
		at := headerSize + gameSize*i
		f.Games = append(f.Games, func() (*record.Record, []string, error) {
			return parseGame(h, data[at:at+gameSize], names, at)
		})
	}
	return f, nil
}

// parseGame reads the 68 bytes of a game that begins at an offset. The notes
// say what is odd about it.
func parseGame(h header, b []byte, names names, at int) (r *record.Record, notes []string, err error) {
	g, err := parseMoves(b[8:], at+8)
	if err != nil {
		return nil, nil, err
	}
	number := func(i int) int { return int(binary.LittleEndian.Uint16(b[i:])) }
	tags := []record.Tag{
		{Name: "Event", Value: nameOf(names.tournaments, tournamentWord, number(0))},
		{Name: record.DateTag, Value: year(h.year)},
		{Name: "P1", Value: nameOf(names.players, playerWord, number(2))},
		{Name: "P2", Value: nameOf(names.players, playerWord, number(4))},
	}
	if h.depth > 0 {
		tags = append(tags, record.Tag{Name: theoryTag, Value: fmt.Sprintf("%d at %d", b[7], h.depth)})
	}
	score := int(b[6])
	if score > 64 {
		return nil, nil, fail(at+6, "Black has %d disks, and there are 64 squares", score)
	}
	if b[7] > 64 {
		return nil, nil, fail(at+7, "Black's theoretical score is %d disks, and there are 64 squares", b[7])
	}
	result := winner(score - 32)
	if g.Last.Result().Over {
		result = ""
		if final := finalScore(g); final != score {
			notes = append(notes, fmt.Sprintf("the file says that Black has %d disks at the end, the moves lead to %d", score, final))
		}
	}
	if r, err = g.Finish(tags, result, ""); err == nil {
		err = r.Check()
	}
	if err != nil {
		return nil, nil, fail(at, "%v", err)
	}
	return r, notes, nil
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

// theoryTag is the tag of the theoretical score and its depth.
const theoryTag = "Theory"

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
