package bottest

import (
	"slices"
	"testing"

	"quadrille/ai"
	"quadrille/ai/opening"
	"quadrille/engine"
)

// PlaysBook checks that a bot which has a book plays from it in a position, whose
// turns the book thinks equally good are allowed, and that the seed decides which;
// and that it searches where a book is not asked for or would not do. other is a
// legal turn.
func PlaysBook(t *testing.T, create func() ai.Bot, pos engine.Position, allowed []string, other string) {
	t.Helper()
	settings := ai.FullStrength()
	settings.Book, settings.Hash = true, 1
	limits := ai.Limits{Nodes: 100}
	played := map[string]bool{}
	for seed := range uint64(8) {
		settings.Seed = seed + 1
		r := Run(t, create(), pos, limits, settings)
		if again := Run(t, create(), pos, limits, settings); again.Best != r.Best {
			t.Errorf("seed %d: %v, then %v", seed+1, r.Best, again.Best)
		}
		if r.Text() != opening.Said+"\n" || !slices.Contains(allowed, r.Best.Move) {
			t.Errorf("seed %d: %q and %v; the book has %v", seed+1, r.Text(), r.Best, allowed)
		}
		played[r.Best.Move] = true
	}
	if len(allowed) > 1 && len(played) == 1 {
		t.Errorf("eight seeds play one turn of %v", allowed)
	}
	for _, c := range []struct {
		name     string
		limits   ai.Limits
		settings func(*ai.Settings)
	}{
		{"off", limits, func(s *ai.Settings) { s.Book = false }},
		{"level 9", limits, func(s *ai.Settings) { s.Level = 9 }},
		{"two lines", limits, func(s *ai.Settings) { s.MultiPV = 2 }},
		{"search moves", ai.Limits{Nodes: 100, SearchMoves: []string{other}}, func(*ai.Settings) {}},
	} {
		s := settings
		c.settings(&s)
		if r := Run(t, create(), pos, c.limits, s); r.Text() != "" {
			t.Errorf("%s: %q", c.name, r.Text())
		}
	}
}
