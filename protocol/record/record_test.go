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
	{"1. a *", 1, `no tag [Game "…"]`},
	{"[Game \"x\"]\n[Date 5]\n\n*", 2, `a header line is [Name "value"]`},
	{"[Game \"x\"]\n[Date \"5\"\n\n*", 2, `a header line is [Name "value"]`},
	{"[Game \"x\"]\n[Date \"5\n\n*", 2, `a header line is [Name "value"]`},
	{"[Game \"x\"]\n[Date \"\\5\"]\n\n*", 2, `\ stands only before`},
	{"[Game \"x\"]\n[Date \"5\"]\n[Date \"6\"]\n\n*", 3, "tag Date is given twice"},
	{"[Game \"x\"]\n[2 \"5\"]\n\n*", 2, `"2" is not a tag name`},
	{"[Game \"x\"]\n[Date \"\x01\"]\n\n*", 2, "not text"},
	{"[Game \"x\"]\n[Date \"\xff\"]\n\n*", 2, "not text"},
	{"[Game \"x\"]\n[Result \"won\"]\n\n1. a *", 4, `says [Result "won"]`},
	{"[Game \"x\"]\n[Result \"*\"]\n\n1. a p1win", 4, `ends with p1win but its header says [Result "*"]`},
	{"[Game \"x\"]\n\n1. a\n2. b", 4, "ends without a result"},
	{"[Game \"x\"]\n\n1. a\n3. b *", 4, "turn 3. should have the number 2"},
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
		all := file.All()
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
