package wthor

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode"

	"quadrille/engine"
	"quadrille/engine/othello"
	"quadrille/protocol/record"
	"quadrille/protocol/record/othellogame"
)

// The lengths of a file's parts, in bytes.
const (
	headerSize = 16
	gameSize   = 68
	moves      = 60
)

// The lengths of a name in the files of names, in bytes, the zero behind it
// included.
const (
	PlayerName     = 20
	TournamentName = 26
)

// Error is what is wrong with a file.
type Error struct {
	Offset int // of the byte, from 0
	Text   string
}

func (e *Error) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset, e.Text) }

func fail(offset int, format string, args ...any) error {
	return &Error{Offset: offset, Text: fmt.Sprintf(format, args...)}
}

// Names are the names that the numbers of a database stand for. Without any,
// the numbers themselves are in the records.
type Names struct {
	Players, Tournaments []string
}

// ParseNames reads a file of names: PlayerName or TournamentName is the length
// of each. The error is an *Error.
func ParseNames(data []byte, length int) ([]string, error) {
	if len(data) < headerSize {
		return nil, fail(len(data), "the file ends within its header of %d bytes", headerSize)
	}
	count := int(binary.LittleEndian.Uint16(data[8:]))
	if want := headerSize + count*length; len(data) != want {
		return nil, fail(8, "the file says that it has %d names, which are %d bytes, but it has %d", count, want, len(data))
	}
	names := make([]string, count)
	for i := range names {
		field := data[headerSize+i*length:][:length]
		names[i] = latin1(field)
	}
	return names, nil
}

// latin1 reads a text up to its zero. Characters are those of ISO 8859-1.
func latin1(field []byte) string {
	var b strings.Builder
	for _, c := range field {
		if c == 0 {
			break
		}
		if r := rune(c); !unicode.IsControl(r) {
			b.WriteRune(r)
		}
	}
	return strings.TrimSpace(b.String())
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

// Parse reads a database. The notes say what does not fit together. The games
// before an error are returned with it; it is an *Error.
func Parse(data []byte, names Names) (records []*record.Record, notes []string, err error) {
	h, err := parseHeader(data)
	if err != nil {
		return nil, nil, err
	}
	for i := range h.games {
		at := headerSize + gameSize*i
		g, err := parseGame(h, data[at:at+gameSize], names, at)
		if err != nil {
			return records, notes, err
		}
		records = append(records, g.record)
		if g.note != "" {
			notes = append(notes, fmt.Sprintf("game %d: %s", i+1, g.note))
		}
	}
	return records, notes, nil
}

// game is a record and what is odd about it.
type game struct {
	record *record.Record
	note   string
}

// parseGame reads the 68 bytes of a game that begins at an offset.
func parseGame(h header, b []byte, names Names, at int) (game, error) {
	played, err := parseMoves(b[8:], at+8)
	if err != nil {
		return game{}, err
	}
	number := func(i int) int { return int(binary.LittleEndian.Uint16(b[i:])) }
	tags := []record.Tag{
		{Name: "Event", Value: name(names.Tournaments, tournamentWord, number(0))},
		{Name: record.DateTag, Value: year(h.year)},
		{Name: "P1", Value: name(names.Players, playerWord, number(2))},
		{Name: "P2", Value: name(names.Players, playerWord, number(4))},
	}
	if h.depth > 0 {
		tags = append(tags, record.Tag{Name: theoryTag, Value: fmt.Sprintf("%d at %d", b[7], h.depth)})
	}
	score := int(b[6])
	if score > 64 {
		return game{}, fail(at+6, "Black has %d disks, and there are 64 squares", score)
	}
	if b[7] > 64 {
		return game{}, fail(at+7, "Black's theoretical score is %d disks, and there are 64 squares", b[7])
	}
	result := winner(score)
	g := game{}
	if played.Last.Result().Over {
		result = ""
		if final := finalScore(played); final != score {
			g.note = fmt.Sprintf("the file says that Black has %d disks at the end, the moves lead to %d", score, final)
		}
	}
	if g.record, err = played.Header(tags, result, ""); err == nil {
		err = g.record.Check()
	}
	if err != nil {
		return game{}, fail(at, "%v", err)
	}
	return g, nil
}

// edaxEnd is what Edax writes instead of 0 behind the last move.
const edaxEnd = 92

// parseMoves plays the moves, the first of which is at an offset.
func parseMoves(b []byte, at int) (*othellogame.Game, error) {
	played := othellogame.New()
	ended := false
	for i, move := range b {
		if move == 0 || move == edaxEnd {
			ended = true
			continue
		}
		row, column := move/10, move%10
		switch {
		case ended:
			return nil, fail(at+i, "a move %d stands behind the end of the moves", move)
		case row < 1 || row > 8 || column < 1 || column > 8:
			return nil, fail(at+i, "move %d is %d; a move is 10 times the row and the column, both 1 to 8", i+1, move)
		}
		token := othello.Turn(8*(row-1) + column - 1).String()
		if err := played.Play(token); err != nil {
			return nil, fail(at+i, "move %d, %s: %v", i+1, token, err)
		}
	}
	return played, nil
}

// The words before the numbers of nameless players and tournaments.
const (
	playerWord     = "player"
	tournamentWord = "tournament"
)

// theoryTag is the tag of the theoretical score and its depth.
const theoryTag = "Theory"

func name(names []string, word string, number int) string {
	if number < len(names) && names[number] != "" {
		return names[number]
	}
	return fmt.Sprint(word, " ", number)
}

func year(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%04d", n)
}

// winner is the result of a game by Black's score.
func winner(score int) string {
	switch {
	case score > 32:
		return "p1win"
	case score < 32:
		return "p2win"
	}
	return "draw"
}

// finalScore is Black's disks at the end, with the empty squares for the
// winner; a draw shares them.
func finalScore(g *othellogame.Game) int {
	scores := g.Last.Scores()
	switch empty := 64 - scores[0] - scores[1]; g.Last.Result().Winner {
	case engine.P1:
		return scores[0] + empty
	case engine.P2:
		return scores[0]
	}
	return 32
}
