//go:build unix

package match

import (
	"path/filepath"
	"strings"
	"testing"

	"quadrille/cmd/client/match/arena"
)

// Openings of a file: turns, a FEN, a FEN and turns.
func TestOpeningFile(t *testing.T) {
	spec := newSpec(fake(t, "a", "random seed=1"), fake(t, "b", "plain seed=2 game=othello"))
	spec.Game, spec.Random, spec.Rounds, spec.MaxPlies = "othello", 0, 4, 0
	const fen = "---------------------------OX------XO--------------------------- X"
	lines := []string{"F5 d6 # a comment", "", "# another", "f5d6c3", fen, "fen " + fen + " moves e6"}
	c := &collector{}
	o := testOptions(t, c)
	j, err := Begin(t.Context(), spec, lines, filepath.Join(t.TempDir(), "match.db"), o)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := Run(t.Context(), spec, j, o); err != nil {
		t.Fatal(err)
	}
	want := []string{"startpos f5 d6", "startpos f5 d6 c3", fen, fen + " e6"}
	if len(c.games) != 8 {
		t.Fatalf("%d games, want 8", len(c.games))
	}
	for _, g := range c.games {
		got := strings.Join(append([]string{g.Start}, g.Turns[:g.Opened]...), " ")
		if got != want[g.Opening] || g.End != arena.EndRules {
			t.Errorf("game %d begins %q and ends %s (%s), want %q", g.ID, got, g.End, g.Detail, want[g.Opening])
		}
	}
}
