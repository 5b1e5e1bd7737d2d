package formats

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quadrille/engine/othello"
	"quadrille/protocol/record"
)

var wthor = form("wthor")

// shortest is the known game of nine moves that leaves White without disks, by
// hand: e6 is row 6, column 5, so 65.
var shortest = []byte{65, 46, 35, 66, 57, 64, 75, 56, 53}

// build writes a file by hand: games are the first eight bytes and the moves.
func build(year, depth int, games ...[]byte) []byte {
	b := []byte{20, 26, 11, 27, byte(len(games)), 0, 0, 0, 0, 0, byte(year), byte(year >> 8), 8, 0, byte(depth), 0}
	for _, g := range games {
		b = append(b, append(g, make([]byte, 68-len(g))...)...)
	}
	return b
}

// sample is a game of tournament 3 between 258 and 2, with 13 disks and 51
// empty squares for Black, whom perfect play from 22 empty squares would give 40.
func sample() []byte {
	return append([]byte{3, 0, 2, 1, 2, 0, 64, 40}, shortest...)
}

func TestWTHORParse(t *testing.T) {
	folder := fstest.MapFS{
		"wthor.jou": {Data: nameFile(3, 20, "Anna", "", "Bert \xd6.\x00rubbish")},
		"WTHOR.TRN": {Data: nameFile(4, 26, "a", "b", "c", "Cup")},
	}
	for _, tc := range []struct {
		folder        fs.FS
		event, p1, p2 string
	}{
		{nil, "tournament 3", "player 258", "player 2"},
		{folder, "Cup", "player 258", "Bert Ö."},
	} {
		got, notes, err := parse(wthor, build(2001, 22, sample()), tc.folder)
		want := &record.Record{Tags: []record.Tag{{Name: "Game", Value: "othello"}, {Name: "Event", Value: tc.event}, {Name: "Date", Value: "2001"},
			{Name: "P1", Value: tc.p1}, {Name: "P2", Value: tc.p2}, {Name: "Theory", Value: "40 at 22"}, {Name: "Start", Value: "startpos"},
			{Name: "Result", Value: "p1win"}, {Name: "Reason", Value: "more-disks"}}}
		for _, token := range strings.Fields("e6 f4 e3 f6 g5 d6 e7 f5 c5") {
			want.Turns = append(want.Turns, record.Turn{Token: token})
		}
		if diff := cmp.Diff([]*record.Record{want}, got); diff != "" || err != nil || notes != nil {
			t.Errorf("%v %v\n%s", notes, err, diff)
		}
	}
}

// What is written is what was built by hand, but for the day.
func TestWTHORPrint(t *testing.T) {
	data := build(2001, 22, sample(), sample())
	records, _, err := parse(wthor, data, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := write(wthor, records)
	copy(data, []byte{0, 0, 0, 0})
	if !bytes.Equal(got, data) || err != nil {
		t.Errorf("%v\n% x\n% x", err, got, data)
	}
}

// Results of games that their moves do not end, and scores that are not those
// of the moves.
func TestWTHORScores(t *testing.T) {
	short := func(score byte) []byte { return []byte{0, 0, 0, 0, 0, 0, score, score, 56, 64} }
	for _, tc := range []struct {
		game   []byte
		result string
		note   string
	}{
		{short(33), "p1win", ""},
		{append(short(33), bytes.Repeat([]byte{92}, 58)...), "p1win", ""}, // as Edax 4.6 writes a game that ends early
		{short(32), "draw", ""},
		{short(31), "p2win", ""},
		{append([]byte{0, 0, 0, 0, 0, 0, 63, 63}, shortest...), "p1win", "game 1: the file says that Black has 63 disks at the end, the moves lead to 64"},
	} {
		got, notes, err := parse(wthor, build(0, 0, tc.game), nil)
		if err != nil {
			t.Fatal(err)
		}
		if r := got[0]; r.Tag("Result") != tc.result || r.Tag("Date") != "" || r.Tag("Theory") != "" || strings.Join(notes, "") != tc.note {
			t.Errorf("%v: %v, notes %v", tc.game, r.Tags, notes)
		}
	}
}

// Edax wrote the database of a game that it also wrote as GGF, with the same
// moves and a loss of 18 disks for Black: 23 to 41.
func TestWTHOREdax(t *testing.T) {
	data := file(t, "edax.wtb")
	if data[16+6] != 23 {
		t.Errorf("Edax wrote the score %d", data[16+6])
	}
	got, notes, err := parse(wthor, data, nil)
	if err != nil || notes != nil || len(got) != 1 {
		t.Fatal(got, notes, err)
	}
	text := file(t, "edax.txt")
	if moves := strings.Join(got[0].Tokens(), ""); moves != strings.ToLower(strings.TrimSpace(string(text))) {
		t.Errorf("moves %s, in the transcript %s", moves, text)
	}
	again, err := write(wthor, got)
	copy(data, []byte{0, 0, 0, 0})
	if !bytes.Equal(data, again) || err != nil {
		t.Errorf("%v\n% x\n% x", err, again, data)
	}
}

// nameFile is a file of names by hand, each of a length.
func nameFile(count, length int, names ...string) []byte {
	b := make([]byte, 16)
	binary.LittleEndian.PutUint16(b[8:], uint16(count))
	for _, n := range names {
		b = append(b, append([]byte(n), make([]byte, length-len(n))...)...)
	}
	return b
}

func TestWTHORNames(t *testing.T) {
	for _, data := range [][]byte{nil, make([]byte, 15), nameFile(2, 20, "Anna"), nameFile(1, 20, "Anna")[:30], nameFile(1, 26, "Anna")} {
		_, _, err := parse(wthor, build(2001, 22, sample()), fstest.MapFS{"WTHOR.JOU": {Data: data}})
		if at, _ := place(err); at < 0 || !strings.HasPrefix(err.Error(), "WTHOR.JOU: byte") {
			t.Errorf("% x: %v", data, err)
		}
	}
}

func TestWTHORRoundTrip(t *testing.T) {
	passes := 0
	rapid.Check(t, func(t *rapid.T) {
		number := func(what string) int { return rapid.IntRange(0, 65535).Draw(t, what) }
		theory := fmt.Sprintf("%d at %d", number("score")%65, number("depth")%60+1)
		var games []*record.Record
		for range rapid.IntRange(1, 3).Draw(t, "games") {
			tags := []record.Tag{{Name: "Event", Value: fmt.Sprint("tournament ", number("event"))}, {Name: "Date", Value: "1999"},
				{Name: "P1", Value: fmt.Sprint("player ", number("p1"))}, {Name: "P2", Value: fmt.Sprint("player ", number("p2"))},
				{Name: "Theory", Value: theory}}
			r := randomGame(t, othello.Game{}, nil, tags...)
			if r.Tag("Result") == "*" {
				r.SetTag("Result", rapid.SampledFrom([]string{"p1win", "p2win", "draw"}).Draw(t, "result"))
			}
			if n := len(r.Turns); r.Turns[n-1].Token == "pass" {
				r.Turns = r.Turns[:n-1]
			}
			for _, turn := range r.Turns {
				if turn.Token == "pass" {
					passes++
				}
			}
			games = append(games, r)
		}
		checkRoundTrip(t, wthor, games...)
	})
	// The few games of -short may all be without.
	if passes == 0 && !testing.Short() {
		t.Error("no game had a pass, so nothing was tried")
	}
}

// set is the sample with some bytes changed.
func set(changes ...int) string {
	b := build(2001, 22, sample())
	for i := 0; i < len(changes); i += 2 {
		b[changes[i]] = byte(changes[i+1])
	}
	return string(b)
}

var damagedWTHOR = []damage{
	{"", 0, "ends within its header"},
	{set()[:15], 15, "ends within its header"},
	{set()[:16], 4, "1 games, which are 84 bytes, but it has 16"},
	{set()[:83], 4, "but it has 83"},
	{set() + "\x00", 4, "but it has 85"},
	{set(4, 2), 4, "2 games, which are 152 bytes, but it has 84"},
	{set(4, 255, 5, 255, 6, 255, 7, 255), 4, "4294967295 games"},
	{set(11, 255), 10, "the year 65489"}, // 2001 is 209 and 7·256
	{set(12, 10), 12, "the board has 10 squares a side"},
	{set(13, 1), 13, "the kind is 1"},
	{set(14, 61), 14, "for 61 empty squares"},
	{set(22, 65), 22, "Black has 65 disks"},
	{set(23, 65), 23, "theoretical score is 65"},
	{set(24, 11), 24, "move 1, a1: a1 outflanks no disk"},
	{set(25, 65), 25, "move 2, e6: e6 is occupied"},
	{set(26, 19), 26, "move 3 is 19"},
	{set(26, 91), 26, "move 3 is 91"},
	{set(26, 9), 26, "move 3 is 9"},
	{set(26, 255), 26, "move 3 is 255"},
	{set(26, 0), 27, "a move 66 stands behind the end"},
	{set(33, 11), 33, "move 10, a1: the game is over"},
	{strings.Repeat("x", 1<<20), 10, "the year 30840"},
	{"\x00\x01\xff", 3, "ends within its header"},
}

func TestWTHORDamaged(t *testing.T) { checkDamaged(t, wthor, damagedWTHOR) }

func TestWTHORPrintRefuses(t *testing.T) {
	game := func(changes ...string) *record.Record {
		r := &record.Record{Turns: []record.Turn{{Token: "f5"}}}
		for i := 0; i < len(changes); i += 2 {
			r.SetTag(changes[i], changes[i+1])
		}
		return r
	}
	for _, tc := range []struct {
		records []*record.Record
		want    string
	}{
		{[]*record.Record{game("Game", "blokus")}, `game 1 is left out: the game is "blokus"`},
		{[]*record.Record{game("Game", "othello", "Result", "*")}, `game 1 is left out: its result is "*", and WTHOR has only games that have ended`},
		{[]*record.Record{game("Game", "othello", "Result", "draw", "Theory", "nonsense")}, `game 1 is left out: tag Theory is "nonsense"`},
		{[]*record.Record{game("Game", "othello", "Result", "draw", "Date", "1999"), game("Game", "othello", "Result", "draw", "Date", "2000-01-02")}, "game 2 is left out: its year"},
		{[]*record.Record{game("Game", "othello", "Result", "draw", "Start", "---------------------------OX------XO--------------------------- X")}, ""},
		{[]*record.Record{game("Game", "othello", "Result", "draw", "Start", "---------------------------XO------OX--------------------------- O")}, "another position"},
	} {
		_, err := write(wthor, tc.records)
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("error %v, want %s", err, tc.want)
		}
	}
}

func FuzzWTHOR(f *testing.F) {
	fuzz(f, wthor, damagedWTHOR, string(build(2001, 22, sample(), sample())))
}
