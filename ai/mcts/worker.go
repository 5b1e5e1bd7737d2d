package mcts

import (
	"math"
	"math/rand/v2"
)

const maxDepth = 200

// worker is one goroutine's part of a search.
type worker[S comparable] struct {
	search    *search[S]
	rules     Rules[S]
	rng       *rand.Rand
	allocator allocator
	list      []Candidate
	path      []step
	trace     []Turn // of the simulation
	plies     *plies
	sums      [MaxSeats]float64 // of results
	games     float64
	deep      int  // the longest path
	full      bool // there was no room for a node
}

// plies has, for each seat and move, the ply in the trace of a simulation at
// which it is played; 0 if it is not, or at once.
type plies [MaxSeats][1 << 16]uint16

// step is a node on the way down: the edge that leads to it and those behind
// it, if any.
type step struct {
	edge  *edge
	block []edge
}

// simulate walks down the tree, plays to the end and adds the result.
func (w *worker[S]) simulate() {
	tree := w.search.tree
	s := tree.state
	at := &tree.root
	at.visits.Add(1)
	w.path, w.trace = w.path[:0], w.trace[:0]
	first := 0
	for len(w.path) < maxDepth {
		block := w.node(at, &s)
		if block == nil {
			break
		}
		seat := w.rules.Side(&s)
		i := w.search.options.choose(block, at.visits.Load())
		if at == &tree.root {
			first = i
		}
		w.path = append(w.path, step{at, block})
		at = &block[i]
		at.visits.Add(1)
		w.rules.Play(&s, at.move)
		w.trace = append(w.trace, Turn{at.move, uint8(seat)})
	}
	w.path = append(w.path, step{at, nil})
	w.deep = max(w.deep, len(w.path)-1)
	var o Outcome
	o, w.trace = w.rules.Rollout(&s, w.rng, w.trace)
	w.add(first, &o)
	w.addAmaf(&o)
}

// node returns the edges behind an edge, which it makes if it is time, or nil.
func (w *worker[S]) node(at *edge, s *S) []edge {
	child := at.child.Load()
	if child == unexpanded && at.visits.Load() >= w.search.options.Expand {
		w.expand(at, s, false)
		child = at.child.Load()
	}
	switch child {
	case unexpanded, expanding, terminal:
		return nil
	}
	return w.search.tree.pool.edges(child, at.count)
}

// expand makes the node behind an edge, unless another goroutine does or there
// is no room.
func (w *worker[S]) expand(at *edge, s *S, root bool) {
	if w.full || !at.child.CompareAndSwap(unexpanded, expanding) {
		return
	}
	w.list = w.rules.Candidates(s, root, w.list[:0])
	if len(w.list) == 0 {
		at.child.Store(terminal)
		return
	}
	at.child.Store(w.enter(at, w.list, w.rules.Side(s)))
}

// enter writes candidates of a seat behind an edge and returns their index.
func (w *worker[S]) enter(at *edge, list []Candidate, seat int) uint32 {
	index, ok := w.allocator.take(len(list))
	if !ok {
		w.full = true
		return unexpanded
	}
	block := w.search.tree.pool.edges(index, uint16(len(list)))
	o := &w.search.options
	top := float32(0)
	for _, c := range list {
		top = max(top, c.Prior)
	}
	mean := w.mean(seat)
	for i, c := range list {
		block[i].move, block[i].prior = c.Move, c.Prior
		value := mean * math.Sqrt(float64(c.Prior/top))
		block[i].amafCount.Store(uint32(o.FirstCount * amafUnit))
		block[i].amafSum.Store(uint32(o.FirstCount * value * amafUnit))
	}
	at.count = uint16(len(list))
	return index
}

// mean is the mean result of a seat in this goroutine's part of the search.
func (w *worker[S]) mean(seat int) float64 {
	const start = 5
	return (start*0.5 + w.sums[seat]) / (start + w.games)
}

// choose returns the edge to try, after visits walks to the node.
func (o *Options[S]) choose(block []edge, visits uint32) int {
	bonus := float32(o.Explore * math.Sqrt(float64(visits)))
	best, bestScore := 0, float32(-1)
	for i := range block {
		e := &block[i]
		v := float32(e.visits.Load())
		sum := float32(e.sum.Load())*(1./valueUnit) + float32(e.amafSum.Load())*(1./amafUnit)
		count := v + float32(e.amafCount.Load())*(1./amafUnit)
		score := sum/count + float32(bonus*e.prior)/(1+v)
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

// add adds a result to the path that led to it, whose first step is the edge
// with the given number at the root.
func (w *worker[S]) add(first int, o *Outcome) {
	for i, s := range w.path[1:] {
		s.edge.sum.Add(int64(o.Value[w.trace[i].Seat] * valueUnit))
	}
	for seat, value := range o.Value {
		w.sums[seat] += float64(value)
	}
	w.games++
	if len(w.path) > 1 {
		for seat, share := range o.Share {
			w.search.shares[first][seat].Add(int64(share * valueUnit))
		}
		w.search.shareCount[first].Add(1)
	}
}

// addAmaf adds the result to the turns that were not played at a node of the
// path but later, by the same seat (all moves as first: Brügmann, "Monte Carlo
// Go", 1993; in a tree: Gelly and Silver, "Combining online and offline
// knowledge in UCT", 2007).
func (w *worker[S]) addAmaf(o *Outcome) {
	weights := &w.search.options.Weights
	if weights.Amaf == 0 {
		return
	}
	n := len(w.trace)
	i := n - 1
	for ; i >= len(w.path)-1; i-- {
		w.plies[w.trace[i].Seat][w.trace[i].Move] = uint16(i)
	}
	for ; i >= 0; i-- {
		seat := w.trace[i].Seat
		node := w.path[i]
		if node.edge.visits.Load() <= weights.AmafParent {
			w.addAmafAt(node.block, i, seat, o.Value[seat])
		}
		w.plies[seat][w.trace[i].Move] = uint16(i)
	}
	for _, t := range w.trace {
		w.plies[t.Seat][t.Move] = 0
	}
}

// addAmafAt adds a result to the turns of a node that were played after ply.
func (w *worker[S]) addAmafAt(block []edge, ply int, seat uint8, value float32) {
	weights := &w.search.options.Weights
	when := &w.plies[seat]
	unit := float32(weights.Amaf * amafUnit)
	fade := 1 / float32(len(w.trace)-ply)
	for i := range block {
		e := &block[i]
		at := when[e.move]
		if int(at) <= ply || e.visits.Load() > weights.AmafVisits {
			continue
		}
		weight := unit * (1 - float32(float32(int(at)-ply)*fade))
		e.amafCount.Add(uint32(weight))
		e.amafSum.Add(uint32(weight * value))
	}
}
