package othellobot

import (
	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/level"
	"quadrille/ai/tt"
)

// handicaps are the levels below full strength, from 1 on.
// docs/search-othello.md has what they score against each other.
var handicaps = [ai.MaxLevel - 1]level.Handicap{
	{Depth: 1, Noise: 4000, Ceiling: 6400, Blunder: 45},
	{Depth: 1, Noise: 1900, Ceiling: 6400, Blunder: 20},
	{Depth: 1, Noise: 1000, Ceiling: 6400, Blunder: 8},
	{Depth: 1, Noise: 600, Ceiling: 6400, Blunder: 4},
	{Depth: 2, Noise: 650, Ceiling: 6400, Blunder: 3},
	{Depth: 2, Noise: 350, Ceiling: 6400, Blunder: 1},
	{Depth: 3, Noise: 300, Ceiling: 6400, Blunder: 0},
	{Depth: 4, Noise: 220, Ceiling: 6400, Blunder: 0},
	{Depth: 5, Noise: 120, Ceiling: 6400, Blunder: 0},
}

// handicap returns that of the level asked for; weak is false at full strength
// and for questions that want the truth whatever the level.
func handicap(t *task) (h level.Handicap, weak bool) {
	if t.settings.Level >= ai.MaxLevel || t.limits.Exact || t.limits.Mate > 0 {
		return h, false
	}
	return handicaps[max(t.settings.Level, 1)-1], true
}

// playWeakly values every root turn as deep as the level looks and chooses
// with the level's errors. Only the lines it likes best are reported.
func (t *task) playWeakly(table *tt.Table, h level.Handicap) ai.Best {
	if t.limits.Depth > 0 {
		h.Depth = min(h.Depth, t.limits.Depth)
	}
	last := alphabeta.New(t.rules, table).Run(t.state, alphabeta.Options{
		Control: t.ctl, Depth: h.Depth, Nodes: t.limits.Nodes, Threads: 1, MultiPV: len(t.roots), Moves: t.roots,
	})
	values := make([]int, len(last.Lines))
	for i, l := range last.Lines {
		values[i] = l.Value
	}
	var liked []alphabeta.Line
	for _, o := range h.Rank(values, t.settings.Seed, t.state.Hash()) {
		liked = append(liked, last.Lines[o.Index])
	}
	last.Lines = liked[:min(max(1, t.settings.MultiPV), len(liked))]
	t.announcer.OnReport(last)
	return t.announcer.Best(liked[0])
}
