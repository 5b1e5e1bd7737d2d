package repl

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/analyse"
	"quadrille/cmd/client/judge"
)

// said performs lines and returns what the last of them printed.
func said(t *testing.T, r *REPL, lines ...string) string {
	t.Helper()
	var out strings.Builder
	r.Out = &out
	for _, line := range lines {
		out.Reset()
		if err := r.do(line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return out.String()
}

// analyse in a game prints what package analyse finds in the same game, and the
// game goes on as it was.
func TestAnalyse(t *testing.T) {
	r := newREPL(t, "othello")
	got := said(t, r, "f5 d6 c3 d3", "SET multipv = 3", "Analyze DEPTH 2")
	e, err := opener(t)(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	report, err := analyse.Run(t.Context(), e, analyse.FromRecord(r.record()), analyse.Config{Limits: "depth 2", Config: judge.Config{By: "chance", Marks: [3]float64{5, 10, 20}}})
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	if err := report.WriteText(&want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.String(), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if turns := r.Session.State().Turns; cmp.Diff([]string{"f5", "d6", "c3", "d3"}, turns) != "" {
		t.Errorf("turns: %v", turns)
	}
	if got := said(t, r, "hint depth 2"); !strings.Contains(got, "\n3. ") {
		t.Errorf("MultiPV was not kept: %s", got)
	}
	if err := newREPL(t, "othello").do("analyse"); err == nil || !strings.Contains(err.Error(), "nothing has been played") {
		t.Errorf("without a turn: %v", err)
	}
}

// scores says how the game stands and what the best turns are worth, also in
// the middle of a turn and after the end.
func TestScores(t *testing.T) {
	r := newREPL(t, "othello")
	for _, tc := range []struct {
		game, before, line, scores string
		rows                       int // turns that are judged
	}{
		{"othello", "f5", "scores depth 2", "Scores: Black 4, White 1.", 3},
		{"othello", "f5", "SCORES 2 depth 2", "Scores: Black 4, White 1.", 2},
		{"othello", "f5", "hint 2 depth 2", "", 2},
		{"square4", "place 0 2", "scores depth 2", "Scores: Red 0, Blue 0.", 4}, // the slides
		{"square4", "0.0s1 8.0s4 0.1s1 8.3s4 0.2s1 6.0s4 0.3", "scores", "Scores: Red 1, Blue 0.", 0},
		{"teeko", "", "scores depth 1", "Scores: O 0, X 0.", usualScores},
		{"blokus", "a20 t20", "scores 3 nodes 50", "Scores: Blue -88, Yellow -88, Red -89, Green -89.", 3},
	} {
		begin(t, r, tc.game)
		if tc.before != "" {
			said(t, r, tc.before)
		}
		before := r.Session.State()
		got := said(t, r, tc.line)
		first, table, _ := strings.Cut(got, "\n")
		if tc.scores != "" && first != tc.scores {
			t.Errorf("%s, %s: %q, want %q", tc.game, tc.line, first, tc.scores)
		}
		legal := 0
		for line := range strings.SplitSeq(table, "\n") {
			word, _, _ := strings.Cut(line, " ")
			if _, ok := legalToken(before, word); ok {
				legal++
			}
		}
		if legal != tc.rows {
			t.Errorf("%s, %s: %d turns, want %d:\n%s", tc.game, tc.line, legal, tc.rows, got)
		}
		if diff := cmp.Diff(before, r.Session.State()); diff != "" {
			t.Errorf("%s, %s changed the game:\n%s", tc.game, tc.line, diff)
		}
	}
	for _, line := range []string{"scores 0", "hint 0", "scores 3 depth x", "scores nonsense"} {
		if err := r.do(line); err == nil {
			t.Errorf("%s was done", line)
		}
	}
}

// An analysis that is interrupted, or whose engine dies, leaves the game as it
// was.
func TestAnalyseInterrupted(t *testing.T) {
	r := newREPL(t, "othello")
	said(t, r, "f5 d6 c3")
	before := r.Session.State()
	r.stop.Store(true) // Ctrl-C came before
	if got := said(t, r, "analyse infinite"); !strings.Contains(got, "interrupted after 0 of 3 turns") {
		t.Errorf("interrupted: %s", got)
	}
	if diff := cmp.Diff(before, r.Session.State()); diff != "" {
		t.Errorf("interrupted:\n%s", diff)
	}
	r.Session.Engine().Process().Kill()
	_, err := r.Session.Analyse(context.Background(), analyse.FromRecord(r.record()), analyse.Config{Limits: "depth 1", Config: judge.Config{By: "chance"}})
	var restarted *Restarted
	if !errors.As(err, &restarted) {
		t.Errorf("without an engine: %v", err)
	}
	if diff := cmp.Diff(before.Position, r.Session.State().Position); diff != "" {
		t.Errorf("without an engine:\n%s", diff)
	}
	if got := said(t, r, "fen"); !strings.HasSuffix(got, " O\n") {
		t.Errorf("fen: %q", got)
	}
}
