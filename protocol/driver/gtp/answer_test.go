package gtp

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/protocol/driver"
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
	{"=99999999999999999999 d3\n\n", false, 0, "99999999999999999999 d3"},
	{"== Othello 1.0 ==\n=> ready\n=12 d3\n\n", false, 12, "d3"}, // a banner
	{"=12\td3 \r\n\r\n", false, 12, "d3"},
	{" =12 d3\n\n", false, 12, "d3"},
	{"=12 D3 # from the book\n\n", false, 12, "D3 # from the book"},
	{"=12\nd3\n\n", false, 12, "d3"},
	{"=2\n\n", false, 0, "2"},                         // no id, and no space before the answer
	{"=2.0\n\n", false, 0, "2.0"},                     // so too
	{"=12.0\n\n", false, 0, "12.0"},                   // no id either
	{"? 1 wrong color\n\n", true, 0, "1 wrong color"}, // Edax 4.6 mixes the id up
	{"?12 unknown command (xyzzy)\n\n", true, 12, "unknown command (xyzzy)"},
	{"?12 [ERROR] command not found\n\n", true, 12, "[ERROR] command not found"},
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
	want  string // "" for none
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
	{"B12", 2, "p1win"}, // Egaroucid
	{"W-12", 2, "p2win"},
	{"B+12.0", 2, "p1win"},
	{"0.0", 2, "draw"},
	{"W+R", 2, "p2win"},
	{"B+", 2, ""},
	{"Black wins by 12 points. Final score is B 38 and W 26", 2, "p1win"},
	{"White wins by 2 points. Final score is B 31 and W 33", 2, "p2win"},
	{"Draw. Final score is B 32 and W 32", 2, "draw"},
	{"Game is not over yet.", 2, "none"},
	{"blue", 2, ""},
	{"who knows", 2, ""},
}

func TestResult(t *testing.T) {
	for _, tc := range scoreCases {
		if got, ok := result(tc.score, driver.OneEach(make([]string, tc.seats))); got != tc.want || ok != (tc.want != "") {
			t.Errorf("%q for %d seats: %q, %v, want %q", tc.score, tc.seats, got, ok, tc.want)
		}
	}
}

func FuzzResult(f *testing.F) {
	for _, tc := range scoreCases {
		f.Add(tc.score, tc.seats)
	}
	results := map[string]bool{"p1win": true, "p2win": true, "p3win": true, "p4win": true, "draw": true, "none": true}
	f.Fuzz(func(t *testing.T, score string, seats int) {
		got, ok := result(score, driver.OneEach(make([]string, 2+2*(seats&1))))
		if ok != results[got] {
			t.Errorf("%q: %q", score, got)
		}
	})
}

func TestIsVersion2(t *testing.T) {
	for text, want := range map[string]bool{
		"2": true, "2.0": true, "gtp 2": true, "GTP2": true, "2, draft 2": true, "version 2.1": true, "": true, "unknown": true,
		"1": false, "GTP 1": false, "3.0": false, "20": false,
	} {
		if got := isVersion2(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
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
