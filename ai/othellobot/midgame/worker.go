package midgame

import (
	"quadrille/ai/alphabeta"
	"quadrille/ai/othellobot/endgame"
	"quadrille/ai/othellobot/pattern"
)

// maxPly bounds the length of a line: no two passes follow each other.
const maxPly = 128

// worker is one searching goroutine.
type worker struct {
	s     *Searcher
	index int

	nodes       uint64 // visited
	left        uint64 // may be visited before the next look at the clock
	stopped     bool
	selectivity selectivity
	// inShallowSearch is set within the searches that only order moves.
	inShallowSearch bool

	solveFrom int // number of empty squares from which on the end game solver takes over
	leaf      *endgame.Leaf

	history [64]int32
	// Squares that caused a cutoff at frontier nodes, by the turn before and by
	// the ply, as sets of one.
	counterMoves [64]uint64
	killers      [maxPly]uint64

	lists   [maxPly][maxMoves]move
	pv      [maxPly + 1][]alphabeta.Move // best line from each ply
	stack   [maxPly + 1]stackEntry       // positions from the root on
	scratch pattern.State
}

func newWorker(s *Searcher, index int) *worker {
	w := &worker{s: s, index: index}
	w.leaf = endgame.NewLeaf(s.table, s.eval, w.shouldStop)
	return w
}

// checkEvery is how many nodes are visited between two looks at the clock, a
// fraction of a millisecond.
const checkEvery = 1 << 10

// visit counts a node and says whether the search goes on.
func (w *worker) visit() bool {
	if w.left == 0 && !w.refill() {
		return false
	}
	w.left--
	w.nodes++
	return true
}

// shouldStop says whether a long solution in a leaf must be given up.
func (w *worker) shouldStop() bool {
	if w.s.stop.Load() || w.index > 0 && w.s.iterationDone.Load() || w.s.opts.Control.Done() {
		w.stopped = true
	}
	return w.stopped
}

// refill asks for more nodes.
func (w *worker) refill() bool {
	if !w.stopped {
		w.left = w.s.claimNodes(w.index == 0)
		w.stopped = w.left == 0
	}
	return !w.stopped
}
