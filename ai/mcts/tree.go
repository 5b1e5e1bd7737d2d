package mcts

import "slices"

// Tree is what a search builds. It may be kept for the next search of the same
// game. The zero value is empty; see Resize.
type Tree[S comparable] struct {
	pool  pool
	root  edge
	state S
	mib   int
	// partial says that turns were left out at the root, whole that there is
	// a tree at all.
	partial, whole bool
	plies          []*plies // one for each goroutine that has searched
}

// Resize sets how many MiB the tree may take, at least two chunks of about
// 100 KiB, and empties it if that changes. Memory is taken as the tree grows.
func (t *Tree[S]) Resize(mib int) {
	if t.mib == mib && t.pool.chunks != nil {
		return
	}
	t.mib = mib
	t.Clear()
}

// Ready takes the memory that so many searching goroutines need whatever the
// size of the tree.
func (t *Tree[S]) Ready(goroutines int) {
	for len(t.plies) < goroutines {
		t.plies = append(t.plies, new(plies))
	}
}

// Clear empties the tree and gives its memory back.
func (t *Tree[S]) Clear() {
	t.pool.resize(t.mib)
	t.setRoot(*new(S))
	t.whole = false
}

// Visits is how often the root was visited, in earlier searches too.
func (t *Tree[S]) Visits() uint32 { return t.root.visits.Load() }

// setRoot makes an unexpanded root.
func (t *Tree[S]) setRoot(s S) {
	t.state = s
	t.root.visits.Store(0)
	t.root.sum.Store(0)
	t.root.child.Store(unexpanded)
	t.partial, t.whole = false, true
}

// start empties the tree but keeps what memory it has, and makes s its root.
func (t *Tree[S]) start(s S) {
	t.pool.used.Store(0)
	t.setRoot(s)
}

// top returns the edges at the root.
func (t *Tree[S]) top() []edge {
	switch child := t.root.child.Load(); child {
	case unexpanded, expanding, terminal:
		return nil
	default:
		return t.pool.edges(child, t.root.count)
	}
}

// ranked returns the numbers of the edges of a block from the best to the
// worst: the most visited first, equals by their means, then by their priors.
func ranked(block []edge) []int {
	order := make([]int, len(block))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if better(&block[a], &block[b]) {
			return -1
		}
		if better(&block[b], &block[a]) {
			return 1
		}
		return 0
	})
	return order
}

func better(a, b *edge) bool {
	if va, vb := a.visits.Load(), b.visits.Load(); va != vb {
		return va > vb
	}
	return a.sum.Load() > b.sum.Load()
}

// line returns the most visited turns from an edge on.
func (t *Tree[S]) line(e *edge) []Move {
	const longest = 32
	moves := []Move{e.move}
	for len(moves) < longest {
		child := e.child.Load()
		if child == unexpanded || child >= terminal {
			break
		}
		block := t.pool.edges(child, e.count)
		best := &block[0]
		for i := range block {
			if better(&block[i], best) {
				best = &block[i]
			}
		}
		if best.visits.Load() == 0 {
			break
		}
		moves = append(moves, best.move)
		e = best
	}
	return moves
}
