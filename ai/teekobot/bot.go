package teekobot

import (
	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/level"
	"quadrille/ai/tt"
	"quadrille/engine"
	"quadrille/engine/teeko"
)

// bot is the player. It keeps its transposition table from search to search.
type bot struct {
	table tt.Table
}

// New returns a bot that has learned nothing. It is cheap: the table comes
// with the first search.
func New() ai.Bot { return &bot{} }

// Reset forgets everything.
func (b *bot) Reset() { b.table.Clear() }

// Eval splits the static evaluation.
func (b *bot) Eval(pos engine.Position) []ai.Term {
	s := pos.(*teeko.Position).SearchState()
	return newRules(pos.(*teeko.Position)).terms(&s)
}

// Search looks for the best turn; see ai.Bot.
func (b *bot) Search(ctl *ai.Control, pos engine.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) ai.Best {
	t := newTask(ctl, pos.(*teeko.Position), limits, settings, report)
	if len(t.roots) == 0 {
		return ai.Best{}
	}
	t.setTime()
	b.table.Resize(settings.Hash)
	switch {
	case level.Weakened(settings, limits):
		return t.playWeakly(&b.table)
	case limits.Mate > 0:
		return t.searchMate(&b.table)
	}
	return t.search(&b.table)
}

// search runs the alpha-beta search.
func (t *task) search(table *tt.Table) ai.Best {
	last := alphabeta.New(t.rules, table).Run(t.state, alphabeta.Options{
		Control: t.ctl,
		Depth:   t.limits.Depth,
		Nodes:   t.limits.Nodes,
		Threads: t.settings.Threads,
		MultiPV: t.settings.MultiPV,
		Moves:   t.roots,
		Report:  t.announcer.OnReport,
	})
	t.announcer.Finish(last)
	return t.announcer.Best(last.Lines[0])
}
