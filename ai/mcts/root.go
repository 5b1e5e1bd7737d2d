package mcts

import (
	"slices"

	"quadrille/ai/atomic"
)

// prepareRoot makes the node at the root.
func (r *search[S]) prepareRoot(s S) {
	w, o := r.workers[0], &r.options
	w.list = w.rules.Candidates(&s, true, w.list[:0])
	if len(o.Moves) > 0 {
		w.list = restrict(w.list, o.Moves)
	}
	if !o.Reuse || len(o.Moves) > 0 || !r.reuse(s) {
		w.allocator, w.full = r.tree.start(s), false
		r.crowd.Store(0)
		r.tree.partial = len(o.Moves) > 0
		r.tree.root().child.Store(w.enter(r.tree.root(), w.list, int(w.rules.Side(&s).Seat)))
	}
	r.shares = make([][MaxSeats]atomic.Int64, len(r.tree.top().moves))
	r.shareCount = make([]atomic.Int64, len(r.shares))
}

// reuse makes s the root with what the tree knows about it, and with the turns of
// w.list that were left out there. It returns false when the tree knows nothing.
func (r *search[S]) reuse(s S) bool {
	w, known := r.workers[0], false
	if w.allocator, known = r.tree.reuse(w.rules, s, r.quarterOver()); !known {
		return false
	}
	seat := int(w.rules.Side(&s).Seat)
	if w.addMissing(seat) {
		return true
	}
	r.prune()
	return w.addMissing(seat)
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
	root, known := w.search.tree.root(), w.search.tree.top()
	if len(known.moves) == len(w.list) {
		return true
	}
	var all []Candidate
	for i, m := range known.moves {
		all = append(all, Candidate{Move: m, Prior: known.stats[i].prior})
	}
	for _, c := range w.list {
		if !slices.Contains(known.moves, c.Move) {
			all = append(all, c)
		}
	}
	index := w.enter(root, all, seat)
	if index == unexpanded {
		return false
	}
	b := w.search.tree.pool.block(index, root.count)
	for i := range known.moves {
		b.edge(i).become(known.edge(i))
	}
	root.child.Store(index)
	return true
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
