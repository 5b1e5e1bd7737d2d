package othellobot

import (
	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/level"
	"quadrille/ai/othellobot/book"
	"quadrille/ai/othellobot/midgame"
	"quadrille/ai/othellobot/pattern"
	"quadrille/ai/tt"
	"quadrille/engine"
	"quadrille/engine/othello"
)

// bot is the player. It keeps its transposition tables from search to search.
type bot struct {
	table midgame.Table
	mates tt.Table // of questions for forced wins
}

// New returns a bot that has learned nothing. It is cheap: the tables come
// with the first search.
func New() ai.Bot { return &bot{} }

// Reset forgets everything.
func (b *bot) Reset() {
	b.table.Clear()
	b.mates.Clear()
}

// Eval splits the static evaluation.
func (b *bot) Eval(pos engine.Position) []ai.Term {
	s := pos.(*othello.Position).SearchState()
	return terms(&s)
}

// Search looks for the best turn; see ai.Bot.
func (b *bot) Search(ctl *ai.Control, pos engine.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) ai.Best {
	t := newTask(ctl, pos.(*othello.Position), limits, settings, report)
	if len(t.roots) == 0 {
		return ai.Best{}
	}
	t.setTime()
	b.table.Resize(settings.Hash)
	t.searcher = midgame.New(pattern.Default(), &b.table)
	switch {
	case level.Weakened(settings, limits):
		return t.playWeakly()
	case limits.Mate > 0:
		b.mates.Resize(settings.Hash)
		return t.searchMate(&b.mates)
	case t.mayUseBook():
		if best, ok := t.playFromBook(book.Default()); ok {
			return best
		}
	}
	return t.announcer.Best(t.search(limits.Depth).Lines[0])
}

// search runs the search for a turn and reports what it finds.
func (t *task) search(depth int) alphabeta.Report {
	last := adapt(t.searcher.Run(t.state, midgame.Options{
		Control: t.ctl,
		Depth:   depth,
		Nodes:   t.limits.Nodes,
		Thrifty: t.thrifty,
		Threads: t.settings.Threads,
		MultiPV: t.settings.MultiPV,
		Roots:   t.roots,
		Report:  func(r midgame.Report) { t.announcer.OnReport(adapt(r)) },
	}))
	t.announcer.Finish(last)
	return last
}
