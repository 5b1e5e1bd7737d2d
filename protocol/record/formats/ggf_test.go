package formats

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quadrille/engine/othello"
	"quadrille/protocol/record"
)

var ggf = form("ggf")

const startBoard = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"

// The file was written by hand after the document's list of properties. The
// second game begins with White, and 945277754 is the document's example of a
// date in seconds: 15 December 1999, 17:09:14 UTC by GNU date.
func TestGGFDocument(t *testing.T) {
	got, notes, err := parse(ggf, file(t, "ggs.ggf"), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []*record.Record{{
		Tags: []record.Tag{{Name: "Game", Value: "othello"}, {Name: "Place", Value: "GGS/os"}, {Name: "Date", Value: "2004-09-18"},
			{Name: "Time", Value: "05:54:38.MDT"}, {Name: "P1", Value: "ant"}, {Name: "P2", Value: "bee"},
			{Name: "P1Rating", Value: "1837.50"}, {Name: "P2Rating", Value: "2203.50"}, {Name: "Clock", Value: "05:00//02:00"},
			{Name: "Start", Value: "startpos"}, {Name: "Result", Value: "p2win"}, {Name: "Reason", Value: "resign"}},
		Turns: []record.Turn{{Token: "f5", Comment: "time 1.25"}, {Token: "d6", Comment: "eval 0.50 time 2"}, {Token: "c3"}, {Token: "d3", Comment: "eval -1.5"}},
	}, {
		Tags: []record.Tag{{Name: "Game", Value: "othello"}, {Name: "Place", Value: "GGS/os"}, {Name: "Date", Value: "1999-12-15"},
			{Name: "Time", Value: "17:09:14.UTC"}, {Name: "P1", Value: "bee"}, {Name: "P2", Value: "ant"},
			{Name: "P1Clock", Value: "01:00"}, {Name: "P2Clock", Value: "02:00"},
			{Name: "Start", Value: "---------------------------OX------XO--------------------------- O"},
			{Name: "Result", Value: "p1win"}, {Name: "Reason", Value: "timeout"}},
		Turns: []record.Turn{{Token: "f4"}, {Token: "f3"}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"game 2: properties that records do not have are skipped: XX"}, notes); diff != "" {
		t.Error(diff)
	}
	checkRoundTrip(t, ggf, got...)
}

func TestGGFPrint(t *testing.T) {
	r := &record.Record{Tags: []record.Tag{{Name: "Game", Value: "othello"}, {Name: "Date", Value: "2026-11-27"}, {Name: "P1", Value: "ant"},
		{Name: "Result", Value: "*"}},
		Turns: []record.Turn{{Token: "f5", Comment: "eval 1.5"}, {Token: "d6", Comment: "a good move"}}}
	const want = "(;GM[Othello]DT[2026.11.27]PB[ant]RE[?]TY[8]" + startBoard + "B[F5/1.5]W[D6];)\n"
	if got, err := write(ggf, []*record.Record{r}); string(got) != want || err != nil {
		t.Errorf("%v\n%s", err, cmp.Diff(want, string(got)))
	}
	r.SetTag("P1", "a]b")
	if _, err := write(ggf, []*record.Record{r}); err == nil || !strings.Contains(err.Error(), `game 1 is left out: "a]b" has a ]`) {
		t.Errorf("error %v", err)
	}
}

// Edax wrote the files: a game against itself, and one that goes on, whose
// result it writes as -127.
func TestGGFEdax(t *testing.T) {
	for _, tc := range []struct {
		name, result string
		turns        int
	}{{"edax.ggf", "p2win", 60}, {"edax-unfinished.ggf", "*", 20}} {
		all, notes, err := parse(ggf, file(t, tc.name), nil)
		if err != nil || len(all) != 1 || len(notes) > 0 {
			t.Errorf("%s: %d games, %v, %v", tc.name, len(all), notes, err)
			continue
		}
		if r := all[0]; len(r.Turns) != tc.turns || r.Tag("Result") != tc.result || r.Tag("Place") != "Edax" || r.Tag("P1") != "" {
			t.Errorf("%s: %d turns, tags %v", tc.name, len(r.Turns), r.Tags)
		}
		if tc.result == "*" {
			continue
		}
		text, err := write(ggf, all)
		if err != nil || !strings.Contains(string(text), "RE[-18.00]") { // Edax wrote RE[-18.000]
			t.Errorf("%s, %v", text, err)
		}
	}
}

// Passes that the text leaves out are put in, and comments stay with their
// turns.
func TestGGFPasses(t *testing.T) {
	tried := 0
	rapid.Check(t, func(t *rapid.T) {
		r := randomGame(t, othello.Game{}, nil)
		for i := range r.Turns {
			if r.Turns[i].Token != "pass" {
				r.Turns[i].Comment = "eval 1"
			}
		}
		text, err := write(ggf, []*record.Record{r})
		if err != nil {
			t.Fatal(err)
		}
		if r.Turns[len(r.Turns)-1].Token == "pass" {
			return
		}
		tried += strings.Count(string(text), "[PA]")
		without := strings.NewReplacer("B[PA]", "", "W[PA]", "").Replace(string(text))
		got, _, err := parse(ggf, []byte(without), nil)
		if diff := cmp.Diff([]*record.Record{r}, got); diff != "" || err != nil {
			t.Fatalf("%v\n%s", err, diff)
		}
	})
	// The few games of -short may all be without.
	if tried == 0 && !testing.Short() {
		t.Error("no game had a pass, so nothing was tried")
	}
}

func TestGGFRoundTrip(t *testing.T) {
	text := randomText("]")
	rapid.Check(t, func(t *rapid.T) {
		r := randomGame(t, othello.Game{}, nil, record.Tag{Name: "Place", Value: text.Draw(t, "place")},
			record.Tag{Name: "Date", Value: "2026-11-27"}, record.Tag{Name: "Time", Value: "23:59:58.UTC"},
			record.Tag{Name: "P1", Value: text.Draw(t, "p1")}, record.Tag{Name: "P2", Value: text.Draw(t, "p2")})
		if reason := rapid.SampledFrom([]string{"", "resign", "timeout", "agreement"}).Draw(t, "reason"); reason != "" && r.Tag("Reason") == "" {
			r.SetTag("Result", rapid.SampledFrom([]string{"p1win", "p2win", "draw"}).Draw(t, "result"))
			r.SetTag("Reason", reason)
		}
		for i := range r.Turns {
			r.Turns[i].Comment = rapid.SampledFrom([]string{"", "eval +1.50", "time 3", "eval -0.2 time 60.01"}).Draw(t, "comment")
		}
		checkRoundTrip(t, ggf, r)
	})
}

var damagedGGF = []damage{
	{"", 1, "there is no game"},
	{"\n12\n", 3, "there is no game"},
	{"hello", 1, `not with "hello"`},
	{"(;GM[Othello]", 1, "the text ends within a game"},
	{"(;GM[Othello]\n" + startBoard + "\nB[F5", 3, "the value of B does not end with ]"},
	{"(;GM[Othello]B F5;)", 1, "a property is one or two capitals"},
	{"(;GM[Othello]XYZ[1];)", 1, "a property is one or two capitals"},
	{"(;GM[Othello]\nPB[a]\nPB[b];)", 3, "PB is given twice"},
	{"(;GM[Chess];)", 1, `the game is "Chess"`},
	{"(;" + startBoard + "\n;)", 2, "no GM"},
	{"(;GM[Othello]\nTY[10];)", 2, `type "10"`},
	{"(;GM[Othello]\nTY[8a];)", 2, `type "8a"`},
	{"(;GM[Othello]KM[2];)", 1, "a komi"},
	{"(;GM[Othello]DT[yesterday];)", 1, "DT is a day"},
	{"(;GM[Othello]DT[2004.13.01];)", 1, "DT is a day"},
	{"(;GM[Othello]BO[8 *];)", 1, "a board is 8, 64 squares"},
	{"(;GM[Othello]" + strings.Replace(startBoard, "O*", "OQ", 1) + ";)", 1, "BO, with X for *: e4 is X, O or '-'"},
	{"(;GM[Othello]" + strings.Replace(startBoard, " *]", " -]", 1) + ";)", 1, "the side to move"},
	{"(;GM[Othello]B[F5]" + startBoard + ";)", 1, "BO stands behind the first move"},
	{"(;GM[Othello]B[F5]\nW[F6]\nW[E6];)", 3, "move 3 is one of W, but B is to move"},
	{"(;GM[Othello]\nB[A1];)", 2, "move B[A1]: a1 outflanks no disk"},
	{"(;GM[Othello]\nB[PA];)", 2, "a pass is allowed only"},
	{"(;GM[Othello]\nB[F5/1/2/3];)", 2, "a move is a square, an evaluation and a time"},
	{"(;GM[Othello]\nB[F5/1 2];)", 2, `"1 2" is no eval`},
	{"(;GM[Othello]\nRE[much];)", 2, "RE is Black's result"},
	{"(;GM[Othello]\nRE[+2:x];)", 2, "RE is Black's result"},
	{"(;GM[Othello]\nRE[nan];)", 2, "RE is Black's result"},
	{"(;GM[Othello]\nRE[-4.00]B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)", 2, "the moves end the game with p1win"},
	{"(;GM[Othello]PB[\x01];)", 1, "characters in its value that are not text"},
	{"\x00\x01\xff", 1, "a game begins with (;"},
	{"(;GM[Othello]PB[" + strings.Repeat("x", 1<<20), 1, "does not end with ]"},
	{"(;GM[Othello]" + strings.Repeat("B[]", 1<<20/3), 1, "more than 1000 properties"},
	{strings.Repeat("9", 1<<20), 1, "there is no game"},
}

func TestGGFDamaged(t *testing.T) { checkDamaged(t, ggf, damagedGGF) }

// A file cut off anywhere is an error, but behind a whole game.
func TestGGFTruncated(t *testing.T) {
	text := file(t, "ggs.ggf")
	whole := strings.Index(string(text), ";)") + 2
	for n := range len(text) - 3 {
		all, _, err := parse(ggf, text[:n], nil)
		spaceBehind := n >= whole && strings.TrimSpace(string(text[whole:n])) == ""
		if (err == nil) != spaceBehind {
			t.Errorf("cut at %d: %d games, %v", n, len(all), err)
		}
	}
}

func FuzzGGF(f *testing.F) {
	fuzz(f, ggf, damagedGGF, "2 (;GM[Othello]DT[2004.09.18_05:54:38.MDT]PB[a]TI[1:00]"+startBoard+"B[f5/1/2]W[d6];)(;GM[Othello]DT[1]RE[0:s];)")
}
