package repl

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/terminal"
)

func TestTurnWords(t *testing.T) {
	for line, want := range map[string]string{
		"f5 d6":                "f5 d6",
		"t1, t2":               "t1 +t2",
		"t1,t2":                "t1 ++t2",
		"a19 , a20 ,b20":       "a19 +a20 ++b20",
		"1. f5 d6 2. c3, d3,":  "f5 d6 c3 +d3",
		"1.f5 1...d6 12.c3":    "f5 d6 c3",
		"1. 0.2s3 2. 8.0s4":    "0.2s3 8.0s4",
		"0.2s3":                "0.2s3",
		"(5, 4) [3,2]":         "5 +4 3 ++2",
		"f5! d6? c3!? d3; c4.": "f5 d6 c3 d3 c4",
		"f5-d6-c3 --":          "f5 d6 c3 --",
		"b2-c3":                "b2 c3",
		"1) f5 2) d6 3)c3":     "f5 d6 c3",
		"1: f5 2:d6":           "f5 d6",
		"1) (5, 4) 2) 0.2":     "5 +4 0.2",
		"(f5) d6)":             "f5 d6",
		"f5/d6|c3 \"d3\" <c4>": "f5 d6 c3 d3 c4",
		"b2 -> c3, b2→c3":      "b2 c3 +b2 c3",
		"f5 - d6 – c3 -- d3":   "f5 d6 c3 -- d3",
		"  , ,, ":              "",
		",a":                   "a",
		"a 1.,b":               "a +b",
		"1. 2. 3...":           "",
		"place 0 2, slide 3":   "place 0 2 +slide 3",
		"\t1.\tf5\td6\t2.\tc3": "f5 d6 c3",
	} {
		var got []string
		for _, w := range turnWords(line) {
			text := w.text
			if w.comma {
				text = "+" + text
			}
			if w.tight {
				text = "+" + text
			}
			got = append(got, text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", line, strings.Join(got, " "), want)
		}
	}
}

// What people type is the turns that they mean, in every game: the notation of
// the engine and that of the documents that the games come from.
func TestLinesOfTurns(t *testing.T) {
	r := newREPL(t, "othello")
	for _, tc := range []struct{ game, line, want string }{
		{"othello", "f5 d6", "f5 d6"},
		{"othello", "  F5\tD6 ", "f5 d6"},
		{"othello", "f5, d6", "f5 d6"},
		{"othello", "f5,d6,", "f5 d6"},
		{"othello", "1. f5 d6 2. c3 d3", "f5 d6 c3 d3"},
		{"othello", "1.f5 d6 2.c3!? d3", "f5 d6 c3 d3"},
		{"othello", "1) f5 d6 2) c3", "f5 d6 c3"},
		{"square4", "1: 0.2s3 2: 8.0s4", "0.2s3 8.0s4"},
		{"teeko", "a1 d4 b2 c4 c1 a4 d2 d3 b2 -> b1", "a1 d4 b2 c4 c1 a4 d2 d3 b2b1"},
		{"othello", "F5D6C3", "f5 d6 c3"},
		{"othello", "f5-d6-c3", "f5 d6 c3"},
		{"othello", "5 4", "f5"},    // column and row from 0, as the document has them
		{"othello", "(5, 4)", "f5"}, //
		{"othello", "5,4 3,5", "f5 d6"},
		{"othello", "place 5 4 d6", "f5 d6"},
		{"othello", "PLACE F5", "f5"},
		{"othello", "Black f5 White d6", "f5 d6"},
		{"othello", "1. Black: f5", "f5"},
		{"blokus", "blue a20, yellow t20", "a20 t20"},
		{"teeko", "O b2 X c3", "b2 c3"},
		{"othello", "play F5 d6", "f5 d6"},
		{"othello", "f5 f6 d3 g5 h5 h4 f7 h6 PASS E7", "f5 f6 d3 g5 h5 h4 f7 h6 pass e7"},
		{"othello", "f5 f6 d3 g5 h5 h4 f7 h6 --", "f5 f6 d3 g5 h5 h4 f7 h6 pass"},
		{"square4", "0.2s3 8.0s4", "0.2s3 8.0s4"},
		{"square4", "0.2S3", "0.2s3"},
		{"square4", "0.2 s3", "0.2s3"},
		{"square4", "0.2, s3, 8.0 s4", "0.2s3 8.0s4"},
		{"square4", "1. 0.2s3 2. 8.0s4", "0.2s3 8.0s4"},
		{"square4", "0 2 3", "0.2s3"},
		{"square4", "0,2,3 8,0,4", "0.2s3 8.0s4"},
		{"square4", "(0, 2) 3", "0.2s3"},
		{"square4", "place 0 2 slide 3", "0.2s3"},
		{"square4", "Place 0 2, Slide 3, 8.0s4", "0.2s3 8.0s4"},
		{"square4", "0 2", "0.2"},
		{"teeko", "b2 C3", "b2 c3"},
		{"teeko", "6 11", "b2 c3"}, // cells by number, as the document has them
		{"teeko", "6, 11", "b2 c3"},
		{"teeko", "a1 d4 b2 c4 c1 a4 d2 d3 b2-b1", "a1 d4 b2 c4 c1 a4 d2 d3 b2b1"},
		{"teeko", "a1 d4 b2 c4 c1 a4 d2 d3 b2 b1", "a1 d4 b2 c4 c1 a4 d2 d3 b2b1"},
		{"teeko", "a1 d4 b2 c4 c1 a4 d2 d3 B2B1", "a1 d4 b2 c4 c1 a4 d2 d3 b2b1"},
		{"teeko", "a1 d4 b2 c4 c1 a4 d2 d3 6 7", "a1 d4 b2 c4 c1 a4 d2 d3 b2b1"}, // a cell and a direction
		{"teeko", "1 16 6 12 3 13 8 12 6 7", ""},                                 // 12 is c3's neighbour d3, taken
		{"blokus", "A20", "a20"},
		{"blokus", "a19,a20,b20", "a19,a20,b20"},
		{"blokus", "A20, B20, A19", "a19,a20,b20"},
		{"blokus", "a20 b20 a19", "a19,a20,b20"},
		{"blokus", "a19,a20,b20 t20", "a19,a20,b20 t20"},
		{"blokus", "a20, t20", "a20 t20"},
		{"blokus", "a20 t20 t1 a1", "a20 t20 t1 a1"},
		{"blokus", "V3 90 1 1", "a19,a20,b20"},
		{"blokus", "1 1 v3 90", "a19,a20,b20"}, // in the order of the document
		{"blokus", "place V3 90 1 1, 1 20 1 0", "a19,a20,b20 t20"},
		{"blokus", "P 0 1 1", "a18,a19,b19,a20,b20"}, // letters with which names of commands begin
		{"blokus", "u 0 1 1", "a19,b19,c19,a20,c20"},
		{"blokus", "F 180 18 1, n mirror0 1 1", "a1,b1,b2,c2,b3 b17,a18,b18,a19,a20"},
		{"blokus", "place A20,A19,B20 t20", "a19,a20,b20 t20"},
	} {
		begin(t, r, tc.game)
		err := r.do(tc.line)
		st := r.Session.State()
		got := st.Turns
		if len(st.Pending) > 0 {
			got = append(got, "0.2")
		}
		if strings.Join(got, " ") != tc.want || (err == nil) != (tc.want != "") {
			t.Errorf("%s, %q: %q, %v; want %q", tc.game, tc.line, got, err, tc.want)
		}
	}
}

// newREPL is a conversation of a script that plays all seats.
func newREPL(t *testing.T, game string) *REPL {
	t.Helper()
	s := newSession(t, game)
	seats, err := ParseSide("all", s.State(), 5, nil)
	if err != nil {
		t.Fatal(err)
	}
	return New(Config{Session: s, Out: io.Discard, Errs: io.Discard, Status: &terminal.Status{}, Seats: seats, Level: 5, Now: time.Now})
}

// begin begins a game.
func begin(t *testing.T, r *REPL, game string) {
	t.Helper()
	if err := r.Session.NewGame(t.Context(), strings.Fields(game)...); err != nil {
		t.Fatal(err)
	}
}

// What is wrong is said, with what would be right, and nothing is played.
func TestRefusedLines(t *testing.T) {
	r := newREPL(t, "othello")
	for _, tc := range []struct{ game, before, line, want string }{
		{"othello", "", "f4", "f4 outflanks no disk; Black may play: d3 c4 f5 e6"},
		{"othello", "f5", "F5", "f5 is occupied"},
		{"othello", "", "9z", `"9z" is not a turn; Black may play`},
		{"othello", "", "5f", "did you mean f5?"},
		{"othello", "", "9 9", "both are 0..7"},
		{"othello", "", "3 3", "d4 is occupied"},
		{"othello", "", "--", "a pass is allowed only to a side that cannot move"},
		{"othello", "", "Pass", "a pass is allowed only to a side that cannot move"},
		{"othello", "", "f5 d6 f5 c3", "\"f5\", turn 3 of the line: f5 is occupied; Black may play: "},
		{"othello", "", "f5 d6 f5 c3", "none of them was played"},
		{"othello", "", "white f5", "it is the turn of Black"},
		{"othello", "", "black", `"black" is not a turn`},
		{"othello", "", "f5d6c3d3a1", "turn 5 of it: a1 outflanks no disk"},
		{"othello", "", "f5d6c4d3c3f4f6f3e6e7d7c5b6e3d8d2g6c7c6f8h6b4f7g7a1", "turn 14 of it: e3 outflanks no disk"},
		{"othello", "", "undo2", "did you mean undo 2?"},
		{"othello", "", "Level=7", "did you mean level 7?"},
		{"othello", "", "quit!", "did you mean quit?"},
		{"othello", "", "hint:", "did you mean hint?"},
		{"square4", "", "place 0 2 zz", "none of them was played"},
		{"othello", "", "undp", "did you mean undo?"},
		{"othello", "", "UNDP 2", "did you mean undo?"},
		{"othello", "", "plcae f5", "did you mean place?"},
		{"othello", "", "!", `"!" is not a turn`},
		{"square4", "", "0.2", "a slide must follow"},
		{"square4", "", "s3", "a turn is a placement and a slide"},
		{"square4", "place 0 2", "0.2s3", "s1 s3 s5 s7"},
		{"square4", "place 0 2", "s3 0.2 s1", "none of them was played"},
		{"square4", "", "4 0 1", "square 4 is the hole"},
		{"teeko", "", "17", "cells are a1..d4 or 1..16"},
		{"teeko", "a1", "a1", "occupied"},
		{"blokus", "", "a20,a19,c20", "is not a piece"},
		{"blokus", "", "a20, a19, c20", "is not a piece"},
		{"blokus", "", "e5", "must cover a corner"},
		{"blokus", "", "1 1 V3 45", "is not an orientation; there are: 0 90"},
		{"blokus", "", "V3 0 5 5", "must cover a corner"},
		{"blokus", "", "W 0 5 5", "must cover a corner"},
		{"blokus", "", "F 90 3 5", "must cover a corner"}, // not fen
		{"blokus", "", "P 0 3 5", "must cover a corner"},  // not play or preview
		{"blokus", "", "p 1 2", `"p" may be play, preview`},
		{"blokus", "a20", "u 9", "only 1 turn can be undone"},
		{"teeko", "a1 d4 b2 c4 c1 a4 d2 d3", "d2 c1", "occupied: c1 has an O"},
		{"teeko", "a1 d4 b2 c4 c1 a4 d2 d3", "xyz 9", `"xyz" is neither a command nor a turn`},
		{"teeko", "", strings.Repeat("x", 500), `xxx…" is neither a command nor a turn`}, // pasted by mistake
	} {
		begin(t, r, tc.game)
		if tc.before != "" {
			if err := r.do(tc.before); err != nil {
				t.Fatal(err)
			}
		}
		before := r.Session.State()
		err := r.do(tc.line)
		if err == nil || !strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), "move 1") {
			t.Errorf("%s, %q: %v; want %q", tc.game, tc.line, err, tc.want)
		}
		if diff := cmp.Diff(before, r.Session.State()); diff != "" {
			t.Errorf("%s, %q played something:\n%s", tc.game, tc.line, diff)
		}
	}
}

// Whatever is typed, its words have nothing of what stands between words.
func FuzzTurnWords(f *testing.F) {
	for _, line := range []string{"f5 d6", "1. f5, d6", "(3, 4)", "0.2 s3", "a19,a20,b20", "1...", "--", ",,,", "f5-d6!?"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		for i, w := range turnWords(line) {
			if w.text == "" || strings.ContainsAny(w.text, " ,()") || w.tight && !w.comma || i == 0 && w.tight {
				t.Errorf("%q: word %+v", line, w)
			}
		}
	})
}

// A turn that may be played is one in capitals too.
func TestEveryLegalTurnInCapitals(t *testing.T) {
	r := newREPL(t, "othello")
	for _, game := range []string{"square4", "teeko", "othello", "blokus variant=duo"} {
		begin(t, r, game)
		for range 12 {
			st := r.Session.State()
			if st.Over() {
				break
			}
			token := st.Legal[len(st.Legal)/2]
			if err := r.do(strings.ToUpper(token)); err != nil {
				t.Fatalf("%s: %v", game, err)
			}
			if turns := r.Session.State().Turns; turns[len(turns)-1] != token {
				t.Fatalf("%s: %s was read as %v", game, token, turns)
			}
		}
	}
}
