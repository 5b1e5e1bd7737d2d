package teekobot

import (
	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/level"
	"quadrille/ai/tt"
)

// handicaps are the levels below full strength, from 1 on.
// docs/search-teeko.md has what they score against each other.
// They never change.
var handicaps = [ai.MaxLevel - 1]level.Handicap{
	{Depth: 1, Noise: 700, Ceiling: 600, Blunder: 25},
	{Depth: 1, Noise: 350, Ceiling: 600, Blunder: 14},
	{Depth: 1, Noise: 200, Ceiling: 600, Blunder: 8},
	{Depth: 1, Noise: 90, Ceiling: 700, Blunder: 4},
	{Depth: 2, Noise: 120, Ceiling: 800, Blunder: 6},
	{Depth: 3, Noise: 90, Ceiling: 900, Blunder: 4},
	{Depth: 3, Noise: 60, Ceiling: 900, Blunder: 3},
	{Depth: 4, Noise: 60, Ceiling: 1000, Blunder: 3},
	{Depth: 5, Noise: 40, Ceiling: 1500, Blunder: 2},
}

// playWeakly values every root turn as deep as the level looks and chooses
// with the level's errors. Only the lines it likes best are reported.
func (t *task) playWeakly(table *tt.Table) ai.Best {
	h := handicaps[max(t.settings.Level, 1)-1]
	if t.limits.Depth > 0 {
		h.Depth = min(h.Depth, t.limits.Depth)
	}
	last := alphabeta.New(t.rules, table).Run(t.state, alphabeta.Options{
		Control: t.ctl, Depth: h.Depth, Nodes: t.limits.Nodes, Threads: 1, MultiPV: len(t.roots), Moves: t.roots,
	})
	last.Lines = h.Prefer(last.Lines, t.settings.MultiPV, t.settings.Seed, t.state.Hash())
	t.announcer.OnReport(last)
	return t.announcer.Best(last.Lines[0])
}
