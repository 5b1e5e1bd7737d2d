package othellobot

import (
	"quadrille/ai"
	"quadrille/ai/alphabeta"
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
	if len(t.Roots) == 0 {
		return ai.Best{}
	}
	t.setTime()
	b.table.Resize(settings.Hash)
	t.searcher = midgame.New(pattern.Default(), &b.table)
	switch {
	case settings.Weakened(limits):
		return t.PlayWeakly(handicaps(), t.state.Hash(), func(o alphabeta.Options) alphabeta.Report {
			return t.run(midgameOptions(o))
		})
	case limits.Mate > 0:
		b.mates.Resize(settings.Hash)
		return t.searchMate(&b.mates)
	case t.mayUseBook():
		if best, ok := t.playFromBook(book.Default()); ok {
			return best
		}
	}
	return t.search()
}

// search runs the search for a turn and reports what it finds.
func (t *task) search() ai.Best {
	o := midgameOptions(t.Options())
	o.Thrifty = t.thrifty
	last := t.run(o)
	t.Finish(last)
	return t.Best(last.Lines[0])
}

func (t *task) run(o midgame.Options) alphabeta.Report {
	return adapt(t.searcher.Run(t.state, o))
}
