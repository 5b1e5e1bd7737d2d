package othellobot

import (
	"slices"
	"testing"

	"quadrille/ai"
	"quadrille/ai/bottest"
	"quadrille/ai/othellobot/book"
	"quadrille/engine/othello"
)

// TestBook plays the first turns with the book on: what it answers is in the
// book and about as good as its best, the seed decides which, and a search
// answers where the book does not.
func TestBook(t *testing.T) {
	settings := ai.FullStrength()
	settings.Book, settings.Hash = true, 1
	pos := start(t)
	choices := book.Default().Choices(pos.SearchState())
	first := map[string]bool{}
	for seed := range uint64(40) {
		settings.Seed = seed + 1
		r := bottest.Run(t, New(), pos, ai.Limits{Nodes: 1000}, settings)
		if again := bottest.Run(t, New(), pos, ai.Limits{Nodes: 1000}, settings); again.Best != r.Best {
			t.Errorf("seed %d: %v, then %v", seed, r.Best, again.Best)
		}
		turn, _ := othello.ParseTurn(r.Best.Move)
		i := slices.IndexFunc(choices, func(c book.Choice) bool { return c.Turn == turn })
		if r.Text() != "from the book\n" || i < 0 || choices[i].Value < choices[0].Value-nearEqual {
			t.Errorf("seed %d: %q, %v, choices %v", seed, r.Text(), r.Best, choices)
		}
		first[r.Best.Move] = true
	}
	if len(first) != 4 {
		t.Errorf("forty seeds begin with %v; the four turns are equal", first)
	}
	searched := []struct {
		name     string
		limits   ai.Limits
		settings func(*ai.Settings)
	}{
		{"off", ai.Limits{Nodes: 1000}, func(s *ai.Settings) { s.Book = false }},
		{"level 5", ai.Limits{Nodes: 1000}, func(s *ai.Settings) { s.Level = 5 }},
		{"exact", ai.Limits{Nodes: 1000, Exact: true}, func(*ai.Settings) {}},
		{"two lines", ai.Limits{Nodes: 1000}, func(s *ai.Settings) { s.MultiPV = 2 }},
		{"search moves", ai.Limits{Nodes: 1000, SearchMoves: []string{"f5"}}, func(*ai.Settings) {}},
	}
	for _, c := range searched {
		s := settings
		c.settings(&s)
		if r := bottest.Run(t, New(), pos, c.limits, s); r.Text() != "" {
			t.Errorf("%s: %q", c.name, r.Text())
		}
	}
}
