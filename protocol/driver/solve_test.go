package driver

import (
	"context"
	"errors"
	"testing"
)

// TestSolve has an engine with a cache of its own solve games ahead. A large one is
// stopped on the way; the search that follows finds the engine as it was.
func TestSolve(t *testing.T) {
	c := fake(t, "real")
	c.Env = append(c.Env, "XDG_CACHE_HOME="+t.TempDir())
	e, err := Open(t.Context(), Config{Command: c})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for _, tc := range []struct {
		game        string
		least, most Solved
	}{
		{"othello", Unsolvable, Unsolvable},
		{"teeko size=5 repetition=1", Unsolvable, Unsolvable},
		{"teeko", SolvedWhole, SolvedWhole},
		{"teeko size=5", 1, SolvedWhole - 1},
	} {
		if _, err := e.Ask(t.Context(), "newgame "+tc.game); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		got, err := e.Solve(ctx, func(i Info) {
			if i.Solving > 0 {
				cancel()
			}
		})
		cancel()
		if err != nil || got < tc.least || got > tc.most {
			t.Errorf("%s: %d is solved, error %v", tc.game, got, err)
		}
		if answer, err := e.Query(t.Context(), "solved"); err != nil {
			t.Error(err)
		} else if asked, err := ParseSolved(answer); err != nil || asked != got {
			t.Errorf("%s: asked, it says %q, after %d; %v", tc.game, answer, got, err)
		}
	}
}

// TestSolveRefused asks an engine that solves nothing, and does not know the word.
func TestSolveRefused(t *testing.T) {
	e := openFake(t, "plain", Config{})
	var refused *Refusal
	if _, err := e.Solve(t.Context(), nil); !errors.As(err, &refused) || refused.Code != "unknown-command" {
		t.Errorf("error %v", err)
	}
}

func TestParseSolved(t *testing.T) {
	for word, want := range map[string]Solved{"none": Unsolvable, "0": 0, "1000": SolvedWhole, "-1": -2, "1001": -2, "all": -2, "": -2} {
		if got, err := ParseSolved(word); err == nil && got != want || err != nil && want != -2 {
			t.Errorf("%q: %d, %v", word, got, err)
		}
	}
}
