package othellobot

import (
	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/level"
	"quadrille/ai/tt"
	"quadrille/engine"
	"quadrille/engine/othello"
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
	s := pos.(*othello.Position).SearchState()
	return newRules().terms(&s)
}

// Search looks for the best turn; see ai.Bot.
func (b *bot) Search(ctl *ai.Control, pos engine.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) ai.Best {
	t := newTask(ctl, pos.(*othello.Position), limits, settings, report)
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
	case t.shouldSolve():
		return t.solve(&b.table)
	}
	return t.announcer.Best(t.search(&b.table, limits.Depth).Lines[0])
}

// search runs the alpha-beta search.
func (t *task) search(table *tt.Table, depth int) alphabeta.Report {
	last := alphabeta.New(t.rules, table).Run(t.state, alphabeta.Options{
		Control: t.ctl,
		Depth:   depth,
		Nodes:   t.limits.Nodes,
		Threads: t.settings.Threads,
		MultiPV: t.settings.MultiPV,
		Moves:   t.roots,
		Report:  t.announcer.OnReport,
	})
	t.announcer.Finish(last)
	return last
}
