package blokusbot

import (
	"quadrille/ai"
	"quadrille/ai/blokusbot/book"
	"quadrille/ai/mcts"
	"quadrille/engine"
	"quadrille/engine/blokus"
)

// bot is the player. It keeps its tree from search to search.
type bot struct {
	params *allParams
	tree   mcts.Tree[blokus.State]
	rules  [variants][stages][]*rules // one for each goroutine that has searched
	// endgame solves the ends of games; nil until then.
	endgame *solver
}

// New returns a bot that has learned nothing. It is cheap: tables come with
// the first search.
func New() ai.Bot { return &bot{params: standard()} }

// Reset forgets everything.
func (b *bot) Reset() {
	b.tree.Clear()
	if b.endgame != nil {
		b.endgame.forget()
	}
}

// Ready makes the tables of the variant for each thread, and those of the solver.
func (b *bot) Ready(pos engine.Position, settings ai.Settings) {
	s := pos.(*blokus.Position).SearchState()
	threads := max(1, settings.Threads)
	b.tree.Resize(settings.Hash)
	b.tree.Ready(threads)
	b.rulesFor(&s, threads)
	b.needEndgame()
	if settings.Book {
		for _, e := range book.Books(&s) {
			e.Book()
		}
	}
}

// paramsFor returns the parameters for searches of a position.
func (b *bot) paramsFor(s *blokus.State) *params { return &b.params[variantOf(s)][stageOf(s)] }

// rulesFor returns the rules for so many goroutines that search a position.
func (b *bot) rulesFor(s *blokus.State, threads int) []*rules {
	rules := &b.rules[variantOf(s)][stageOf(s)]
	for len(*rules) < threads {
		*rules = append(*rules, newRules(b.paramsFor(s)))
	}
	return (*rules)[:threads]
}

// needEndgame returns the solver of the ends of games.
func (b *bot) needEndgame() *solver {
	if b.endgame == nil {
		b.endgame = newSolver(0, endgameMiB, nil)
	}
	return b.endgame
}

// Search looks for the best turn; see ai.Bot.
func (b *bot) Search(ctl *ai.Control, pos engine.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) ai.Best {
	b.tree.Resize(settings.Hash)
	t := newTask(b, ctl, pos.(*blokus.Position), limits, settings, report)
	switch {
	case len(t.roots) == 0:
		return ai.Best{}
	case len(t.roots) == 1 && limits.Mate == 0 && !limits.Exact:
		return t.only()
	case settings.MayUseBook(limits):
		if best, ok := t.playFromBook(); ok {
			return best
		}
	}
	return t.run(&b.tree)
}
