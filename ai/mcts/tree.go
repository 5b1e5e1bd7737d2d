package mcts

import "slices"

// Tree is what a search builds. It may be kept for the next search of the same
// game. The zero value is empty; see Resize.
type Tree[S comparable] struct {
	pool  pool
	state S // at the root
	mib   int
	// partial says that turns were left out at the root, whole that there is
	// a tree at all.
	partial, whole bool
	plies          []*plies // one for each goroutine that has searched
}

// Resize sets how many MiB the tree may take, at least two chunks of 168 KiB, and
// empties it if that changes. Memory is taken as the tree grows.
func (t *Tree[S]) Resize(mib int) {
	if t.mib == mib && t.pool.chunks != nil {
		return
	}
	t.mib = mib
	t.pool.resize(mib)
	t.Clear()
}

// Ready takes the memory that so many searching goroutines need whatever the
// size of the tree.
func (t *Tree[S]) Ready(goroutines int) {
	for len(t.plies) < goroutines {
		t.plies = append(t.plies, new(plies))
	}
}

// Clear empties the tree but keeps what memory it has.
func (t *Tree[S]) Clear() {
	t.pool.used.Store(0)
	t.whole = false
}

// Visits is how often the root was visited, in earlier searches too.
func (t *Tree[S]) Visits() uint32 {
	if !t.whole {
		return 0
	}
	return t.root().visits.Load()
}

// root is the edge that leads to the root.
func (t *Tree[S]) root() edge { return t.pool.edge(0) }

// start empties the tree, makes s its root, which is unexpanded, and returns what
// hands out the memory behind it.
func (t *Tree[S]) start(s S) allocator {
	t.pool.used.Store(0)
	t.pool.takeChunk()
	t.state, t.partial, t.whole = s, false, true
	root := t.root()
	root.visits.Store(0)
	root.sum.Store(0)
	root.child.Store(unexpanded)
	return allocator{pool: &t.pool, next: 1, end: chunkEdges}
}

// top returns the edges at the root.
func (t *Tree[S]) top() block {
	return t.pool.behind(t.root())
}

// ranked returns the numbers of the edges of a block from the best to the
// worst: the most visited first, equals by their means, then by their priors.
func ranked(b block) []int {
	order := make([]int, len(b.stats))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if better(&b.stats[i], &b.stats[j]) {
			return -1
		}
		if better(&b.stats[j], &b.stats[i]) {
			return 1
		}
		return 0
	})
	return order
}

func better(a, b *stats) bool {
	if va, vb := a.visits.Load(), b.visits.Load(); va != vb {
		return va > vb
	}
	return a.sum.Load() > b.sum.Load()
}

// line returns the most visited turns from an edge at the root on.
func (t *Tree[S]) line(i int) []Move {
	const longest = 32
	var moves []Move
	for b := t.top(); len(moves) < longest; {
		moves = append(moves, b.moves[i])
		b = t.pool.behind(b.edge(i))
		if len(b.stats) == 0 {
			break
		}
		i = 0
		for j := range b.stats {
			if better(&b.stats[j], &b.stats[i]) {
				i = j
			}
		}
		if b.stats[i].visits.Load() == 0 {
			break
		}
	}
	return moves
}
