package midgame

import (
	"quadrille/ai/othellobot/endgame"
	"quadrille/ai/othellobot/pattern"
	"quadrille/engine/othello"
)

// maxPly bounds the length of a line: no two passes follow each other.
const maxPly = 128

// worker is one searching goroutine.
type worker struct {
	s     *Searcher
	index int

	nodes   uint64 // visited
	left    uint64 // may be visited before the next look at the clock
	stopped bool
	width   width
	// glancing is set within the shallow searches that only sort moves.
	glancing bool

	handover int // number of empty squares from which on the leaf solver solves
	leaf     *endgame.Leaf

	history [64]int32
	// Squares that were good enough in the last ply, by the turn before and by
	// the ply, as sets of one.
	answers [64]uint64
	lately  [maxPly]uint64

	lists   [maxPly][]move
	lines   [maxPly + 1][]othello.Turn // best line from each ply
	boards  [maxPly + 1]board          // positions from the root on
	scratch pattern.State
}

func newWorker(s *Searcher, index int) *worker {
	w := &worker{s: s, index: index}
	w.leaf = endgame.NewLeaf(&s.table.ends, s.eval, w.asked)
	moves := make([]move, maxPly*maxMoves)
	for i := range w.lists {
		w.lists[i] = moves[i*maxMoves : i*maxMoves : (i+1)*maxMoves]
	}
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

// asked says whether a long solution in a leaf must be given up.
func (w *worker) asked() bool {
	if w.s.halted.Load() || w.index > 0 && w.s.resting.Load() || w.s.opts.Control.Done() {
		w.stopped = true
	}
	return w.stopped
}

// refill asks for more nodes.
func (w *worker) refill() bool {
	if !w.stopped {
		w.left = w.s.claim(w.index == 0)
		w.stopped = w.left == 0
	}
	return !w.stopped
}
