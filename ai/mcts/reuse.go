package mcts

// reuseDepth is how many turns after the last search the tree is looked
// through for the new root: a round of four.
const reuseDepth = 4

// reuseLooks is how many turns are tried at most on the way to the new root,
// some milliseconds' work. Hardly ever are there a hundred.
const reuseLooks = 1 << 12

// reuse makes s the root of the tree, with what the tree knows about it, and
// says whether it knew it. Only a part that fits into the pool beside the old
// tree is kept, so that the limit of the memory holds at any time. Stop is asked
// once in some thousand edges whether to do without.
func (t *Tree[S]) reuse(rules Rules[S], s S, stop func() bool) bool {
	if !t.whole || t.partial {
		return false
	}
	looks := reuseLooks
	found := t.find(rules, &t.root, &t.state, &s, reuseDepth, &looks)
	if found == nil {
		return false
	}
	if found == &t.root {
		return true
	}
	kept := &Tree[S]{mib: t.mib}
	kept.pool.chunks = make([]*[chunkEdges]edge, len(t.pool.chunks))
	room := int32(len(t.pool.chunks)) - t.pool.used.Load()
	c := copier[S]{from: &t.pool, allocator: allocator{pool: &kept.pool}, room: room, stop: stop}
	if !c.copy(&kept.root, found) || kept.root.child.Load() == unexpanded {
		return false
	}
	t.pool.chunks = kept.pool.chunks
	t.pool.used.Store(kept.pool.used.Load())
	t.setRoot(s)
	copyEdge(&t.root, &kept.root)
	t.root.child.Store(kept.root.child.Load())
	return true
}

// find returns the edge behind which goal lies, at most depth turns below e, as
// far as it takes no more looks than there are left.
func (t *Tree[S]) find(rules Rules[S], e *edge, s, goal *S, depth int, looks *int) *edge {
	if *s == *goal {
		return e
	}
	child := e.child.Load()
	if depth == 0 || child == unexpanded || child >= terminal {
		return nil
	}
	block := t.pool.edges(child, e.count)
	for i := range block {
		if !rules.Toward(s, goal, block[i].move) {
			continue
		}
		if *looks--; *looks < 0 {
			return nil
		}
		next := *s
		rules.Play(&next, block[i].move)
		if found := t.find(rules, &block[i], &next, goal, depth-1, looks); found != nil {
			return found
		}
	}
	return nil
}

// copier copies a part of a tree into another pool.
type copier[S comparable] struct {
	from      *pool
	allocator allocator
	room      int32 // chunks that may be used
	stop      func() bool
	copied    int // edges since stop was asked
}

// copy copies an edge and what lies behind it. It returns false when that does
// not fit or takes too long.
func (c *copier[S]) copy(to, from *edge) bool {
	copyEdge(to, from)
	child := from.child.Load()
	if child == unexpanded || child == terminal {
		to.child.Store(child)
		return true
	}
	if c.copied += int(from.count); c.copied > chunkEdges {
		if c.copied = 0; c.stop() {
			return false
		}
	}
	index, ok := c.allocator.take(int(from.count))
	if !ok || c.allocator.pool.used.Load() > c.room {
		return false
	}
	to.child.Store(index)
	source, target := c.from.edges(child, from.count), c.allocator.pool.edges(index, from.count)
	for i := range source {
		if !c.copy(&target[i], &source[i]) {
			return false
		}
	}
	return true
}

// copyEdge copies everything but the child.
func copyEdge(to, from *edge) {
	to.visits.Store(from.visits.Load())
	to.sum.Store(from.sum.Load())
	to.amafSum.Store(from.amafSum.Load())
	to.amafCount.Store(from.amafCount.Load())
	to.prior, to.move, to.count = from.prior, from.move, from.count
}
