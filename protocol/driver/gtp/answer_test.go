package gtp

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// answerCases are what an engine may write, the answer to command 12 expected.
var answerCases = []struct {
	written string
	failed  bool
	id      int
	text    string // "none" when no answer is complete
}{
	{"=12 d3\n\n", false, 12, "d3"},
	{"=12\n\n", false, 12, ""},
	{"= 12 d3\n\n", false, 12, "d3"},
	{"= 12\n\n", false, 12, ""},
	{"= 13 14\n\n", false, 0, "13 14"},
	{"= d3\n\n", false, 0, "d3"},
	{"=d3\n\n", false, 0, "d3"},
	{"?12 illegal move\n\n", true, 12, "illegal move"},
	{"? illegal move\n\n", true, 0, "illegal move"},
	{"=12 protocol_version\nname \n\n", false, 12, "protocol_version\nname"},
	{"=12\nname\nquit\n\n", false, 12, "name\nquit"},
	{"\nthinking\n\n=12 d3\n\n", false, 12, "d3"},
	{"=12 a\n= b\n\n", false, 12, "a\n= b"},
	{"=12 d3\n", false, 0, "none"},
	{"=99999999999999999999 d3\n\n", false, 0, "none"},
	{"", false, 0, "none"},
}

// readAll reads the first answer of a text.
func readAll(text string) (a answer, ok bool, err error) {
	var r reader
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		done, err := r.add(line, time.Time{}, 12)
		if done || err != nil {
			return r.answer, done, err
		}
	}
	return answer{}, false, nil
}

func TestReader(t *testing.T) {
	for _, tc := range answerCases {
		a, ok, err := readAll(tc.written)
		switch {
		case err != nil:
			t.Errorf("%q: %v", tc.written, err)
		case !ok && tc.text != "none":
			t.Errorf("%q: no answer", tc.written)
		case ok && (a.text() != tc.text || a.id != tc.id || a.failed != tc.failed):
			t.Errorf("%q: %+v", tc.written, a)
		}
	}
}

// Whatever is written, an answer has at least one line, no blank line within,
// and either an id that was written or none.
func FuzzReader(f *testing.F) {
	for _, tc := range answerCases {
		f.Add(tc.written)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, ok, err := readAll(text)
		if err != nil || !ok {
			return
		}
		if len(a.lines) == 0 || a.id < 0 {
			t.Fatalf("%q: %+v", text, a)
		}
		for _, line := range a.lines[1:] {
			if strings.TrimSpace(line) == "" {
				t.Fatalf("%q: a blank line within an answer: %+v", text, a)
			}
		}
	})
}

var scoreCases = []struct {
	score string
	seats int
	want  string // "" for an error
}{
	{"B+12", 2, "p1win"},
	{"W+2", 2, "p2win"},
	{"b+2.5", 2, "p1win"},
	{"0", 2, "draw"},
	{"Draw", 2, "draw"},
	{"64 69 70 40 ", 4, "p3win"},
	{"64 70 70 40", 4, "draw"},
	{"-5 -4 -9 -4", 4, "draw"},
	{"-5 -3 -9 -4", 4, "p2win"},
	{"64 69 x 40", 4, ""},
	{"", 2, ""},
	{"B", 2, ""},
	{"who knows", 2, ""},
}

func TestResult(t *testing.T) {
	for _, tc := range scoreCases {
		got, err := result(tc.score, tc.seats)
		if got != tc.want || (err == nil) != (tc.want != "") {
			t.Errorf("%q for %d seats: %q, %v, want %q", tc.score, tc.seats, got, err, tc.want)
		}
	}
}

func FuzzResult(f *testing.F) {
	for _, tc := range scoreCases {
		f.Add(tc.score, tc.seats)
	}
	results := map[string]bool{"p1win": true, "p2win": true, "p3win": true, "p4win": true, "draw": true}
	f.Fuzz(func(t *testing.T, score string, seats int) {
		got, err := result(score, 2+2*(seats&1))
		if err == nil && !results[got] {
			t.Errorf("%q: %q", score, got)
		}
	})
}

func TestPlain(t *testing.T) {
	for _, tc := range []struct{ a, b string }{
		{"D3", "d3"}, {"a20,a19,b19", "b19,a20,a19"}, {"PASS ", "pass"},
	} {
		if diff := cmp.Diff(plain(tc.a), plain(tc.b)); diff != "" {
			t.Errorf("%s and %s: %s", tc.a, tc.b, diff)
		}
	}
}
