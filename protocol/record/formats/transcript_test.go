package formats

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quadrille/engine/othello"
	"quadrille/protocol/record"
)

var transcript = form("transcript")

// wipeout is a whole game of 9 moves in which White loses all disks. The moves
// are a known shortest game; Black has 13 disks at its end.
const wipeout = "e6f4e3f6g5d6e7f5c5"

// opening is what most texts here begin with.
const opening = "f5 d6 c3 d3 c4 f4"

func TestTranscriptParse(t *testing.T) {
	for _, tc := range []struct {
		text, turns string // of several games with / between them
	}{
		{"f5d6c3\n", "f5 d6 c3"},
		{"F5D6C3", "f5 d6 c3"},
		{"\uFEFF\n  f5 d6\tc3 \r\n\n", "f5 d6 c3"},
		{wipeout, "e6 f4 e3 f6 g5 d6 e7 f5 c5"},
		{wipeout + "pa--", "e6 f4 e3 f6 g5 d6 e7 f5 c5"},
		// Numbers of turns, in the ways of PlayOK, of Cassio and of others.
		{"1. f5 d6 2. c3 d3 3. c4 f4", opening}, {"1.f5 d6 2.c3 d3 3.c4 f4", opening}, {"1. F5 d6 2. C3 d3 3. C4 f4", opening},
		{"1. f5 2. d6 3. c3 4. d3 5. c4 6. f4", opening}, {"1) f5\n2) d6\n3) c3\n4) d3\n5) c4\n6) f4", opening},
		{" F5 2d6 3c3 4D3 5c4 6f4", opening}, {"1: f5 2: d6 3: c3 4: d3 5: c4 6: f4", opening},
		{"1. F5 D6\n3. C3 D3\n5. C4 F4\n34-30\n", opening}, {"1 f5 d6\n2 c3 d3\n3 c4 f4\n", opening},
		// One or two turns a line, wrapped lines, marks between.
		{"f5\nd6\nc3\nd3\nc4\nf4\n", opening}, {"f5\n\nd6\n\nc3\n\nd3\n\nc4\n\nf4\n", opening}, {"f5 d6\nc3 d3\nc4 f4", opening},
		{"f5d6\nc3d3\nc4f4", opening}, {"f5d6c\n3d3c4f4", opening}, {"> f5d6c\r\n> 3d3c4f4\r\n", opening},
		{"f5, d6, c3, d3, c4, f4", opening}, {"f5;d6;c3;d3;c4;f4;", opening}, {"f5-d6-c3-d3-c4-f4", opening}, {"f5 → d6 → c3 → d3 → c4 → f4", opening},
		{"f5 | d6\n c3 | d3\n c4 | f4 |\n", opening}, {"ｆ５ｄ６ ｃ３ Ｄ３　ｃ４ｆ４", opening}, {"`f5` `d6` **c3** d3 c4 f4", opening},
		// The logbook of Logistello.
		{"+f5-d6+c3-d3+c4-f4: +02 10", opening},
		// Colours beside the turns.
		{"Black: f5\nWhite: d6\nBlack: c3\nWhite: d3\nBlack: c4\nWhite: f4", opening}, {"B f5 W d6 B c3 W d3 B c4 W f4", opening},
		{"黒f5 白d6 黒c3 白d3 黒c4 白f4", opening}, {"1. Black f5 White d6\n2. Black c3 White d3\n3. Black c4 White f4", opening},
		{"Black White\nf5 d6\nc3 d3\nc4 f4\n", opening},
		// A game in a text.
		{"Game #42 at table 7\nPlease look at this one:\nf5d6c3d3c4f4\nI was black. See you!", opening}, {"Moves: f5 d6 c3 d3 c4 f4", opening},
		{"My game f5d6c3d3c4f4 was short", opening}, {"I lost again v2: f5d6c3d3c4f4 :-(", opening}, {"PS: f5d6c3d3c4f4", opening},
		{"https://example.org/game.html?f5d6c3d3c4f4&start_move=21", opening}, {"https://example.org/board#f5d6c3d3c4f4", opening},
		{"https://example.org/?moves=f5%20d6%20c3%20d3%20c4%20f4", opening}, {"f5 d6 c3 d3 c4 f4\nhttps://example.org/#f5d6c3d3c4f4", opening},
		{"  A B C D E F G H\n1 - - - - - - - - 1\n2 - - - - - - - - 2\nBlack to move\n--------\nf5d6c3d3c4f4", opening},
		{"-- \nf5d6c3d3c4f4\n-- \nJohn", opening},
		// Comments, variations and times.
		{"1. f5 {the usual} d6 {[%clk 0:04:59]} 2. c3 {so far\nso good} d3 3. c4 f4", opening}, {"f5 d6 c3 (c5 f4 (f6)) d3 c4 f4", opening},
		{"1. f5 (0:03) d6 (0:05) 2. c3 (1:00) d3 (0:01) 3. c4 (1:59) f4 (2:00)", opening}, {"(f5 d6 c3 d3 c4 f4)", opening},
		// Several games.
		{"f5d6c3\nf5f6e6\n", "f5 d6 c3/f5 f6 e6"}, {"f5d6c3\nc4e3f6\n", "f5 d6 c3/c4 e3 f6"}, {"f5\nd3\n", "f5/d3"}, {"f5d6c3 f5f6e6", "f5 d6 c3/f5 f6 e6"},
		{"1. f5 d6 2. c3\n1. c4 e3 2. f6\n", "f5 d6 c3/c4 e3 f6"}, {"1. c4 c3 1. c4 e3", "c4 c3/c4 e3"}, {wipeout + "\n" + wipeout, "e6 f4 e3 f6 g5 d6 e7 f5 c5/e6 f4 e3 f6 g5 d6 e7 f5 c5"},
		{"f5\nd6\nc3\n\nf5\nf6\ne6\n", "f5 d6 c3/f5 f6 e6"}, {"[Black \"a\"]\n\nf5 d6\n\n[Black \"b\"]\n\nc4 e3\n", "f5 d6/c4 e3"},
		{"A: f5d6c3\nB: c4e3f6", "f5 d6 c3/c4 e3 f6"},
	} {
		all, _, err := parse(transcript, []byte(tc.text), nil)
		var got []string
		for _, r := range all {
			got = append(got, strings.Join(r.Tokens(), " "))
		}
		if strings.Join(got, "/") != tc.turns || err != nil {
			t.Errorf("%q: %v, %v", tc.text, got, err)
		}
		if !transcript.Looks([]byte(tc.text)) {
			t.Errorf("%q does not look like a transcript", tc.text)
		}
	}
}

// Headers and games as PlayOK wrote them in 2014 and in 2020; the scores are
// those that it gives.
const (
	kurnik = `[Event "?"]
[Site "kurnik"]
[Date "2014.10.19"]
[Round "-"]
[Black "ntwo"]
[White "cosmostan"]
[Result "37-27"]
[Time "07:43:20"]
[TimeControl "300"]
[BlackElo "1226"]
[WhiteElo "1228"]

1. f5 d6 2. c3 d3 3. c4 f4 4. c5 b3 5. c2 e3 6. d2 b4 7. e2 e6 8. e7 f3 9. g4
g3 10. g5 f2 11. f1 c1 12. c7 f6 13. f7 d7 14. c6 b5 15. c8 h5 16. h6 h4 17. b6
h7 18. a5 g6 19. d1 f8 20. e8 d8 21. h2 b8 22. a2 a3 23. a4 a7 24. b1 e1 25. b2
b7 26. g2 h1 27. h3 g1 28. h8 a1 29. a6 -- 30. a8 -- 31. g8 g7 37-27
`
	playOK = `[Event "?"]
[Site "PlayOK"]
[Date "2020.05.05"]
[Round "-"]
[Black "t7m4o1k9a"]
[White "cafego"]
[Result "38-26"]
[Time "11:24:48"]
[TimeControl "300"]
[BlackElo "1073"]
[WhiteElo "1183"]

1. f5 d6 2. c3 f3 3. f4 d3 4. c4 g3 5. e6 c6 6. c5 e7 7. f6 g4 8. g5 h4 9. e8
d7 10. d2 b5 11. d8 e3 12. e2 f2 13. h6 h5 14. h3 b4 15. g6 e1 16. g1 f7 17. f8
g7 18. a5 f1 19. d1 c1 20. b1 c2 21. h8 g2 22. a4 b3 23. a3 a6 24. a7 b6 25. c7
c8 26. b2 b7 27. a8 b8 28. h1 h2 29. -- g8 30. h7 a2 31. a1 38-26
`
)

func TestTranscriptPlayOK(t *testing.T) {
	all, notes, err := parse(transcript, []byte(kurnik+"\n"+playOK), nil)
	if err != nil || notes != nil || len(all) != 2 {
		t.Fatalf("%d games, %v, %v", len(all), notes, err)
	}
	want := []string{`Game othello`, `Place PlayOK`, `Date 2020-05-05`, `P1 t7m4o1k9a`, `P2 cafego`, `Time 11:24:48`, `Clock 300`, `P1Rating 1073`, `P2Rating 1183`,
		`Start startpos`, `Result p1win`, `Reason more-disks`}
	var got []string
	for _, tag := range all[1].Tags {
		got = append(got, tag.Name+" "+tag.Value)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for i, score := range []string{"37 27", "38 26"} {
		p, err := othello.Game{}.New(nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, token := range all[i].Tokens() {
			if p, err = p.Play(token); err != nil {
				t.Fatal(err)
			}
		}
		if got := fmt.Sprint(p.Scores()); got != "["+score+"]" || !p.Result().Over {
			t.Errorf("game %d: %s, not %s", i+1, got, score)
		}
	}
}

// The scores of a header beside what the moves say.
func TestTranscriptResult(t *testing.T) {
	for _, tc := range []struct{ score, moves, result, stated, note string }{
		{"13-0", wipeout, "p1win", "", ""}, {"64-0", wipeout, "p1win", "+64", ""}, {"1-0", wipeout, "p1win", "", ""}, {"?", wipeout, "p1win", "", ""},
		{"20-44", wipeout, "p1win", "-24", "the file states the result -24, but the moves end the game with +13"},
		{"64-0", "f5d6", "p1win", "", ""}, {"20-44", "f5d6", "p2win", "-24", ""}, {"32-32", "f5d6", "draw", "", ""},
		{"3-2", "f5d6", "*", "+1", ""}, {"*", "f5d6", "*", "", ""}, {"?", "f5d6", "*", "", ""},
		{"1/2-1/2", "f5d6", "draw", "", ""},
		{"1-0", "f5d6", "*", "1-0", `the result "1-0" is not two scores`},
	} {
		all, notes, err := parse(transcript, []byte(fmt.Sprintf("[Result %q]\n\n%s", tc.score, tc.moves)), nil)
		note := strings.Join(notes, "")
		if err != nil || len(all) != 1 || all[0].Tag(record.ResultTag) != tc.result || all[0].Tag(record.StatedTag) != tc.stated || !strings.Contains(note, tc.note) || (note == "") != (tc.note == "") {
			t.Errorf("%+v: %v %v %v", tc, all[0].Tags, notes, err)
		}
	}
}

// A game that is wrapped anywhere, put on a line for every turn, numbered or put
// into a text is the same game, and two of them are two.
func TestTranscriptForms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := []*record.Record{randomGame(t, othello.Game{}, nil), randomGame(t, othello.Game{}, nil)}
		width := rapid.IntRange(20, 130).Draw(t, "width")
		forms := map[string]func(tokens []string) string{
			"wrapped":  func(tokens []string) string { return wrapped(tokens, width) },
			"words":    func(tokens []string) string { return "1. " + strings.Join(tokens, " ") },
			"a line":   func(tokens []string) string { return "1. " + strings.Join(tokens, "\n") },
			"numbered": func(tokens []string) string { return numbered(tokens, 1) },
			"rounds":   func(tokens []string) string { return strings.ReplaceAll(numbered(tokens, 2), "pass", "--") },
			"capitals": func(tokens []string) string { return strings.ToUpper(numbered(tokens, 2)) },
			"in text": func(tokens []string) string {
				return "This is what we played: " + numbered(tokens, 2) + " and then we went home."
			},
		}
		if min(len(games[0].Turns), len(games[1].Turns)) < 3 {
			delete(forms, "wrapped") // which may be more of the game before
			delete(forms, "in text") // which may be any squares
		}
		for name, form := range forms {
			var b strings.Builder
			for _, g := range games {
				b.WriteString(form(g.Tokens()) + "\n\n")
			}
			got, _, err := parse(transcript, []byte(b.String()), nil)
			if diff := cmp.Diff(games, got); diff != "" || err != nil {
				t.Fatalf("%s: %v\n%s\n%s", name, err, b.String(), diff)
			}
		}
	})
}

// wrapped breaks a game in one word, without passes but for the last, which no
// line end divides.
func wrapped(tokens []string, width int) string {
	text := strings.Join(tokens, "")
	if text, passes := strings.CutSuffix(text, "pass"); passes {
		return wrapped(strings.Fields(strings.ReplaceAll(text, "pass", "")), width) + "pa"
	}
	text = strings.ReplaceAll(text, "pass", "")
	var b strings.Builder
	for len(text) > width {
		b.WriteString(text[:width] + "\n")
		text = text[width:]
	}
	return b.String() + text
}

// numbered puts a number before every so many turns.
func numbered(tokens []string, every int) string {
	var b strings.Builder
	for i, token := range tokens {
		if i%every == 0 {
			fmt.Fprintf(&b, "%d. ", i/every+1)
		}
		b.WriteString(token + " ")
	}
	return b.String()
}

// Remarks in braces are comments on the turn before them.
func TestTranscriptComments(t *testing.T) {
	all, _, err := parse(transcript, []byte("{by\nant} 1. f5 {the usual} {one} d6\n{[%clk 0:04:59]}\n2. c3 {end"), nil)
	want := []*record.Record{{
		Tags:  []record.Tag{{Name: "Game", Value: "othello"}, {Name: "Start", Value: "startpos"}, {Name: "Result", Value: "*"}},
		Intro: "by ant",
		Turns: []record.Turn{{Token: "f5", Comment: "the usual one"}, {Token: "d6", Comment: "[%clk 0:04:59]"}, {Token: "c3"}},
	}}
	if diff := cmp.Diff(want, all); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

// What belongs to no game is told.
func TestTranscriptNotes(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"f5 d6 c3 d3\nWhite could also play f4 g3 h2", "line 2 has squares that belong to no game"},
		{"f5d6c3 (c5 f4) d3", "moves in parentheses that are left out: 2"},
		{"We met at c4.\n" + opening, "line 1 has squares"},
	} {
		if _, notes, err := parse(transcript, []byte(tc.text), nil); len(notes) != 1 || !strings.Contains(notes[0], tc.want) || err != nil {
			t.Errorf("%q: %q, %v", tc.text, notes, err)
		}
	}
}

// A game without its passes reads as with them.
func TestTranscriptPasses(t *testing.T) {
	passes := 0
	rapid.Check(t, func(t *rapid.T) {
		r := randomGame(t, othello.Game{}, nil)
		with := strings.Join(r.Tokens(), "")
		passes += strings.Count(with, "pass")
		got, _, err := parse(transcript, []byte(with), nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]*record.Record{r}, got); diff != "" {
			t.Fatal(diff)
		}
		without := strings.ReplaceAll(strings.TrimSuffix(with, "pass"), "pass", "")
		if strings.HasSuffix(with, "pass") {
			without += "--"
		}
		if got, _, err = parse(transcript, []byte(without), nil); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]*record.Record{r}, got); diff != "" {
			t.Fatal(diff)
		}
	})
	// The few games of -short may all be without.
	if passes == 0 && !testing.Short() {
		t.Error("no game had a pass, so nothing was tried")
	}
}

func TestTranscriptRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkRoundTrip(t, transcript, randomGame(t, othello.Game{}, nil), randomGame(t, othello.Game{}, nil))
	})
}

// Edax wrote the file after a game against itself, which White won by 18 disks,
// as it says in the GGF that it wrote of the same game.
func TestTranscriptEdax(t *testing.T) {
	data := file(t, "edax.txt")
	all, _, err := parse(transcript, data, nil)
	if err != nil || len(all) != 1 || len(all[0].Turns) != 60 || all[0].Tag(record.ResultTag) != "p2win" {
		t.Fatalf("%v, %v", all, err)
	}
	text, err := write(transcript, all)
	if want := strings.ToLower(strings.TrimSpace(string(data))) + "\n"; string(text) != want || err != nil {
		t.Errorf("%v\n%s", err, cmp.Diff(want, string(text)))
	}
}

var damagedTranscript = []damage{
	{"", 1, "there is no game"},
	{"\n\n", 1, "there is no game"},
	{"f5d6c3\nf5d6c", 2, `behind move 2, "f5d6c" is not a square`},
	{"f5d6c3\n\nf5d6c9", 3, `behind move 2, "f5d6c9" is not a square`},
	{"f5 d6 c9", 1, `behind move 2, "c9" is not a square`},
	{"f5 d6\nc9 d3", 2, `behind move 2, "c9" is not a square`},
	{"f5\nd6\nc9\nd3\n", 3, `behind move 2, "c9" is not a square`},
	{"f5d6d6", 1, "move 3, d6: d6 is occupied"},
	{"f5 d6\nc3 c3\nd3 c4", 2, "move 4, c3: c3 is occupied"},
	{"f5a1", 1, "move 2, a1: a1 outflanks no disk"},
	{"f5pa", 1, "move 2, pass: a pass is allowed only"},
	{wipeout + "a1", 1, "move 10, a1: the game is over"},
	{"a1 b2", 1, "the squares in the line are none that can be played from the start"},
	{"[Event \"x\"]\n\n[Event \"y\"]\n\nf5", 1, "a header without moves"},
	{"\x00\x01\xff", 1, "there is no game"},
	{strings.Repeat("x", 1<<20), 1, "there is no game"},
	{strings.Repeat("{(", 1<<20), 1, "there is no game"}, {strings.Repeat("{a} (", 1<<18), 1, "there is no game"},
	{strings.Repeat("f5", 1<<19), 1, "move 2, f5: f5 is occupied"},
	{strings.Repeat("f5 ", 1<<19), 1, "move 2, f5: f5 is occupied"},
}

func TestTranscriptDamaged(t *testing.T) { checkDamaged(t, transcript, damagedTranscript) }

func TestTranscriptPrintRefuses(t *testing.T) {
	tag := func(name, value string) record.Tag { return record.Tag{Name: name, Value: value} }
	game := tag(record.GameTag, "othello")
	unfinished := tag(record.ResultTag, "*")
	for _, tc := range []struct {
		tags  []record.Tag
		turns string
		want  string
	}{
		{[]record.Tag{tag(record.GameTag, "teeko"), unfinished}, "a", `game 1 is left out: the game is "teeko"`},
		{[]record.Tag{game, unfinished}, "", "game 1 is left out: it has no moves"},
		{[]record.Tag{game, unfinished}, "f5 f5", `game 1 is left out: turn 2, "f5": f5 is occupied`},
		{[]record.Tag{game, unfinished, tag(record.RulesTag, "x=1")}, "f5", `no rule option "x"`},
		{[]record.Tag{game, unfinished, tag(record.StartTag, "nonsense")}, "f5", "64 squares and the side"},
		{[]record.Tag{game, unfinished, tag(record.StartTag, strings.Repeat("-", 63)+"X O")}, "", "another position"},
	} {
		r := &record.Record{Tags: tc.tags}
		for _, token := range strings.Fields(tc.turns) {
			r.Turns = append(r.Turns, record.Turn{Token: token})
		}
		if tc.want == "another position" {
			r.SetTag(record.ResultTag, "p1win") // Black has the only disk
		}
		if _, err := write(transcript, []*record.Record{r}); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%v %s: error %v, want %s", tc.tags, tc.turns, err, tc.want)
		}
	}
}

// Games are written and read again with the same moves, and an error says where
// it is.
func FuzzTranscript(f *testing.F) {
	for _, tc := range damagedTranscript {
		if len(tc.text) < 1000 {
			f.Add([]byte(tc.text))
		}
	}
	for _, seed := range []string{"f5d6c3\nF5 F6", wipeout, kurnik, "Game 1: 1. f5 {so} d6 (c4)\nc\n3 -- pass", "c4c3\nc4e3\n1 f5d6c\n3"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		games, _, err := parse(transcript, data, nil)
		if at, _ := place(err); err != nil && (at < 0 || at > len(data)+1) {
			t.Fatalf("error %v", err)
		}
		if len(games) == 0 {
			return
		}
		text, err := write(transcript, games)
		if err != nil {
			t.Fatal(err)
		}
		again, notes, err := parse(transcript, text, nil)
		if err != nil || notes != nil || len(again) != len(games) {
			t.Fatalf("%v %v, %d games of %d\n%s", err, notes, len(again), len(games), text)
		}
		for i := range games {
			if diff := cmp.Diff(games[i].Tokens(), again[i].Tokens()); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}
