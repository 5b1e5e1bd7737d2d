package mcts

import (
	"math/bits"
	"slices"
)

// link is a node as pruning sees it: the index of its first edge and, in the lower
// half, that of the edge that leads to it, later how many edges it has.
type link uint64

func newLink(first, rest uint32) link { return link(first)<<32 | link(rest) }

func (l link) first() uint32 { return uint32(l >> 32) }
func (l link) rest() uint32  { return uint32(l) }

// prune forgets the nodes that were seldom visited, so that at most half of the
// memory is taken, and returns what hands out the rest (as Pentobi does, but in
// place). It returns false when stop said so or when the root alone takes more.
// No other goroutine may be at work on the tree.
func (t *Tree[S]) prune(stop func() bool) (allocator, bool) {
	least, ok := t.worthKeeping(len(t.pool.chunks) * chunkEdges / 2)
	if !ok {
		return allocator{}, false
	}
	return t.compact(least, stop)
}

// worthKeeping is how often a node must have been visited for those that were to
// have so many edges together at most: a power of two. It returns false when there
// is no such number.
func (t *Tree[S]) worthKeeping(edges int) (uint32, bool) {
	var sizes [33]int // edges of the nodes by the length of their visits in bits
	t.eachNode(0, func(e edge, _ uint32) bool {
		sizes[bits.Len32(e.visits.Load())] += int(e.count)
		return true
	})
	length := len(sizes)
	for ; length > 0 && sizes[length-1] <= edges; length-- {
		edges -= sizes[length-1]
	}
	return 1 << max(0, length-1), length <= bits.Len32(t.Visits())
}

// eachNode calls visit with the edge, and its index, that leads to each node from
// an edge on, and leaves out what is behind those for which it returns false.
func (t *Tree[S]) eachNode(index uint32, visit func(e edge, index uint32) bool) {
	e := t.pool.edge(index)
	if !e.expanded() || !visit(e, index) {
		return
	}
	first := e.child.Load()
	for i := range uint32(e.count) {
		t.eachNode(first+i, visit)
	}
}

// compact forgets the nodes that were visited less often than that, and those that
// the root does not lead to, moves all others to the beginning of the pool, and
// returns what hands out the room behind them. A node is never more visited than
// one that leads to it. Stop is asked once in some thousand edges; when it says
// so the tree stays as it is but for some nodes that are forgotten.
//
// Nodes keep their order, so that each moves towards the beginning and what it
// overwrites has moved before. It takes eight bytes a node meanwhile.
func (t *Tree[S]) compact(least uint32, stop func() bool) (allocator, bool) {
	links, ok := t.links(least, stop)
	if !ok {
		return allocator{}, false
	}
	slices.Sort(links)
	// All links between nodes are changed before any node moves.
	next := uint32(1)
	for i, l := range links {
		e := t.pool.edge(l.rest())
		to := placeFor(next, e.count)
		next = to + uint32(e.count)
		e.child.Store(to)
		links[i] = newLink(l.first(), uint32(e.count))
	}
	next = 1
	for _, l := range links {
		count := uint16(l.rest())
		to := placeFor(next, count)
		next = to + uint32(count)
		from, target := t.pool.block(l.first(), count), t.pool.block(to, count)
		copy(target.looks, from.looks)
		copy(target.stats, from.stats)
		copy(target.moves, from.moves)
	}
	used := (next + chunkEdges - 1) / chunkEdges
	t.pool.used.Store(int32(used))
	return allocator{pool: &t.pool, next: next, end: used * chunkEdges}, true
}

// placeFor is where a block goes that cannot go before next: into one chunk.
func placeFor(next uint32, count uint16) uint32 {
	if next%chunkEdges+uint32(count) > chunkEdges {
		return (next + chunkEdges - 1) / chunkEdges * chunkEdges
	}
	return next
}

// links returns the nodes to keep and takes the others from the tree.
func (t *Tree[S]) links(least uint32, stop func() bool) (links []link, ok bool) {
	looked, stopped := 0, false
	t.eachNode(0, func(e edge, index uint32) bool {
		if looked += int(e.count); looked > chunkEdges {
			looked, stopped = 0, stopped || stop()
		}
		if stopped {
			return false
		}
		if e.visits.Load() < least && index != 0 {
			e.child.Store(unexpanded)
			return false
		}
		links = append(links, newLink(e.child.Load(), index))
		return true
	})
	return links, !stopped
}
