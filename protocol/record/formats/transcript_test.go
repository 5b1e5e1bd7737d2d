package formats

import (
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

func TestTranscriptParse(t *testing.T) {
	for _, tc := range []struct {
		text, turns, result string
	}{
		{"f5d6c3\n", "f5 d6 c3", "*"},
		{"F5D6C3", "f5 d6 c3", "*"},
		{"\uFEFF\n  f5 d6\tc3 \r\n\n", "f5 d6 c3", "*"},
		{wipeout, "e6 f4 e3 f6 g5 d6 e7 f5 c5", "p1win"},
		{wipeout + "pa--", "e6 f4 e3 f6 g5 d6 e7 f5 c5", "p1win"},
	} {
		all, _, err := parse(transcript, []byte(tc.text), nil)
		if err != nil || len(all) != 1 {
			t.Errorf("%q: %d games, %v", tc.text, len(all), err)
			continue
		}
		r := all[0]
		if got := strings.Join(r.Tokens(), " "); got != tc.turns || r.Tag(record.ResultTag) != tc.result {
			t.Errorf("%q: %s, %s", tc.text, got, r.Tag(record.ResultTag))
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
	{"\n\n", 3, "there is no game"},
	{"f5d6c3\nf5d6c", 2, `"f5d6c" is not a transcript`},
	{"f5d6c3\n\nf5d6c9", 3, "is not a transcript"},
	{"f5d6d6", 1, "move 3, d6: d6 is occupied"},
	{"f5a1", 1, "move 2, a1: a1 outflanks no disk"},
	{"f5pa", 1, "move 2, pass: a pass is allowed only"},
	{wipeout + "a1", 1, "move 10, a1: the game is over"},
	{"\x00\x01\xff", 1, "is not a transcript"},
	{strings.Repeat("x", 1<<20), 1, "is not a transcript"},
	{strings.Repeat("f5", 1<<19), 1, "move 2, f5: f5 is occupied"},
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

func FuzzTranscript(f *testing.F) {
	fuzz(f, transcript, damagedTranscript, "f5d6c3\nF5 F6", wipeout)
}
