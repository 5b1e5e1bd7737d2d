package mcts

import (
	"slices"
	"sync/atomic"
)

// prepareRoot makes the node at the root.
func (r *search[S]) prepareRoot(s S) {
	w, o := r.workers[0], &r.options
	w.list = w.rules.Candidates(&s, true, w.list[:0])
	if len(o.Moves) > 0 {
		w.list = restrict(w.list, o.Moves)
	}
	if !o.Reuse || len(o.Moves) > 0 || !r.tree.reuse(w.rules, s, r.quarterOver()) || !w.addMissing(w.rules.Side(&s)) {
		r.tree.start(s)
		w.allocator = allocator{pool: &r.tree.pool}
		r.tree.partial = len(o.Moves) > 0
		r.tree.root.child.Store(w.enter(&r.tree.root, w.list, w.rules.Side(&s)))
	}
	r.shares = make([][MaxSeats]atomic.Int64, len(r.tree.top()))
	r.shareCount = make([]atomic.Int64, len(r.shares))
}

// quarterOver returns what says whether a quarter of the time that is left now
// is over, or the search.
func (r *search[S]) quarterOver() func() bool {
	ctl := r.options.Control
	left, limited := ctl.Left()
	return func() bool {
		now, _ := ctl.Left()
		return ctl.Stopped() || limited && now < left-left/4
	}
}

// addMissing gives a root that was an inner node the turns of w.list that were left
// out there. It returns false when there is no room.
func (w *worker[S]) addMissing(seat int) bool {
	root, known := &w.search.tree.root, w.search.tree.top()
	if len(known) == len(w.list) {
		return true
	}
	rest := slices.DeleteFunc(slices.Clone(w.list), func(c Candidate) bool {
		return has(known, c.Move)
	})
	index := w.enter(root, append(candidatesOf(known), rest...), seat)
	if index == unexpanded {
		return false
	}
	all := w.search.tree.pool.edges(index, root.count)
	for i := range known {
		copyEdge(&all[i], &known[i])
		all[i].child.Store(known[i].child.Load())
	}
	root.child.Store(index)
	return true
}

func has(block []edge, m Move) bool {
	for i := range block {
		if block[i].move == m {
			return true
		}
	}
	return false
}

func candidatesOf(block []edge) []Candidate {
	list := make([]Candidate, len(block))
	for i := range block {
		list[i] = Candidate{Move: block[i].move, Prior: block[i].prior}
	}
	return list
}

// restrict keeps the given moves and brings their priors up to one together.
func restrict(list []Candidate, moves []Move) []Candidate {
	list = slices.DeleteFunc(list, func(c Candidate) bool { return !slices.Contains(moves, c.Move) })
	sum := float32(0)
	for _, c := range list {
		sum += c.Prior
	}
	for i := range list {
		list[i].Prior /= max(sum, 1e-30)
	}
	return list
}
