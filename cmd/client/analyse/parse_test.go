package analyse

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var positionCases = []struct {
	text string
	want Source
	ok   bool
}{
	{"startpos", Source{Start: "startpos"}, true},
	{"startpos moves a b", Source{Start: "startpos", Turns: []string{"a", "b"}}, true},
	{"fen X.. O  moves a", Source{Start: "X.. O", Turns: []string{"a"}}, true},
	{" X.. O - ", Source{Start: "X.. O -"}, true},
	{"startpos moves", Source{Start: "startpos", Turns: []string{}}, true},
	{"", Source{}, false},
	{"fen", Source{}, false},
	{"moves a", Source{}, false},
}

func TestParsePosition(t *testing.T) {
	for _, tc := range positionCases {
		got, err := ParsePosition(tc.text)
		if diff := cmp.Diff(tc.want, got); diff != "" || (err == nil) != tc.ok {
			t.Errorf("%q: %v (-want +got):\n%s", tc.text, err, diff)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, tc := range positionCases {
		f.Add(tc.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParsePosition(text)
		if err == nil && (s.Start == "" || strings.ContainsAny(s.Start, "\r\n")) {
			t.Errorf("%q: %+v", text, s)
		}
	})
}

func TestParseGame(t *testing.T) {
	const two = "[Game \"teeko\"]\n[Rules \"size=5\"]\n[P1 \"Ann\"]\n\n1. b2 2. c3 *\n\n[Game \"othello\"]\n[Start \"X O\"]\n\nf5 *\n"
	first, _, err := ParseGame("two.record", []byte(two), 1)
	want := Source{Game: "teeko", Rules: "size=5", Start: "startpos", Turns: []string{"b2", "c3"}, Names: map[string]string{"p1": "Ann", "p2": "", "p3": "", "p4": ""}}
	if diff := cmp.Diff(want, first); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if second, _, err := ParseGame("two.record", []byte(two), 2); err != nil || second.Game != "othello" || second.Start != "X O" {
		t.Errorf("%+v, %v", second, err)
	}
	for _, tc := range []struct {
		text   string
		number int
		wrong  string
	}{{two, 3, "the last is number 2"}, {two, 0, "the file has 2 games; --number N chooses one"}, {"nothing", 1, ""}, {"", 1, ""}} {
		if s, _, err := ParseGame("", []byte(tc.text), tc.number); err == nil || !strings.Contains(err.Error(), tc.wrong) {
			t.Errorf("%.20q %d: %+v, %v", tc.text, tc.number, s, err)
		}
	}
}
