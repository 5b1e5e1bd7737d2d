package square4bot

import (
	"quadrille/ai"
	"quadrille/ai/tt"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// bot is the player. It keeps its transposition table from search to search.
type bot struct {
	table  tt.Table
	orders *orderTable // made when first needed
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
	if len(t.roots) == 0 {
		return ai.Best{}
	}
	t.setTime()
	t.weaken()
	if t.solvable() {
		return t.solve(b.movementValues(t))
	}
	table := b.tableFor(t)
	if limits.Mate > 0 {
		if best, found := t.mate(table); found {
			return best
		}
	}
	return t.search(table)
}

// tableFor returns the bot's table or, for a weakened player, a small one of
// its own, so that its turn depends on nothing but the position and the seed.
func (b *bot) tableFor(t *task) *tt.Table {
	if t.weak {
		var small tt.Table
		small.Resize(1)
		return &small
	}
	b.table.Resize(t.settings.Hash)
	return &b.table
}

// movementValues returns a function that values the slides of a task in the
// movement phase.
func (b *bot) movementValues(t *task) func(square uint8) int {
	if !t.state.NoBack {
		return func(square uint8) int {
			next := t.state.Slid(square)
			return lookAhead(&next, 2)
		}
	}
	if b.orders == nil {
		b.orders = newOrderTable()
	}
	return solveMovement(b.orders, t.state, t.drawnBefore()).after
}
