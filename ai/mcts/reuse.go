package mcts

// reuseDepth is how many turns after the last search the tree is looked
// through for the new root: a round of four.
const reuseDepth = 4

// reuseLooks is how many turns are tried at most on the way to the new root,
// some milliseconds' work. Hardly ever are there a hundred.
const reuseLooks = 1 << 12

// reuse makes s the root of the tree, with what the tree knows about it, and
// returns what hands out the rest of the memory, or says that it does not know it.
// Stop is asked once in some thousand edges whether to do without.
func (t *Tree[S]) reuse(rules Rules[S], s S, stop func() bool) (allocator, bool) {
	if !t.whole || t.partial {
		return allocator{}, false
	}
	looks := reuseLooks
	found, ok := t.find(rules, 0, &t.state, &s, reuseDepth, &looks)
	if !ok || !t.pool.edge(found).expanded() {
		return allocator{}, false
	}
	if found == 0 {
		return allocator{pool: &t.pool}, true // nothing moves, and a new chunk is next
	}
	t.state = s
	t.root().become(t.pool.edge(found))
	return t.compact(0, stop)
}

// find returns the index of the edge behind which goal lies, at most depth turns
// below another, as far as it takes no more looks than there are left.
func (t *Tree[S]) find(rules Rules[S], from uint32, s, goal *S, depth int, looks *int) (uint32, bool) {
	if *s == *goal {
		return from, true
	}
	e := t.pool.edge(from)
	if depth == 0 || !e.expanded() {
		return 0, false
	}
	first := e.child.Load()
	for i, m := range t.pool.behind(e).moves {
		if !rules.Toward(s, goal, m) {
			continue
		}
		if *looks--; *looks < 0 {
			return 0, false
		}
		next := *s
		rules.Play(&next, m)
		if found, ok := t.find(rules, first+uint32(i), &next, goal, depth-1, looks); ok {
			return found, true
		}
	}
	return 0, false
}

// become gives an edge what another has found and leads to.
func (e edge) become(other edge) {
	e.visits.Store(other.visits.Load())
	e.sum.Store(other.sum.Load())
	e.amaf.Store(other.amaf.Load())
	e.child.Store(other.child.Load())
	e.prior, e.count = other.prior, other.count
	e.refresh()
}
