package formats

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/protocol/record"
)

var fenForm = form("fen")

// The positions are those of docs/rules.md, and the one of Othello that of FFO 40.
func TestFEN(t *testing.T) {
	for _, tc := range []struct{ text, game, rules, start, turns, result string }{
		{"..../..../..../..../####/..../..../..../.... R placement 0,0 pieces=8,slideback=true,repetition=3 - -", "square4",
			"pieces=8 slideback=true repetition=3", "startpos", "", "*"},
		{"\uFEFFfen ...../...../...../...../..... O size=5,advanced=true,repetition=3 -  moves\tB2 c3\r\n", "teeko",
			"size=5 advanced=true repetition=3", "startpos", "b2 c3", "*"},
		{"# FFO 40\n\nposition fen O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X moves a2", "othello",
			"", "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", "a2", "*"},
		{"---------------------------OX------XO--------------------------- X", "othello", "", "startpos", "", "*"},
	} {
		if f, err := Detect("-", []byte(tc.text)); f.Name != "fen" || err != nil {
			t.Errorf("%q is %q, %v", tc.text, f.Name, err)
		}
		games, _, err := parse(fenForm, []byte(tc.text), nil)
		if err != nil || len(games) != 1 {
			t.Fatalf("%q: %d games, %v", tc.text, len(games), err)
		}
		r := games[0]
		got := []string{r.Tag(record.GameTag), r.Tag(record.RulesTag), r.Tag(record.StartTag), strings.Join(r.Tokens(), " "), r.Tag(record.ResultTag)}
		if diff := cmp.Diff([]string{tc.game, tc.rules, tc.start, tc.turns, tc.result}, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tc.text, diff)
		}
	}
}

// Games that other programs wrote keep their turns.
func TestFENKeeps(t *testing.T) {
	for _, name := range []string{"pentobi-duo.blksgf", "pentobi-three.blksgf", "edax-pass.ggf", "ggs.ggf"} {
		opened, err := Open("", name, file(t, name))
		if err != nil {
			t.Fatal(err)
		}
		want := opened.All(func(int) {}).Records
		text, err := write(fenForm, want)
		got, _, again := parse(fenForm, text, nil)
		if err != nil || again != nil || len(got) != len(want) {
			t.Fatalf("%s: %v, %v, %d games of %d", name, err, again, len(got), len(want))
		}
		for i, r := range got {
			for _, tag := range []string{record.GameTag, record.RulesTag, record.StartTag} {
				if r.Tag(tag) != want[i].Tag(tag) {
					t.Errorf("%s: %s %q, not %q", name, tag, r.Tag(tag), want[i].Tag(tag))
				}
			}
			if diff := cmp.Diff(want[i].Tokens(), r.Tokens()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
	}
	if _, err := write(fenForm, []*record.Record{{Tags: []record.Tag{{Name: "Game", Value: "square4"}}, Pending: []string{"place 0 0"}}}); err == nil {
		t.Error("half a turn is written")
	}
}

// Test suites of Othello have values behind the position.
func TestFENValues(t *testing.T) {
	const text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36; % FFO#40\n"
	games, notes, err := parse(fenForm, []byte(text), nil)
	if err != nil || len(games) != 1 || len(notes) != 1 || !strings.Contains(notes[0], "A2:+38; C7:+36; % FFO#40") {
		t.Errorf("%d games, %q, %v", len(games), notes, err)
	}
}

const othelloStart = "---------------------------OX------XO--------------------------- X"

var damagedFEN = []damage{
	{"", 1, "there is no position"},
	{othelloStart + "\n" + othelloStart + " moves f5 f5", 2, "move 2, f5: "},
	{"..../..../..../.... O size=4,advanced=true,repetition=3 -", 1, "advanced=true needs size=5"},
	{othelloStart + " f5 d6 c3 d3 c4 f4 e3", 1, "is a position of none of the games"},
	{othelloStart + "\n\n8/8/8/8/8/8/8/8 w - - 0 1", 3, "is a position of none of the games"},
}

func TestFENDamaged(t *testing.T) { checkDamaged(t, fenForm, damagedFEN) }

func FuzzFEN(f *testing.F) {
	fuzz(f, fenForm, damagedFEN, "position fen "+othelloStart+" moves F5 d6; d3:+2",
		"..../..../..../..../####/..../..../..../.... R placement 0,0 pieces=8,slideback=true,repetition=3 - -",
		"...../...../...../...../..... O size=5,advanced=true,repetition=3 - moves b2 c3")
}
