package formats

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quadrille/engine"
	"quadrille/engine/blokus"
	"quadrille/protocol/record"
)

var blksgf = form("blksgf")

const (
	duoRules     = "variant=duo corners=fixed end=all-blocked scoring=official start=1"
	classicRules = "variant=classic corners=fixed end=all-blocked scoring=official start=1"
)

// replay plays a record and returns the last position.
func replay(t *testing.T, r *record.Record) engine.Position {
	t.Helper()
	g, err := record.Replay(blokus.Game{}, r)
	if err != nil {
		t.Fatal(err)
	}
	return g.Last
}

// Pentobi played the games against itself, wrote the files, and said at the end:
// B+7 in duo, and in classic 53 65 69 77 squares and bonus points; for two 70 75 73 77
// and W+9, for three 66 76 74 71, of which the last colour's count for nobody, and
// B+13 in junior. Our points are 89, the squares of all pieces, less.
func TestBlksgfPentobi(t *testing.T) {
	for _, tc := range []struct {
		name, rules, result string
		points              []int // less those of the first
	}{
		{"pentobi-duo.blksgf", duoRules, "p1win", []int{0, -7}},
		{"pentobi-classic.blksgf", classicRules, "p4win", []int{0, 65 - 53, 69 - 53, 77 - 53}},
		{"pentobi-two.blksgf", classicRules + " players=2", "p2win", []int{0, 75 + 77 - 70 - 73}},
		{"pentobi-three.blksgf", classicRules + " players=3", "p2win", []int{0, 76 - 66, 74 - 66}},
		{"pentobi-junior.blksgf", strings.Replace(duoRules, "duo", "junior", 1), "p1win", []int{0, -13}},
	} {
		data := file(t, tc.name)
		all, notes, err := parse(blksgf, data, nil)
		if err != nil || len(all) != 1 || notes != nil {
			t.Errorf("%s: %v, %v", tc.name, notes, err)
			continue
		}
		r := all[0]
		p := replay(t, r)
		points := p.Scores()
		for i := range points {
			points[len(points)-1-i] -= p.Scores()[0]
		}
		if diff := cmp.Diff(tc.points, points); diff != "" || r.Tag("Rules") != tc.rules || r.Tag("Result") != tc.result || r.Tag("Reason") != "all-blocked" {
			t.Errorf("%s: tags %v, points\n%s", tc.name, r.Tags, diff)
		}
		printed, err := write(blksgf, all)
		if err != nil {
			t.Fatal(err)
		}
		// Pentobi writes a property a line and no result.
		got := strings.NewReplacer("CA[UTF-8]", "", "RE[B+7]", "", "RE[W+9]", "", "RE[B+13]", "").Replace(string(printed))
		if diff := cmp.Diff(strings.ReplaceAll(string(data), "(\n;", "(\n;"), got); diff != "" {
			t.Errorf("%s: (-Pentobi +here)\n%s", tc.name, diff)
		}
	}
}

func TestBlksgfParse(t *testing.T) {
	const turns = "e10 j5"
	for _, tc := range []struct {
		text, turns, intro, comments, notes string
		tags                                string
	}{
		{"(;GM[Blokus Duo];B[e10];W[j5])", turns, "", "|", "", ""},
		{"\uFEFF ( ; GM [Blokus Duo] CA [utf-8]\n; B [E10]\r\n;W[ j5])", "", "", "", "", "error"},
		{"\uFEFF ( ; GM [Blokus Duo] CA [utf-8] FF[4] AP[x]\n; B [E10]\r\n;W[J5] )\n", turns, "", "|", "", ""},
		{"(;GM[Blokus Duo];1[e10];2[j5])", turns, "", "|", "", ""},
		{"(;GM[Blokus Duo];BLUE[e10];GREEN[j5])", turns, "", "|", "", ""},
		{"(;GM[Blokus Duo];B[e10][f10];W[j5][j4])", "e10,f10 j4,j5", "", "|", "", ""},
		{"(;GM[Blokus];BLUE[a20];YELLOW[t20];RED[t1];GREEN[a1])", "a20 t20 t1 a1", "", "|||", "", ""},
		{"(;GM[Blokus];1[a20];2[t20];3[t1];4[a1])", "a20 t20 t1 a1", "", "|||", "", ""},
		{"(;GM[Blokus Duo]PB[Anna\\]\\\\ B.]PW[Bert]DT[2026-11-27,28]EV[Cup]PC[Rome]RO[2]RE[W+R];B[e10];W[j5])", turns, "", "|", "",
			`Event=Cup Place=Rome Round=2 Date=2026-11-27 P1=Anna]\ B. P2=Bert Result=p2win Reason=resign`},
		{"(;GM[Blokus]P1[a]P2[b]P3[c]P4[d]RE[B+];1[a20])", "a20", "", "", "", "P1=a P2=b P3=c P4=d Result=* StatedResult=B+"},
		{"(;GM[Blokus Duo]RE[0];B[e10];W[j5])", turns, "", "|", "", "Result=draw"},
		{"(;GM[Blokus Duo]RE[Void];B[e10];W[j5])", turns, "", "|", "", "Result=* StatedResult=Void"},
		{"(;GM[Blokus Duo]DT[soon]RU[club];B[e10];W[j5])", turns, "", "|", "DT[soon] is not a day that is known here, such as 2026-11-28; it is kept as a text\nproperties that records do not have are skipped: RU", "Date=soon Result=*"},
		{"(;GM[Blokus Duo]CA[ISO-8859-1]DT[2013]PB[Andr\xe9\x01]C[\x01so];B[e10];W[j5])", turns, "so", "|", "", "Date=2013 P1=André Result=*"},
		{"(;GM[Blokus Duo]DT[27.11.2026]RE[B+12];B[e10];W[j5])", turns, "", "|", "", "Date=2026-11-27 Result=p1win StatedResult=B+12"},
		{"(;GM[Blokus Duo]C[Well:\n {1\\] \\\\ a \\\nb];C[first]B[e10];W[j5]C[so];C[ and so]N[x]BM[1])", turns, `Well: (1] \ a b`, "first|so and so",
			"properties that records do not have are skipped: N BM", ""},
		{"(;GM[Blokus Duo];B[e10](;W[j5](;B[x](;W[y])))(;W[j4,j5];B[z])(;W[i5,j5]))", "", "", "", "", "error"},
		{"(;GM[Blokus Duo];B[e10](;W[j5])(;W[j4,j5];B[z](;W[q])(;W[p]))(;W[i5,j5]))", turns, "", "|", "nodes of other variations that are skipped: 5", ""},
		{"(;GM[Blokus Duo]RU[corners=free start=2];W[e10];B[j5])", turns, "", "|", "", ""},
	} {
		all, notes, err := parse(blksgf, []byte(tc.text), nil)
		if tc.tags == "error" {
			if err == nil {
				t.Errorf("%s: no error", tc.text)
			}
			continue
		}
		if err != nil || len(all) != 1 {
			t.Errorf("%s: %d games, %v", tc.text, len(all), err)
			continue
		}
		r := all[0]
		var comments []string
		for _, turn := range r.Turns {
			comments = append(comments, turn.Comment)
		}
		if got := strings.Join(comments, "|"); got != tc.comments || r.Intro != tc.intro || strings.Join(r.Tokens(), " ") != tc.turns {
			t.Errorf("%s: turns %v, intro %q, comments %q", tc.text, r.Tokens(), r.Intro, got)
		}
		if got := strings.ReplaceAll(strings.Join(notes, "\n"), "game 1: ", ""); got != tc.notes {
			t.Errorf("%s: notes %q", tc.text, got)
		}
		var tags []string
		for _, tag := range r.Tags {
			if tag.Name != "Game" && tag.Name != "Rules" && tag.Name != "Start" {
				tags = append(tags, tag.Name+"="+tag.Value)
			}
		}
		if got := strings.Join(tags, " "); tc.tags != "" && got != tc.tags {
			t.Errorf("%s: tags %s, want %s", tc.text, got, tc.tags)
		}
	}
}

// The result of a finished game is that of its moves; what RE says otherwise is
// told and kept. The file is Pentobi's, and B+7 the result of its moves.
func TestBlksgfContradiction(t *testing.T) {
	data := string(file(t, "pentobi-duo.blksgf"))
	for re, want := range map[string]struct{ stated, note string }{
		"B+7":      {"", ""},
		"B+5":      {"B+5", ""},
		"W+3":      {"W+3", "game 1: the file states the result p2win, but the moves end the game with p1win"},
		"W+Resign": {"W+Resign", "game 1: the file states the result p2win, but the moves end the game with p1win"},
		"0":        {"0", "game 1: the file states the result draw, but the moves end the game with p1win"},
		"?":        {"", ""},
	} {
		got, notes, err := parse(blksgf, []byte(strings.Replace(data, "GM[Blokus Duo]", "GM[Blokus Duo]RE["+re+"]", 1)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if r := got[0]; r.Tag("Result") != "p1win" || r.Tag("StatedResult") != want.stated || strings.Join(notes, "; ") != want.note {
			t.Errorf("RE[%s]: %v, notes %q", re, r.Tags, notes)
		}
		checkAgain(t, blksgf, got...)
	}
}

// A damaged game of a collection costs no other.
func TestBlksgfRefused(t *testing.T) {
	file, err := blksgf.Split([]byte("(;GM[Blokus Duo]PB[a];B[e10])\n(;GM[Blokus Duo]PB[x];B[e10\n(;GM[Blokus Duo]\n;B[a1])(;GM[Blokus Duo]PB[b])"), nil)
	if err != nil {
		t.Fatal(err)
	}
	all := file.All(func(int) {})
	if len(all.Records) != 2 || all.Records[0].Tag("P1") != "a" || all.Records[1].Tag("P1") != "b" || len(all.Refused) != 2 ||
		all.Refused[0].Error() != "game 2 is left out: line 2: the value of B does not end with ]" ||
		!strings.HasPrefix(all.Refused[1].Error(), "game 3 is left out: line 4: turn 1, a1:") {
		t.Errorf("%v", all)
	}
}

func TestBlksgfPrint(t *testing.T) {
	r := &record.Record{Intro: `a] \`, Turns: []record.Turn{{Token: "e10", Comment: "one"}, {Token: "j5"}}}
	for _, tag := range [][2]string{{"Game", "blokus"}, {"Rules", "variant=duo corners=fixed end=all-blocked scoring=official"}, {"Date", "2026-11-27"},
		{"P1", "A]"}, {"Result", "p2win"}, {"Reason", "resign"}} {
		r.SetTag(tag[0], tag[1])
	}
	const want = "(\n;GM[Blokus Duo]CA[UTF-8]DT[2026-11-27]PB[A\\]]RE[W+R]C[a\\] \\\\]\n;B[e10]C[one]\n;W[j5]\n)\n"
	got, err := write(blksgf, []*record.Record{r})
	if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	r.SetTag("Rules", "variant=duo")
	got, err = write(blksgf, []*record.Record{r})
	if !strings.Contains(string(got), "RU[variant=duo corners=free end=first-out scoring=remaining start=1]") || err != nil {
		t.Errorf("%v\n%s", err, got)
	}
	for _, tc := range []struct{ tag, value, want string }{
		{"Game", "othello", `game 1 is left out: the game is "othello"`},
		{"Start", "nonsense", "position"},
		{"Start", "14/14/14/14/14/14/14/14/14/14/14/14/14/14 B - - variant=duo,corners=fixed,end=first-out,scoring=remaining,start=1", "its rules are not those"},
		{"Rules", "variant=duo start=random", "to chance"},
		{"Rules", "variant=hexagonal", "variant takes"},
		{"Rules", "variant", "not of the form"},
		{"Rules", "", `turn 1, "e10"`},
	} {
		bad := *r
		bad.Tags = append([]record.Tag(nil), r.Tags...)
		bad.SetTag(tc.tag, tc.value)
		if _, err := write(blksgf, []*record.Record{&bad}); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s %s: error %v, want %s", tc.tag, tc.value, err, tc.want)
		}
	}
}

func TestBlksgfRoundTrip(t *testing.T) {
	passes := 0
	rapid.Check(t, func(t *rapid.T) {
		rules := engine.Rules{}
		for _, o := range (blokus.Game{}).Options() {
			choices := o.Choices
			if o.Name == "start" {
				choices = []string{"1", "2"}
			}
			if o.Name == "players" && rules["variant"] != "classic" {
				choices = []string{"each"}
			}
			rules[o.Name] = rapid.SampledFrom(choices).Draw(t, o.Name)
		}
		two := rules["variant"] != "classic" || rules["players"] == "2"
		text := randomText("{}")
		tags := []record.Tag{{Name: "Event", Value: text.Draw(t, "event")}, {Name: "Date", Value: "2026-11-27"}, {Name: "P1", Value: text.Draw(t, "p1")}}
		if !two && rules["players"] == "each" {
			tags = append(tags, record.Tag{Name: "P4", Value: text.Draw(t, "p4")})
		}
		r := randomGame(t, blokus.Game{}, rules, tags...)
		for len(r.Turns) > 0 && r.Turns[len(r.Turns)-1].Token == "pass" && r.Tag("Result") == "*" {
			r.Turns = r.Turns[:len(r.Turns)-1]
		}
		if two && r.Tag("Result") == "*" && rapid.Bool().Draw(t, "resigned") {
			r.SetTag("Result", "p2win")
			r.SetTag("Reason", rapid.SampledFrom([]string{"resign", "timeout"}).Draw(t, "reason"))
		}
		r.Intro = text.Draw(t, "intro")
		for i := range r.Turns {
			if r.Turns[i].Token == "pass" {
				passes++
			} else if i%3 == 0 {
				r.Turns[i].Comment = text.Draw(t, "comment")
			}
		}
		checkRoundTrip(t, blksgf, r, r)
	})
	// The few games of -short may all be without.
	if passes == 0 && !testing.Short() {
		t.Error("no game had a pass, so nothing was tried")
	}
}

// The position is the document's example. By hand: blue's pieces are X around
// g7 and a piece of e8 to e10 with d10 and f9; yellow's X around i5 and one of
// j7 to j10 with k9.
func TestBlksgfSetup(t *testing.T) {
	const example = "AB[e8,e9,f9,d10,e10][g6,f7,g7,h7,g8]AW[i4,h5,i5,j5,i6][j7,j8,j9,k9,j10]PL[B]"
	all, _, err := parse(blksgf, []byte("(;GM[Blokus Duo]"+example+"\n;B[f11,g11])"), nil)
	if err != nil {
		t.Fatal(err)
	}
	const want = "14/14/14/14/3BB4Y4/4BB3YY3/4B1B2Y4/5BBB1Y4/6B1Y5/7YYY4/8Y5/14/14/14 B - - " +
		"variant=duo,corners=fixed,end=all-blocked,scoring=official,start=1"
	if got := all[0].Tag("Start"); got != want || len(all[0].Turns) != 1 {
		t.Errorf("turns %v, start\n%s\n%s", all[0].Tokens(), got, want)
	}
	printed, err := write(blksgf, all)
	if wantRoot := "GM[Blokus Duo]CA[UTF-8]AB[g6,f7,g7,h7,g8][e8,e9,f9,d10,e10]AW[i4,h5,i5,j5,i6][j7,j8,j9,k9,j10]PL[B]"; !strings.Contains(string(printed), wantRoot) {
		t.Errorf("%v\n%s", err, printed)
	}
}

// A game cut in two, with the position between as the start of the second part.
func TestBlksgfSetupRoundTrip(t *testing.T) {
	tried := 0
	rapid.Check(t, func(t *rapid.T) {
		rules, err := engine.ParseSettings(strings.Fields(rapid.SampledFrom([]string{classicRules, duoRules}).Draw(t, "rules")))
		if err != nil {
			t.Fatal(err)
		}
		r := randomGame(t, blokus.Game{}, rules)
		p, err := blokus.Game{}.New(rules, 0)
		if err != nil {
			t.Fatal(err)
		}
		cut := rapid.IntRange(1, 20).Draw(t, "cut")
		if cut >= len(r.Turns) || r.Turns[len(r.Turns)-1].Token == "pass" {
			return
		}
		for _, turn := range r.Turns[:cut] {
			if p, err = p.Play(turn.Token); err != nil || turn.Token == "pass" {
				return
			}
		}
		r.Turns = r.Turns[cut:]
		r.SetTag("Start", p.FEN())
		checkRoundTrip(t, blksgf, r)
		tried++
	})
	// The few games of -short may all be without.
	if tried == 0 && !testing.Short() {
		t.Error("no game was cut")
	}
}

var damagedBlksgf = []damage{
	{"", 1, "there is no game"},
	{"hello", 1, `begins with ( and not with "hello"`},
	{"(;GM[Blokus Duo]\n;B[e10]", 2, "the text ends within a game tree"},
	{"(;GM[Blokus Duo]\n;B[e10", 2, "the value of B does not end with ]"},
	{"(;GM[Blokus Duo]\n;B[e10\\]", 2, "the value of B does not end with ]"},
	{"()", 1, "behind ( comes a node"},
	{"(GM[Blokus])", 1, "behind ( comes a node"},
	{"(;GM[Blokus](GM[Blokus]))", 1, "behind ( comes a node"},
	{"(;GM[Blokus Duo];b[e10])", 1, "a property begins with its name in capitals"},
	{"(;GM[Blokus Duo];B)", 1, "property B has no value"},
	{"(;GM[Blokus Duo]\nGM[Blokus])", 2, "GM is given twice"},
	{"(;GM[Blokus Duo](;B[e10])x)", 1, `"x)" is not a part of a game tree`},
	{"\n(;B[e10])", 2, "no GM"},
	{"(;GM[Blokus Trigon])", 1, `the game is "Blokus Trigon"`},
	{"(;GM[1])", 1, `the game is "1"`},
	{"(;GM[Blokus Duo]\nRU[start=9])", 1, "start takes one of"},
	{"(;GM[Blokus Duo]\nRU[start=1 x])", 2, `"x" is not of the form`},
	{"(;GM[Blokus Duo]RU[variant=classic])", 1, "another way to play than GM"},
	{"(;GM[Blokus Duo]RU[start=random])", 1, "to chance"},
	{"(;GM[Blokus Duo]\nAB[e8,e9,f9,d10,e10][g6,f7,g7,h7,g8])", 2, "the position set up: the numbers of pieces placed (2 0)"},
	{"(;GM[Blokus Duo]\n;B[e10];AE[e10])", 2, "AE sets up a position within the game"},
	{"(;GM[Blokus Duo]\nAE[e10])", 2, "AE is not a property of this variant that sets up"},
	{"(;GM[Blokus Duo]\nA1[e10])", 2, "A1 is not a property of this variant that sets up"},
	{"(;GM[Blokus]\nAB[a20])", 2, "AB is not a property of this variant that sets up"},
	{"(;GM[Blokus Duo]\nAB[e10]AW[e10])", 2, "covers what another piece covers"},
	{"(;GM[Blokus Duo]\nAB[z10])", 2, "is not a cell of the board"},
	{"(;GM[Blokus Duo]\nPL[W])", 2, "the position set up: the numbers of pieces placed (0 0)"},
	{"(;GM[Blokus Duo]\nPL[3])", 2, "PL is a colour"},
	{"(;GM[Blokus Duo]\n;B[e10]\n;B[f9])", 3, "turn 2 is one of Blue, but Yellow is to move"},
	{"(;GM[Blokus Duo]\n;B[e10]W[j5]\n;W[a1])", 3, "turn 3 is one of Yellow, but Blue is to move"},
	{"(;GM[Blokus Duo]\n;B[e11])", 2, "turn 1, e11:"},
	{"(;GM[Blokus Duo]\n;B[z99])", 2, `"z99" is not a cell`},
	{"(;GM[Blokus Duo]\n;B[])", 2, `turn 1, : "" is not a cell`},
	{"(;GM[Blokus Duo]\n;B[pass])", 2, "turn 1 is a pass"},
	{"(;GM[Blokus Duo]\n;B[e10,f10,g10,h10,i10,j10])", 2, "more than five cells"},
	{"\x00\x01\xff", 1, "begins with ("},
	{"(;GM[Blokus Duo];B[" + strings.Repeat("a1,", 1<<20/3) + "])", 1, "more than five cells"},
	{"(;GM[Blokus Duo];B" + strings.Repeat("[a1]", 1<<20/4) + ")", 1, "more than five cells"},
	{"(;GM[Blokus Duo]" + strings.Repeat("(;", 1<<19), 1, "more than 10000 nodes"},
	{"(;GM[Blokus Duo]" + strings.Repeat(";", 1<<20), 1, "more than 10000 nodes"},
	{strings.Repeat("(", 1<<20), 1, "behind ( comes a node"},
	{"(;" + strings.Repeat("A", 1<<20) + "[])", 1, "a property begins with its name"},
}

func TestBlksgfDamaged(t *testing.T) { checkDamaged(t, blksgf, damagedBlksgf) }

// A file cut off anywhere within its tree is an error.
func TestBlksgfTruncated(t *testing.T) {
	text := strings.TrimSpace(string(file(t, "pentobi-duo.blksgf")))
	for n := range len(text) {
		if _, _, err := parse(blksgf, []byte(text[:n]), nil); err == nil {
			t.Errorf("cut at %d it was read", n)
		}
	}
}

func FuzzBlksgf(f *testing.F) {
	fuzz(f, blksgf, damagedBlksgf,
		"(;GM[Blokus Duo]CA[UTF-8]RU[start=2]PB[a\\]]RE[B+R]C[x];W[j5](;B[e10][f10];C[y])(;B[e10]))",
		"(;GM[Blokus]P1[a];1[a20];2[t20];3[t1];4[a1])(;GM[Blokus Duo];BLUE[e10];GREEN[J5])",
		"(;GM[Blokus Duo]AB[e8,e9,f9,d10,e10][g6,f7,g7,h7,g8]AW[i4,h5,i5,j5,i6][j7,j8,j9,k9,j10]PL[B];B[f11,g11])")
}
