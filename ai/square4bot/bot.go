package square4bot

import (
	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// bot is the player. It keeps its transposition table from search to search.
type bot struct {
	table tt.Table
}

// New returns a bot that has learned nothing. It is cheap: tables come with
// the first search.
func New() ai.Bot { return &bot{} }

// Reset forgets everything.
func (b *bot) Reset() { b.table.Clear() }

// Eval splits the static evaluation.
func (b *bot) Eval(pos engine.Position) []ai.Term {
	s, _ := pos.(*square4.Position).SearchState()
	return standardWeights().terms(&s)
}

// Search looks for the best turn; see ai.Bot.
func (b *bot) Search(ctl *ai.Control, pos engine.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) ai.Best {
	t := newTask(ctl, pos.(*square4.Position), limits, settings, report)
	switch {
	case t.over():
		return ai.Best{}
	case t.solvable():
		return t.solve()
	}
	t.setTime()
	b.table.Resize(settings.Hash)
	return t.search(&b.table)
}

// search runs the alpha-beta search.
func (t *task) search(table *tt.Table) ai.Best {
	searcher := alphabeta.New(t.rules, table)
	last := searcher.Run(t.state, alphabeta.Options{
		Control: t.ctl,
		Depth:   t.limits.Depth,
		Nodes:   t.limits.Nodes,
		Threads: t.settings.Threads,
		MultiPV: t.settings.MultiPV,
		Moves:   t.roots,
		Forever: false,
		Report:  t.onReport,
	})
	t.finish(last)
	return t.best(last.Lines[0])
}
