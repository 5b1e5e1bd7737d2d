package othellobot

import (
	"quadrille/ai"
	"quadrille/ai/level"
	"quadrille/ai/othellobot/midgame"
)

// handicaps are the levels below full strength, from 1 on.
// docs/search-othello.md has what they score against each other.
// They never change.
var handicaps = [ai.MaxLevel - 1]level.Handicap{
	{Depth: 1, Noise: 1900, Ceiling: 6400, Blunder: 24},
	{Depth: 1, Noise: 900, Ceiling: 6400, Blunder: 9},
	{Depth: 2, Noise: 650, Ceiling: 6400, Blunder: 5},
	{Depth: 3, Noise: 480, Ceiling: 6400, Blunder: 3},
	{Depth: 4, Noise: 370, Ceiling: 6400, Blunder: 1},
	{Depth: 5, Noise: 280, Ceiling: 6400, Blunder: 0},
	{Depth: 6, Noise: 205, Ceiling: 6400, Blunder: 0},
	{Depth: 7, Noise: 140, Ceiling: 6400, Blunder: 0},
	{Depth: 8, Noise: 85, Ceiling: 6400, Blunder: 0},
}

// playWeakly values every root turn as deep as the level looks and chooses
// with the level's errors. Only the lines it likes best are reported.
func (t *task) playWeakly() ai.Best {
	h := handicaps[max(t.settings.Level, 1)-1]
	if t.limits.Depth > 0 {
		h.Depth = min(h.Depth, t.limits.Depth)
	}
	last := adapt(t.searcher.Run(t.state, midgame.Options{
		Control: t.ctl, Depth: h.Depth, Nodes: t.limits.Nodes, Threads: 1, MultiPV: len(t.roots), Roots: t.roots,
	}))
	last.Lines = h.Prefer(last.Lines, t.settings.MultiPV, t.settings.Seed, t.state.Hash())
	t.announcer.OnReport(last)
	return t.announcer.Best(last.Lines[0])
}
