package mcts

import (
	"math"
	"math/rand/v2"
)

const (
	// expandAt is the number of visits that turn a leaf into a node.
	expandAt = 2
	maxDepth = 200
)

// worker is one goroutine's part of a search.
type worker[S comparable] struct {
	search *search[S]
	rules  Rules[S]
	rng    *rand.Rand
	taker  taker
	list   []Candidate
	path   []step
	deep   int  // the longest path
	full   bool // there was no room for a node
}

// step is a turn on the way down and the seat that chose it.
type step struct {
	edge *edge
	seat int
}

// simulate walks down the tree, plays to the end and adds the result.
func (w *worker[S]) simulate() {
	tree := w.search.tree
	s := tree.state
	at := &tree.root
	at.visits.Add(1)
	w.path = w.path[:0]
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
		at = &block[i]
		at.visits.Add(1)
		w.rules.Play(&s, at.move)
		w.path = append(w.path, step{at, seat})
	}
	w.deep = max(w.deep, len(w.path))
	w.add(first, w.rules.Rollout(&s, w.rng))
}

// node returns the edges behind an edge, which it makes if it is time, or nil.
func (w *worker[S]) node(at *edge, s *S) []edge {
	child := at.child.Load()
	if child == unexpanded && at.visits.Load() >= expandAt {
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
	at.child.Store(w.enter(at, w.list))
}

// enter writes candidates behind an edge and returns their index.
func (w *worker[S]) enter(at *edge, list []Candidate) uint32 {
	index, ok := w.taker.take(len(list))
	if !ok {
		w.full = true
		return unexpanded
	}
	block := w.search.tree.pool.edges(index, uint16(len(list)))
	for i, c := range list {
		block[i].move, block[i].prior = c.Move, c.Prior
	}
	at.count = uint16(len(list))
	return index
}

// choose returns the edge to try, after visits walks to the node.
func (o *Options[S]) choose(block []edge, visits uint32) int {
	bonus := float32(o.Explore * math.Sqrt(float64(visits)))
	best, bestScore := -1, float32(0)
	var sum, n, tried float32
	for i := range block {
		e := &block[i]
		v := e.visits.Load()
		if v == 0 {
			if best < 0 || o.unknown(sum, n, tried)+float32(bonus*e.prior) > bestScore {
				return i
			}
			break
		}
		total := float32(e.sum.Load()) / valueUnit
		visits := float32(v)
		score := total/visits + bonus*e.prior/(1+visits)
		if best < 0 || score > bestScore {
			best, bestScore = i, score
		}
		sum += total
		n += visits
		tried += e.prior
	}
	return best
}

// unknown is the value of a turn that was never tried, beside others that were
// tried n times, with a sum of results, and have the given prior together.
func (o *Options[S]) unknown(sum, n, tried float32) float32 {
	return sum/n - float32(o.FirstPlay*math.Sqrt(float64(tried)))
}

// add adds a result to the path that led to it, whose first step is the edge
// with the given number at the root.
func (w *worker[S]) add(first int, o Outcome) {
	for _, s := range w.path {
		s.edge.sum.Add(int64(o.Value[s.seat] * valueUnit))
	}
	if len(w.path) > 0 {
		for seat, share := range o.Share {
			w.search.shares[first][seat].Add(int64(share * valueUnit))
		}
		w.search.shareCount[first].Add(1)
	}
}
