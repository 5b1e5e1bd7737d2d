package midgame

import (
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

	history [64]int32
	lists   [maxPly][]move
	lines   [maxPly + 1][]othello.Turn // best line from each ply
	boards  [maxPly + 1]board          // positions from the root on
	scratch pattern.State
}

func newWorker(s *Searcher, index int) *worker {
	w := &worker{s: s, index: index}
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

// refill asks for more nodes.
func (w *worker) refill() bool {
	if !w.stopped {
		w.left = w.s.claim(w.index == 0)
		w.stopped = w.left == 0
	}
	return !w.stopped
}
