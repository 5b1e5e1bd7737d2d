package endgame

import (
	"math/bits"

	"quadrille/ai/othellobot/pattern"
	"quadrille/engine/othello"
)

// Leaf answers one small question after the other for one goroutine of another
// search, without the preparations of Solve. Leaves may share a table.
type Leaf struct{ w *worker }

// NewLeaf returns a leaf solver. Its evaluator may be nil; stop is asked every
// few thousand nodes whether to give up.
func NewLeaf(table *Table, eval *pattern.Eval, stop func() bool) *Leaf {
	return &Leaf{newWorker(&team{stop: stop}, table, eval)}
}

// Search returns the margin of a position, in disks from the view of the side
// to move, if it lies between alpha and beta, and else a bound on the side
// where it lies. nodes are the positions it visited. What it returns after stop
// has said yes is meaningless, until Continue.
func (l *Leaf) Search(own, opp uint64, alpha, beta int) (margin int, nodes uint64) {
	l.w.nodes, l.w.reported = 0, 0
	empties := bits.OnesCount64(^(own | opp))
	margin = l.w.pvs(own, opp, othello.Moves(own, opp), empties, alpha, beta)
	return margin, l.w.nodes
}

// Line returns best play from a position of the given exact margin to the end of
// the game, as far as stop does not say yes, and how many positions it visited.
func (l *Leaf) Line(s othello.State, margin int) (line []othello.Turn, nodes uint64) {
	l.w.nodes, l.w.reported = 0, 0
	line = l.w.line(s, margin)
	return line, l.w.nodes
}

// Continue makes a stopped leaf solver ready again.
func (l *Leaf) Continue() {
	l.w.stopped = false
	l.w.team.stopped.Store(false)
}
