package formats

import (
	"cmp"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
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
			{Name: "P1Rating", Value: "1837.50"}, {Name: "P2Rating", Value: "2203.50"}, {Name: "Clock", Value: "05:00//02:00"}, {Name: "GGF_TY", Value: "s8"},
			{Name: "Start", Value: "startpos"}, {Name: "Result", Value: "p2win"}, {Name: "Reason", Value: "resign"}},
		Turns: []record.Turn{{Token: "f5", Comment: "time 1.25"}, {Token: "d6", Comment: "eval 0.50 time 2"}, {Token: "c3"}, {Token: "d3", Comment: "eval -1.5"}},
	}, {
		Tags: []record.Tag{{Name: "Game", Value: "othello"}, {Name: "Place", Value: "GGS/os"}, {Name: "Date", Value: "1999-12-15"},
			{Name: "Time", Value: "17:09:14.UTC"}, {Name: "P1", Value: "bee"}, {Name: "P2", Value: "ant"},
			{Name: "P1Clock", Value: "01:00"}, {Name: "P2Clock", Value: "02:00"}, {Name: "GGF_XX", Value: "what"},
			{Name: "Start", Value: "---------------------------OX------XO--------------------------- O"},
			{Name: "Result", Value: "p1win"}, {Name: "Reason", Value: "timeout"}, {Name: "StatedResult", Value: "+2"}},
		Turns: []record.Turn{{Token: "f4"}, {Token: "f3"}},
	}}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := gocmp.Diff([]string{"game 2: XX is not a property that is known here; it is kept as the tag GGF_XX"}, notes); diff != "" {
		t.Error(diff)
	}
	checkAgain(t, ggf, got...)
}

func TestGGFPrint(t *testing.T) {
	r := &record.Record{Tags: []record.Tag{{Name: "Game", Value: "othello"}, {Name: "Date", Value: "2026-11-27"}, {Name: "P1", Value: "ant"},
		{Name: "Result", Value: "*"}},
		Turns: []record.Turn{{Token: "f5", Comment: "eval 1.5"}, {Token: "d6", Comment: "a good move"}}}
	const want = "(;GM[Othello]DT[2026.11.27]PB[ant]RE[?]TY[8]" + startBoard + "B[F5/1.5]W[D6]CO[a good move];)\n"
	if got, err := write(ggf, []*record.Record{r}); string(got) != want || err != nil {
		t.Errorf("%v\n%s", err, gocmp.Diff(want, string(got)))
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
		if diff := gocmp.Diff([]*record.Record{r}, got); diff != "" || err != nil {
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
	{"(;GM[Othello]B F5;)", 1, "a property is its name in letters"},
	{"(;GM[Othello]1[1];)", 1, "a property is its name in letters"},
	{"(;GM[Othello]" + strings.Repeat("X", 1<<20) + "[];)", 1, "a property is its name in letters"},
	{"(;GM[Othello]\nTY[8]\nTY[10];)", 3, "TY is given twice"},
	{"(;GM[Othello]\nTY[s8ar20];)", 2, `type "s8ar20"`},
	{"(;GM[Othello]\nTY[8k];)", 2, `type "8k"`},
	{"(;GM[Othello]\nTY[88];)", 2, `type "88"`},
	{"(;GM[Chess];)", 1, `the game is "Chess"`},
	{"(;" + startBoard + "\n;)", 2, "no GM"},
	{"(;GM[Othello]\nTY[10];)", 2, `type "10"`},
	{"(;GM[Othello]\nTY[8a];)", 2, `type "8a"`},
	{"(;GM[Othello]KM[2];)", 1, "a komi"},
	{"(;GM[Othello]BO[8 *];)", 1, "a board is 8, 64 squares"},
	{"(;GM[Othello]" + strings.Replace(startBoard, "O*", "OQ", 1) + ";)", 1, "BO, with X for *: e4 is X, O or '-'"},
	{"(;GM[Othello]" + strings.Replace(startBoard, " *]", " -]", 1) + ";)", 1, "the side to move"},
	{"(;GM[Othello]B[F5]\nW[F6]\nW[E6];)", 3, "move 3 is one of W, but B is to move"},
	{"(;GM[Othello]\nB[A1];)", 2, "move B[A1]: a1 outflanks no disk"},
	{"(;GM[Othello]\nB[PA];)", 2, "a pass is allowed only"},
	{"(;GM[Othello]\nB[F9];)", 2, "a move is a square or PA"},
	{"(;GM[Othello]\nB[];)", 2, "a move is a square or PA"},
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

// Files as NBoard, GGS, Edax and others write them. Headers and lines are from
// files and sources of these programs; what they are to mean is by hand.
func TestGGFWild(t *testing.T) {
	const shortest = "B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5]" // leaves White without disks: 13 to 0
	for _, tc := range []struct{ text, tags, turns, notes string }{
		{"PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]",
			"Place=NBoard Date=2014-02-21 Time=20:52:27 GMT P1=./mEdax P2=chris Clock=15:00 Result=*", "", ""},
		{"PC[GGS/os]DT[2000-4-16 11:13 EST]PB[fangr]PW[patzer]RB[1457.12]RW[1631.74]TI[15:00//02:00]TY[8]RE[-40.00:r]",
			"Place=GGS/os Date=2000-04-16 Time=11:13 EST P1=fangr P2=patzer P1Rating=1457.12 P2Rating=1631.74 Clock=15:00//02:00 Result=p2win Reason=resign StatedResult=-40", "", ""},
		{"DT[2009]PB[Foo]PW[Bar]RE[-56]TI[0]TY[8]", "Date=2009 P1=Foo P2=Bar Clock=0 Result=p2win StatedResult=-56", "", ""},
		{"PC[]PB[]PW[]RE[?]TI[0//0]TY[8]DT[]", "Clock=0//0 Result=*", "", ""},
		{"DT[2012. 4. 5_ 1: 2: 3]RE[-127.000]", "Date=2012-04-05 Time=1: 2: 3 Result=*", "", ""},
		{"DT[?]", "Result=*", "", ""},
		{"DT[last Tuesday]", "Date=last Tuesday Result=*", "", "DT[last Tuesday] is not a day that is known here, such as 2004.09.18; it is kept as a text"},
		{"DT[2004.13.01]", "Date=2004.13.01 Result=*", "", "DT[2004.13.01] is not a day that is known here, such as 2004.09.18; it is kept as a text"},
		{"TI[23/1/14:00]TB[1.12:01:23]TW[15:00,10/30:00,5//2:00]", "Clock=23/1/14:00 P1Clock=1.12:01:23 P2Clock=15:00,10/30:00,5//2:00 Result=*", "", ""},
		{"TY[s8r18]", "GGF_TY=s8r18 Result=*", "", ""},
		{"TY[8w]", "GGF_TY=8w Result=*", "", ""},
		{"TY[8\x19]", "Result=*", "", ""}, // a control character is none of the text
		{"TY[8R]", "GGF_TY=8R Result=*", "", ""},
		{"TY[]", "Result=*", "", "TY[] is not known, and the game is taken for one on 8x8 squares"},
		{"TY[Othello]", "GGF_TY=Othello Result=*", "", "TY[Othello] is not known, and the game is taken for one on 8x8 squares"},
		{"KM[0.00]KB[0]KW[0]", "Result=*", "", ""},
		{"pb[Andr\xe9]pw[Bj\xc3\xb6rn]b[f5]w[d6]", "P1=André P2=Björn Result=*", "f5 d6", ""},
		{"PB[a\x01\tb]", "P1=a b Result=*", "", ""},
		{"PB[a]PB[a]PW[b]PW[c]", "P1=a P2=b Result=*", "", `PW is given twice, and "c" is left out`},
		{"XX[u]XYZ[v w]", "GGF_XX=u GGF_XYZ=v w Result=*", "",
			"XX is not a property that is known here; it is kept as the tag GGF_XX\nXYZ is not a property that is known here; it is kept as the tag GGF_XYZ"},
		{";B[f5];W[d6]", "Result=*", "f5 d6", ""},
		{"\r\n B [f5]\r\n W\t[ D6 / 1.5 / 2 ]\r\n", "Result=*", "f5 d6{eval 1.5 time 2}", ""},
		{"B[F5/-1.39]W[D6//0.016]B[c3/1.00/2.10]W[d3x]", "Result=*", "f5{eval -1.39} d6{time 0.016} c3{eval 1.00 time 2.10} d3", ""},
		{"CO[before {it}]B[F5/1 2/3/4]CO[so]CO[it is]W[D6]", "Result=*", "{before (it)} f5{eval 1 2 time 3 4 so it is} d6", ""},
		{"B[f5]" + strings.Replace(startBoard, "*]", "O]", 1), "", "", "error"},
		{"W[f4]" + strings.Replace(startBoard, "*]", "O]", 1), "Result=*", "f4", ""},
		{"RE[aborted]B[f5]", "Result=* StatedResult=aborted", "f5", "RE[aborted] is not a result that is known here, such as +2.00 or -12:r; it is kept as a text"},
		{"RE[+20.00:l]B[f5]", "Result=* StatedResult=+20.00:l", "f5", "RE[+20.00:l] is not a result that is known here, such as +2.00 or -12:r; it is kept as a text"},
		{"RE[nan]", "Result=* StatedResult=nan", "", "RE[nan] is not a result that is known here, such as +2.00 or -12:r; it is kept as a text"},
		{"RE[0:S]B[f5]", "Result=draw Reason=agreement", "f5", ""},
		{"RE[-64.00:t]B[f5]", "Result=p2win Reason=timeout", "f5", ""},
		{"RE[+13.000]" + shortest, "Result=p1win Reason=more-disks", "e6 f4 e3 f6 g5 d6 e7 f5 c5", ""},
		{"RE[64]" + shortest + "W[PA]B[pass//1.67]W[--]", "Result=p1win Reason=more-disks StatedResult=+64", "e6 f4 e3 f6 g5 d6 e7 f5 c5", ""},
		{"RE[-4.00]" + shortest, "Result=p1win Reason=more-disks StatedResult=-4", "e6 f4 e3 f6 g5 d6 e7 f5 c5",
			"the file states the result -4, but the moves end the game with +13"},
		{"RE[-64:r]" + shortest, "Result=p1win Reason=more-disks StatedResult=-64 resign", "e6 f4 e3 f6 g5 d6 e7 f5 c5",
			"the file states the result -64 resign, but the moves end the game with +13"},
	} {
		text := "(;GM[Othello]" + tc.text + ";)"
		got, notes, err := parse(ggf, []byte(text), nil)
		if (err != nil) != (tc.notes == "error") {
			t.Errorf("%s: %v", text, err)
		}
		if err != nil {
			continue
		}
		if tags := tagsOf(got[0]); tags != tc.tags {
			t.Errorf("%s:\n tags %s\n want %s", text, tags, tc.tags)
		}
		if turns := turnsOf(got[0]); turns != tc.turns {
			t.Errorf("%s: turns %s", text, turns)
		}
		if said := strings.ReplaceAll(strings.Join(notes, "\n"), "game 1: ", ""); said != tc.notes {
			t.Errorf("%s:\n notes %s\n want %s", text, said, tc.notes)
		}
		checkAgain(t, ggf, got...)
	}
}

// tagsOf writes the tags but those that are the same in all games here.
func tagsOf(r *record.Record) string {
	var words []string
	for _, t := range r.Tags {
		if t.Name != "Game" && t.Name != "Start" {
			words = append(words, t.Name+"="+t.Value)
		}
	}
	return strings.Join(words, " ")
}

// turnsOf writes the turns and the comments.
func turnsOf(r *record.Record) string {
	var words []string
	if r.Intro != "" {
		words = append(words, "{"+r.Intro+"}")
	}
	for _, turn := range r.Turns {
		if turn.Comment != "" {
			turn.Token += "{" + turn.Comment + "}"
		}
		words = append(words, turn.Token)
	}
	return strings.Join(words, " ")
}

// What DT was is what it is again, or the same day in the form of GGS.
func TestGGFDates(t *testing.T) {
	for dt, want := range map[string]string{
		"2014-02-21 20:52:27 GMT": "", "2004.09.18_05:54:38.MDT": "", "2006": "", "2006.05": "", "last Tuesday": "", "3/4/2016": "",
		"2000-4-16 11:13 EST": "2000-04-16 11:13 EST", "2020-01-01": "2020.01.01", "2016/03/04": "2016.03.04", "945277754": "1999.12.15_17:09:14.UTC",
		"": "-", "?": "-",
	} {
		games, _, err := parse(ggf, []byte("(;GM[Othello]DT["+dt+"];)"), nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := write(ggf, games)
		_, behind, _ := strings.Cut(string(text), "DT[")
		got, _, _ := strings.Cut(behind, "]")
		if want = cmp.Or(want, dt); want == "-" {
			want = ""
		}
		if got != want || err != nil {
			t.Errorf("DT[%s] is DT[%s], not DT[%s], %v", dt, got, want, err)
		}
	}
}

// A damaged game costs no other, wherever the damage is. The synchronised
// match is two games on a line, as in the archives of GGS.
func TestGGFRefused(t *testing.T) {
	const a, b = "(;GM[Othello]PB[a]B[f5];)", "(;GM[Othello]PB[b]B[f5]W[d6];)"
	for _, tc := range []struct{ text, players, refused, notes string }{
		{"2 " + a + b, "a b", "", ""},
		{"1 " + a + "\r\n2 " + a + b + "\r\n", "a a b", "", ""},
		{a + "\n(;GM[Othello]PB[x]B[a1];)\n" + b, "a b", "game 2 is left out: line 2: move B[a1]", ""},
		{a + "\n(;GM[Othello]TY[10];)\n" + b, "a b", "game 2 is left out: line 2: type", ""},
		{a + "\n(;GM[Amazons];)\n" + b, "a b", "game 2 is left out: line 2: the game is", ""},
		// Brackets that are missing.
		{a + "\n(;GM[Othello]PB[x]B[f5]W[d6\n" + b, "a b", "game 2 is left out: line 2: the value of W does not end", ""},
		{a + "\n(;GM[Othello]PB[x]B[f5\n]W[d6]\n" + b, "a b", "game 2 is left out: line 4: the text ends", ""},
		{"(;GM[Othello]PB[x\n" + a + b, "a b", "game 1 is left out: line 1: the value of PB", ""},
		{a + b[:20], "a", "game 2 is left out: line 1: the value of B", ""},
		{a + "(;PB[x]B[f5];)" + b, "a b", "game 2 is left out: line 1: the game has no GM", ""},
		// Text around games is none.
		{"From: x@y\n\nhere:\n" + a + "\nand (so)\n" + b + "\n-- \nx", "a b", "",
			"line 1: \"From: x@y\\n\\nhere:\\n\" is no game and is skipped\nline 5: \"and (so)\\n\" is no game and is skipped\nline 7: \"-- \\nx\" is no game and is skipped"},
	} {
		file, err := ggf.Split([]byte(tc.text), nil)
		if err != nil {
			t.Errorf("%q: %v", tc.text, err)
			continue
		}
		all := file.All(func(int) {})
		var players []string
		for i, r := range all.Records {
			players = append(players, r.Tag("P1"))
			if one, _, err := file.Game(all.Numbers[i]); err != nil || one.Tag("P1") != r.Tag("P1") {
				t.Errorf("%q: game %d alone is %v, %v", tc.text, all.Numbers[i], one, err)
			}
		}
		var refused strings.Builder
		for _, r := range all.Refused {
			refused.WriteString(r.Error())
		}
		if strings.Join(players, " ") != tc.players || !strings.HasPrefix(refused.String(), tc.refused) || (tc.refused == "") != (len(all.Refused) == 0) || len(all.Refused) > 1 {
			t.Errorf("%q: players %v, refused %s", tc.text, players, &refused)
		}
		if notes := strings.Join(all.Notes, "\n"); notes != tc.notes {
			t.Errorf("%q:\n notes %s\n want %s", tc.text, notes, tc.notes)
		}
	}
}

func FuzzGGF(f *testing.F) {
	fuzz(f, ggf, damagedGGF, "(;GM[Othello]DT[2006 x]pb[\xe9]CO[x]B[F5/1 2/3/4]CO[a]RE[-3:r]TY[s8r]XX[y];B[d6];)", "2 (;GM[Othello]DT[2004.09.18_05:54:38.MDT]PB[a]TI[1:00]"+startBoard+"B[f5/1/2]W[d6];)(;GM[Othello]DT[1]RE[0:s];)")
}
