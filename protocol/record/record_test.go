package record

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// canonical are records in the form that Print writes.
var canonical = map[string]struct {
	text string
	want Record
}{
	"finished": {
		`[Game "square4"]
[Rules "pieces=8 slideback=true repetition=3"]
[Date "2026-11-27"]
[P1 "human"]
[P2 "engine level 5"]
[Start "startpos"]
[Result "p1win"]
[Reason "block"]

{a quick game} 1. 0.0s1 2. 8.0s4 {asleep} 3. 0.1s1 p1win
`,
		Record{
			Tags: []Tag{{GameTag, "square4"}, {RulesTag, "pieces=8 slideback=true repetition=3"}, {DateTag, "2026-11-27"},
				{"P1", "human"}, {"P2", "engine level 5"}, {StartTag, StartPos}, {ResultTag, "p1win"}, {ReasonTag, "block"}},
			Intro: "a quick game",
			Turns: []Turn{{"0.0s1", ""}, {"8.0s4", "asleep"}, {"0.1s1", ""}},
		},
	},
	"unfinished turn": {
		"[Game \"x\"]\n[Result \"*\"]\n\n1. a (place 0 2; turn over) *\n",
		Record{
			Tags:    []Tag{{GameTag, "x"}, {ResultTag, "*"}},
			Turns:   []Turn{{"a", ""}},
			Pending: []string{"place 0 2", "turn over"},
		},
	},
	"no turns": {
		"[Game \"x\"]\n[Result \"*\"]\n\n*\n",
		Record{Tags: []Tag{{GameTag, "x"}, {ResultTag, "*"}}},
	},
	"quotes": {
		"[Game \"x\"]\n[Result \"draw\"]\n[Event_2 \"a \\\"b\\\" \\\\ [c] é\"]\n\n{(a) 1. \"} 1. 0.2 {} draw\n",
		Record{
			Tags:  []Tag{{GameTag, "x"}, {ResultTag, "draw"}, {"Event_2", `a "b" \ [c] é`}},
			Intro: `(a) 1. "`,
			Turns: []Turn{{"0.2", ""}},
		},
	},
	"broken lines": {
		"[Game \"x\"]\n[Result \"*\"]\n\n" +
			"1. " + strings.Repeat("a", 77) + "\n2. b {" + strings.Repeat("c", 73) + "\nd e}\n3. " + strings.Repeat("f", 90) + "\n*\n",
		Record{
			Tags: []Tag{{GameTag, "x"}, {ResultTag, "*"}},
			Turns: []Turn{{strings.Repeat("a", 77), ""}, {"b", strings.Repeat("c", 73) + " d e"},
				{strings.Repeat("f", 90), ""}},
		},
	},
}

func TestCanonical(t *testing.T) {
	for name, tc := range canonical {
		got, err := Parse(tc.text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(&tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		text, err := tc.want.Print()
		if want := strings.Replace(tc.text, " {}", "", 1); text != want || err != nil {
			t.Errorf("%s: Print: %v\n%s", name, err, cmp.Diff(want, text))
		}
	}
}

// Looser texts and the canonical ones they stand for.
func TestLoose(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"\uFEFF[Game \"x\"]\r\n\r\n1. a\r\n2. b\r\n*\r\n", "[Game \"x\"]\n[Result \"*\"]\n\n1. a 2. b *\n"},
		{"[Game   \"x\"]  \na b{one}{ two\n three }c draw", "[Game \"x\"]\n[Result \"draw\"]\n\n1. a 2. b {one two three} 3. c draw\n"},
		{"[Game \"x\"]\n1. a b 2. c d\n3. e *", "[Game \"x\"]\n[Result \"*\"]\n\n1. a 2. b 3. c 4. d 5. e *\n"},
		{"[Game \"x\"]\n1. a b c d\n2. e f *", "[Game \"x\"]\n[Result \"*\"]\n\n1. a 2. b 3. c 4. d 5. e 6. f *\n"},
		{"\n\n[Game \"x\"] a ( place  0\n2 ;b ) {c} *", ""},
		{"\n\n[Game \"x\"]\n a ( place  0\n2 ;b ) {c} *", "[Game \"x\"]\n[Result \"*\"]\n\n1. a {c} (place 0 2; b) *\n"},
	} {
		r, err := Parse(tc.text)
		if tc.want == "" {
			if err == nil {
				t.Errorf("%q was read", tc.text)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", tc.text, err)
			continue
		}
		if got, err := r.Print(); got != tc.want || err != nil {
			t.Errorf("%q: %v\n%s", tc.text, err, cmp.Diff(tc.want, got))
		}
	}
}

// damaged are texts that are no records, with the line and a part of the
// error.
var damaged = []struct {
	text string
	line int
	want string
}{
	{"", 1, "there is no record"},
	{" \n\n", 3, "there is no record"},
	{"1. a *", 1, `a record begins with its header, such as [Game "othello"], and not with "1."`},
	{"[Game \"x\"]\n[Date 5]\n\n*", 2, `a header line is [Name "value"]`},
	{"[Game \"x\"]\n[Date \"5\"\n\n*", 2, `a header line is [Name "value"]`},
	{"[Game \"x\"]\n[Date \"5\n\n*", 2, `a header line is [Name "value"]`},
	{"[Game \"x\"]\n[Date \"\\5\"]\n\n*", 2, `\ stands only before`},
	{"[Game \"x\"]\n[Date \"5\"]\n[Date \"6\"]\n\n*", 3, "tag Date is given twice"},
	{"[Game \"x\"]\n[2 \"5\"]\n\n*", 2, `"2" is not a tag name`},
	{"[Game \"x\"]\n[Date \"\x01\"]\n\n*", 2, "not text"},
	{"[Game \"x\"]\n[Result \"won\"]\n\n1. a *", 4, `says [Result "won"]`},
	{"[Game \"x\"]\n[Result \"*\"]\n\n1. a p1win", 4, `ends with p1win but its header says [Result "*"]`},
	{"[Game \"x\"]\n\n1. a\n2. b", 4, "ends without a result"},
	{"[Game \"x\"]\n\n1. a\n3. b *", 4, "turn 3. should have the number 2"},
	{"[Game \"x\"]\n\n1. a b 2. c\n3. d *", 4, "turn 3. should have the number 2"},
	{"[Game \"x\"]\n\n1. a b\n2. c d 4. e *", 4, "turn 4. should have the number 3"},
	{"[Game \"x\"]\n\na b c d e 2. f *", 3, "turn 2. should have the number 6"},
	{"[Game \"x\"]\n\n1. a\n99999999999999999999. b *", 4, "should have the number 2"},
	{"[Game \"x\"]\n\n1. a\n2. *", 4, `a turn follows its number, not "*"`},
	{"[Game \"x\"]\n\n1. 2. a *", 3, `a turn follows its number, not "2."`},
	{"[Game \"x\"]\n\n1. a [b] *", 3, `"[" is not a token`},
	{"[Game \"x\"]\n\n1. a\x02 *", 3, `is not a token`},
	{"[Game \"x\"]\n\n1. a {b\n\n*", 3, "does not end with }"},
	{"[Game \"x\"]\n\n1. a {b {c} } *", 3, "does not end with }"},
	{"[Game \"x\"]\n\n1. a } *", 3, `"}" is not a token`},
	{"[Game \"x\"]\n\n1. a (place 0 2 *", 3, "does not end with )"},
	{"[Game \"x\"]\n\n1. a () *", 3, `"" is not an action`},
	{"[Game \"x\"]\n\n1. a (place 0) 2. b *", 3, `nothing but the result follows an unfinished turn, not "2."`},
	{"[Game \"x\"]\n\n1. a (place 0) draw", 3, "a turn is not complete"},
	{"[Game \"x\"]\n\n1. a *\n2. b", 4, `"2." follows the end of the record`},
}

func TestDamaged(t *testing.T) {
	for _, tc := range damaged {
		r, err := Parse(tc.text)
		var wrong *ParseError
		if !errors.As(err, &wrong) {
			t.Errorf("%q: %v, %v, want a ParseError", tc.text, r, err)
			continue
		}
		if wrong.Line != tc.line || !strings.Contains(wrong.Text, tc.want) {
			t.Errorf("%q: %v, want line %d and %q", tc.text, err, tc.line, tc.want)
		}
	}
}

// A Record that has no text form is refused, not written wrongly.
func TestCheck(t *testing.T) {
	tags := []Tag{{GameTag, "x"}, {ResultTag, "*"}}
	for _, tc := range []struct {
		r    Record
		want string
	}{
		{Record{}, "tag Game is missing"},
		{Record{Tags: tags[:1]}, "tag Result is"},
		{Record{Tags: append(tags, Tag{"A", "a\nb"})}, "not text"},
		{Record{Tags: append(tags, Tag{"", "a"})}, "no name"},
		{Record{Tags: append(tags, tags[0])}, "given twice"},
		{Record{Tags: tags, Intro: "a}"}, "not a comment"},
		{Record{Tags: tags, Intro: "a  b"}, "not a comment"},
		{Record{Tags: tags, Turns: []Turn{{"a b", ""}}}, "turn 1: \"a b\" is not a token"},
		{Record{Tags: tags, Turns: []Turn{{"12.", ""}}}, "is a turn number"},
		{Record{Tags: tags, Turns: []Turn{{"draw", ""}}}, "is a result"},
		{Record{Tags: tags, Turns: []Turn{{"", ""}}}, "is empty"},
		{Record{Tags: tags, Turns: []Turn{{"a", " b"}}}, "turn 1: \" b\" is not a comment"},
		{Record{Tags: tags, Pending: []string{"a;b"}}, "not an action"},
		{Record{Tags: tags, Pending: []string{""}}, "not an action"},
	} {
		if text, err := tc.r.Print(); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%+v: %q, %v, want %q", tc.r, text, err, tc.want)
		}
	}
}

// A damaged record costs no other, and text that is no record is told.
func TestNativeSplit(t *testing.T) {
	one := canonical["finished"].text
	lines := strings.Count(one, "\n")
	for _, tc := range []struct {
		text    string
		games   int
		refused []string // number and line
		notes   int
	}{
		{one + "\n" + one + one, 3, nil, 0},
		{one + "[Game 5]", 2, []string{"game 2 is left out: line 11: a header line is"}, 0},
		{"hello\n" + one, 1, nil, 1},
		{strings.Replace(one, "1.", "2.", 1) + "\n" + one, 2, []string{"game 1 is left out: line "}, 0},
		// Cut off within the turns, and in front of a header with another first tag.
		{one[:len(one)-10] + "\n[Event \"x\"]\n" + one, 2, []string{fmt.Sprintf("game 1 is left out: line %d: ", lines)}, 0},
	} {
		file, err := nativeText().Split([]byte(tc.text))
		if err != nil {
			t.Errorf("%q: %v", tc.text, err)
			continue
		}
		all := file.All(func(int) {})
		if len(file.Games) != tc.games || len(all.Refused) != len(tc.refused) || len(all.Records) != tc.games-len(tc.refused) || len(all.Notes) != tc.notes {
			t.Errorf("%q: %d games, %v", tc.text, len(file.Games), all)
			continue
		}
		for i, r := range all.Refused {
			var wrong *ParseError
			if !strings.HasPrefix(r.Error(), tc.refused[i]) || !errors.As(r, &wrong) {
				t.Errorf("%q: %v, want %s", tc.text, r, tc.refused[i])
			}
		}
		last, _, err := file.Game(len(file.Games))
		if _, _, beyond := file.Game(len(file.Games) + 1); beyond == nil || all.Refused == nil && (last == nil || err != nil) {
			t.Errorf("%q: the last is %v, %v, the one behind it %v", tc.text, last, err, beyond)
		}
	}
	for _, text := range []string{"", "\n", "hello"} {
		if file, err := nativeText().Split([]byte(text)); err == nil {
			t.Errorf("%q: %d games", text, len(file.Games))
		}
	}
}

func TestTags(t *testing.T) {
	r := Record{Tags: []Tag{{GameTag, "x"}}}
	r.SetTag(ResultTag, "*")
	r.SetTag(GameTag, "y")
	r.SetTag(SeatTag("p3"), "human")
	want := []Tag{{GameTag, "y"}, {ResultTag, "*"}, {"P3", "human"}}
	if diff := cmp.Diff(want, r.Tags); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := r.Tag("None"); got != "" {
		t.Errorf("a tag that is not there: %q", got)
	}
}

// Texts of unknown characters are read as Windows-1252, which has those of
// Latin-1: 0x84 and 0x93 are its quotes, 0xe9 is é.
func TestLatin1(t *testing.T) {
	r, err := Parse("[Game \"x\"]\n[P1 \"Andr\xe9\"]\n\n{\x84so\x93} a {b\xe9} *")
	if err != nil || r.Tag("P1") != "André" || r.Intro != "„so“" || r.Turns[0].Comment != "bé" {
		t.Errorf("%+v, %v", r, err)
	}
	for text, want := range map[string]string{" a\x00b\tc ": "a b c", "é\n{": "é {", "\xe9\x81": "é\uFFFD"} {
		if got := CleanText(text); got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
	if got := CleanComment("{a}\n b"); got != "(a) b" {
		t.Errorf("%q", got)
	}
}

// Dates as programs and people write them. Those of computers are by GNU date.
func TestParseDate(t *testing.T) {
	for _, tc := range []struct{ text, day, clock string }{
		{"2014-02-21 20:52:27 GMT", "2014-02-21", "20:52:27 GMT"}, // NBoard
		{"2000-4-16 11:13 EST", "2000-04-16", "11:13 EST"},        // GGS in 2000
		{"2004.09.18_05:54:38.MDT", "2004-09-18", "05:54:38.MDT"}, // GGS since
		{"2012. 4. 5_ 1: 2: 3", "2012-04-05", "1: 2: 3"},          // Edax
		{"2009.07.01", "2009-07-01", ""},                          // PlayOK
		{"2009.07.??", "2009-07", ""}, {"2009.??.??", "2009", ""}, // PGN
		{"2016/03/04", "2016-03-04", ""}, {"2020-01-01", "2020-01-01", ""},
		{"2020-01-01T12:34:56Z", "2020-01-01", "12:34:56Z"}, {" 2016/3/4  10:00 ", "2016-03-04", "10:00"},
		{"2006", "2006", ""}, {"2006-05", "2006-05", ""}, {"2006.5", "2006-05", ""}, {"0000", "0000", ""},
		{"16.4.2000", "2000-04-16", ""}, {"01.02.2003 10:00:00", "2003-02-01", "10:00:00"},
		{"16/4/2000", "2000-04-16", ""}, {"4/16/2000", "2000-04-16", ""}, {"4/4/2000", "2000-04-04", ""},
		{"3/4/2016 1:02:03 PM", "2016-03-04", "1:02:03 PM"}, // .NET in America
		{"2016年3月4日 10:00", "2016-03-04", "10:00"},
		{"16 Apr 2000", "2000-04-16", ""}, {"April 16, 2000", "2000-04-16", ""}, {"2000-Apr-16", "2000-04-16", ""},
		{"Sun Apr 16 11:13:00 2000", "2000-04-16", "11:13:00"}, {"Sun Apr  2 11:13:00 2000", "2000-04-02", "11:13:00"},
		{"Fri Feb 21 20:52:27 GMT 2014", "2014-02-21", "20:52:27 GMT"}, {"Fri, 21 Feb 2014 20:52:27 GMT", "2014-02-21", "20:52:27 GMT"},
		{"Fri Feb 21 20:52:27 UTC 2014", "2014-02-21", "20:52:27 UTC"},
		{"945277754", "1999-12-15", "17:09:14.UTC"}, {"1393015947000", "2014-02-21", "20:52:27.UTC"}, {"20140221", "2014-02-21", ""},
		// Not clear, or no day.
		{"3/4/2016", "", ""}, {"3/4/2016 10:00", "", ""}, {"2004.13.01", "", ""}, {"2004.02.30", "", ""}, {"20141321", "", ""}, {"31.4.2000", "", ""},
		{"yesterday", "", ""}, {"2006 or so", "", ""}, {"2006-05 10:00", "", ""}, {"1", "", ""}, {"200605", "", ""}, {"", "", ""}, {"?", "", ""}, {"99999999999999999999", "", ""},
		{"00-04-16", "", ""}, {"2009-07-01,02", "2009-07-01", "02"},
	} {
		day, clock, ok := ParseDate(tc.text)
		if !ok {
			day, clock = "", ""
		}
		if day != tc.day || clock != tc.clock || ok != (tc.day != "") {
			t.Errorf("%q is %q %q %v, not %q %q", tc.text, day, clock, ok, tc.day, tc.clock)
		}
	}
}

// What can be read can be written, reads back equal and is written the same.
func FuzzParse(f *testing.F) {
	for _, tc := range canonical {
		f.Add(tc.text)
	}
	for _, tc := range damaged {
		f.Add(tc.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Parse(text)
		if err != nil {
			return
		}
		printed, err := r.Print()
		if err != nil {
			t.Fatalf("read but not written: %v", err)
		}
		again, err := Parse(printed)
		if err != nil {
			t.Fatalf("written but not read: %v\n%s", err, printed)
		}
		if diff := cmp.Diff(r, again); diff != "" {
			t.Errorf("read back (-first +second):\n%s", diff)
		}
		if twice, err := again.Print(); twice != printed || err != nil {
			t.Errorf("written again: %v\n%s", err, cmp.Diff(printed, twice))
		}
	})
}
