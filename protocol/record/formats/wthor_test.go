package formats

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io/fs"
	"slices"
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
		folder                 fs.FS
		event, p1, p2, numbers string
	}{
		{nil, "tournament 3", "player 258", "player 2", ""},
		{folder, "Cup", "player 258", "Bert Ö.", "3 258 2"},
	} {
		got, notes, err := parse(wthor, build(2001, 22, sample()), tc.folder)
		want := &record.Record{Tags: []record.Tag{{Name: "Game", Value: "othello"}, {Name: "Event", Value: tc.event}, {Name: "Date", Value: "2001"},
			{Name: "P1", Value: tc.p1}, {Name: "P2", Value: tc.p2}, {Name: "WTHOR", Value: tc.numbers}, {Name: "Theory", Value: "40 at 22"}, {Name: "Start", Value: "startpos"},
			{Name: "Result", Value: "p1win"}, {Name: "Reason", Value: "more-disks"}}}
		want.Tags = slices.DeleteFunc(want.Tags, func(t record.Tag) bool { return t.Value == "" })
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

// What a game's header says, where the moves do not show it or contradict it, is
// kept from database to record to database. The score counts empty squares for
// the winner: 36 disks are a lead of 36 to 28, and the shortest game is 64 to 0.
func TestWTHORKept(t *testing.T) {
	short := func(score, theory byte) []byte { return []byte{0, 0, 0, 0, 0, 0, score, theory, 56, 64} }
	for _, tc := range []struct {
		depth          int
		game           []byte
		result, stated string
		theory, note   string
	}{
		{0, short(33, 33), "p1win", "+2", "", ""},
		{0, append(short(36, 36), bytes.Repeat([]byte{92}, 58)...), "p1win", "+8", "", ""}, // as Edax 4.6 writes a game that ends early
		{0, short(64, 64), "p1win", "", "", ""}, {0, short(32, 32), "draw", "", "", ""}, {0, short(0, 0), "p2win", "", "", ""},
		{0, short(31, 31), "p2win", "-2", "", ""},
		{0, short(20, 0), "p2win", "-24", "0", ""},
		{22, short(20, 0), "p2win", "-24", "0 at 22", ""}, {22, short(33, 40), "p1win", "+2", "40 at 22", ""}, {24, short(32, 32), "draw", "", "32 at 24", ""},
		{0, append([]byte{0, 0, 0, 0, 0, 0, 63, 64}, shortest...), "p1win", "+62", "64", "the file says that Black has 63 disks at the end, the moves lead to 64"},
		{0, append([]byte{0, 0, 0, 0, 0, 0, 20, 20}, shortest...), "p1win", "-24", "", "the file says that Black has 20 disks at the end, the moves lead to 64"},
		{0, append([]byte{0, 0, 0, 0, 0, 0, 64, 32}, shortest...), "p1win", "", "32", ""},
	} {
		data := build(0, tc.depth, tc.game)
		got, notes, err := parse(wthor, data, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r := got[0]; r.Tag("Result") != tc.result || r.Tag("StatedResult") != tc.stated || r.Tag("Date") != "" || r.Tag("Theory") != tc.theory ||
			strings.TrimPrefix(strings.Join(notes, ""), "game 1: ") != tc.note {
			t.Errorf("%v: %v, notes %v", tc.game, r.Tags, notes)
		}
		text, err := write(form("record"), got)
		if err != nil {
			t.Fatal(err)
		}
		records, _, err := parse(form("record"), text, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := write(wthor, records)
		copy(data, []byte{0, 0, 0, 0})
		for i, c := range data { // Edax's end of the moves is written as the form has it
			if c == 92 {
				data[i] = 0
			}
		}
		if !bytes.Equal(data, again) || err != nil {
			t.Errorf("%v: %v\n% x\n% x", tc.game, err, data, again)
		}
	}
}

// The numbers stay when names are put in, and the score becomes RE of GGF.
func TestWTHORNumbers(t *testing.T) {
	folder := fstest.MapFS{"WTHOR.JOU": {Data: nameFile(3, 20, "Anna", "", "Bert")}, "WTHOR.TRN": {Data: nameFile(4, 26, "a", "b", "c", "Cup")}}
	data := build(2001, 22, sample(), []byte{3, 0, 2, 0, 0, 0, 36, 40, 56})
	games, _, err := parse(wthor, data, folder)
	if err != nil || games[0].Tag("P2") != "Bert" {
		t.Fatal(games, err)
	}
	again, err := write(wthor, games)
	copy(data, []byte{0, 0, 0, 0})
	if !bytes.Equal(data, again) || err != nil {
		t.Errorf("%v\n% x\n% x", err, data, again)
	}
	text, err := write(ggf, games[1:])
	if err != nil || !strings.Contains(string(text), "DT[2001]PB[Bert]PW[Anna]RE[+8.00]") {
		t.Errorf("%v, %s", err, text)
	}
	back, _, err := parse(ggf, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	if score, err := write(wthor, back); err != nil || score[16+6] != 36 || score[10] != 209 {
		t.Errorf("%v, % x", err, score)
	}
}

// A game that cannot be read costs no other, nor does a header that does not
// fit the games.
func TestWTHORRefused(t *testing.T) {
	bad := []byte{0, 0, 0, 0, 0, 0, 64, 64, 11}
	three := build(2001, 22, sample(), bad, sample())
	claims := func(n byte, more ...byte) []byte {
		data := append(slices.Clone(three), more...)
		data[4] = n
		return data
	}
	const refused = "game 2 is left out: byte 92: move 1, a1: a1 outflanks no disk; Black may play: d3 c4 f5 e6"
	for _, tc := range []struct {
		data           []byte
		games          int
		refused, notes string
	}{
		{three, 3, refused, ""},
		{claims(4), 4, refused + "; game 4 is left out: byte 220: the file ends in front of the end of game 4, and its header says that there are 4 games", ""},
		{claims(200, 1, 2), 4, refused + "; game 4 is left out: byte 222: the file ends in front of the end of game 4, and its header says that there are 200 games", ""},
		{claims(0), 3, refused, "byte 4: the header says that there are 0 games, but there are 3"},
		{claims(3, 0), 3, refused, "byte 220: what is behind the last game is left out: 1 byte"},
		{three[:230-40], 3, refused + "; game 3 is left out: byte 190: the file ends in front of the end of game 3, and its header says that there are 3 games", ""},
	} {
		file, err := wthor.Split(tc.data, nil)
		if err != nil {
			t.Errorf("%d: %v", len(tc.data), err)
			continue
		}
		all := file.All(func(int) {})
		var refused []string
		for _, r := range all.Refused {
			refused = append(refused, r.Error())
		}
		if got := strings.Join(refused, "; "); len(file.Games) != tc.games || got != tc.refused || strings.Join(all.Notes, "; ") != tc.notes {
			t.Errorf("%d games, notes %v, refused\n%s\n%s", len(file.Games), all.Notes, got, tc.refused)
		}
		if r, _, err := file.Game(1); err != nil || len(r.Turns) != 9 {
			t.Errorf("game 1 is %v, %v", r, err)
		}
	}
}

// What cannot be is left out with a note.
func TestWTHOROdd(t *testing.T) {
	for _, tc := range []struct {
		data, tags, note string
	}{
		{set(11, 255), "Event=tournament 3 P1=player 258 P2=player 2 Theory=40 at 22 Result=p1win Reason=more-disks", "byte 10: the year 65489 of the games is left out"}, // 2001 is 209 and 7·256
		{set(14, 61), "Event=tournament 3 Date=2001 P1=player 258 P2=player 2 Result=p1win Reason=more-disks",
			"byte 14: the theoretical scores are said to be for 61 empty squares, which cannot be, and are left out"},
		{set(22, 65), "Event=tournament 3 Date=2001 P1=player 258 P2=player 2 Theory=40 at 22 Result=p1win Reason=more-disks", "game 1: the file says that Black has 65 disks, which is left out"},
		{set(23, 65), "Event=tournament 3 Date=2001 P1=player 258 P2=player 2 Result=p1win Reason=more-disks", "game 1: the file says that Black has 65 disks by perfect play, which is left out"},
	} {
		got, notes, err := parse(wthor, []byte(tc.data), nil)
		if err != nil || tagsOf(got[0]) != tc.tags || strings.Join(notes, "; ") != tc.note {
			t.Errorf("%v\n%s\n%s\n%q", err, tagsOf(got[0]), tc.tags, notes)
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

// Files of names that are damaged are told, and what names they have are used.
func TestWTHORNames(t *testing.T) {
	for _, tc := range []struct {
		data     []byte
		p2, note string
	}{
		{nil, "player 2", "WTHOR.JOU: byte 0: the file ends within its header of 16 bytes"},
		{make([]byte, 15), "player 2", "WTHOR.JOU: byte 15: the file ends within its header of 16 bytes"},
		{nameFile(4, 20, "Anna", "", "Bert"), "Bert", "WTHOR.JOU: byte 8: the file says that it has 4 names, which are 96 bytes, but it has 76"},
		{nameFile(3, 20, "Anna", "", "Bert")[:75], "player 2", "WTHOR.JOU: byte 8: the file says that it has 3 names, which are 76 bytes, but it has 75"},
		{nameFile(3, 20, "Anna", "", "Andr\xe9"), "André", ""}, {nameFile(3, 20, "Anna", "", "Andr\xc3\xa9"), "André", ""},
	} {
		got, notes, err := parse(wthor, build(2001, 22, sample()), fstest.MapFS{"WTHOR.JOU": {Data: tc.data}})
		if err != nil || got[0].Tag("P2") != tc.p2 || strings.Join(notes, "") != tc.note {
			t.Errorf("% x: %v, %v, %q", tc.data, got, err, notes)
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
	{set(12, 10), 12, "the board has 10 squares a side"},
	{set(13, 1), 13, "the kind is 1"},
	{set()[:16], 16, "the file ends in front of the end of game 1"},
	{set()[:83], 83, "the file ends in front of the end of game 1"},
	{set(4, 0)[:16], 4, "the file has no game"},
	{set(4, 255, 5, 255, 6, 255, 7, 255), 84, "4294967295 games"},
	{strings.Repeat("x", 1<<20), 12, "the board has 120 squares"},
	{set(24, 11), 24, "move 1, a1: a1 outflanks no disk"},
	{set(25, 65), 25, "move 2, e6: e6 is occupied"},
	{set(26, 19), 26, "move 3 is 19"},
	{set(26, 91), 26, "move 3 is 91"},
	{set(26, 9), 26, "move 3 is 9"},
	{set(26, 255), 26, "move 3 is 255"},
	{set(26, 0), 27, "a move 66 stands behind the end"},
	{set(33, 11), 33, "move 10, a1: the game is over"},
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
