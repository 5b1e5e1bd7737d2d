// Package repetition remembers which positions a game has been through, for
// the rule that a position seen often enough is a draw.
package repetition

import "iter"

// Run is a sequence of positions, each known by a key, that knows how often
// every key occurs in it. It is immutable: adding a position returns a new run
// that shares the old one, so that many games may grow out of one past. The
// nil run is empty and ready to use.
//
// A trie of the keys' hashes, copied along one path at every addition, makes
// looking back cost the logarithm of the run's length, so that a game of some
// hundred thousand turns does not slow down.
type Run[K comparable] struct {
	last *occurrence[K]
	seen *node[K]
}

// occurrence is one position of a run. It never changes.
type occurrence[K comparable] struct {
	key   K
	count int            // how often the key has occurred so far, this one included
	prev  *occurrence[K] // the position one turn earlier
}

// node is a trie in which every node holds a key; the other keys whose hashes
// agree so far are below, by the next digit of the hash. It never changes.
type node[K comparable] struct {
	latest *occurrence[K]
	below  [width]*node[K]
}

// width is the number of values of a digit. A copy of a path is log₈ n nodes of
// nine words: fewer words than with 16 values, fewer nodes than with 4.
const width = 8

// Add returns the run with one position more. Equal keys must come with equal
// hashes.
func (r *Run[K]) Add(key K, hash uint64) *Run[K] {
	if r == nil {
		r = &Run[K]{}
	}
	o := &occurrence[K]{key: key, count: r.Count(key, hash) + 1, prev: r.last}
	return &Run[K]{last: o, seen: r.seen.with(o, hash)}
}

// with returns the trie with the occurrence as the latest one of its key.
func (n *node[K]) with(o *occurrence[K], hash uint64) *node[K] {
	if n == nil {
		return &node[K]{latest: o}
	}
	next := *n
	if n.latest.key == o.key {
		next.latest = o
		return &next
	}
	digit := hash % width
	next.below[digit] = n.below[digit].with(o, hash/width)
	return &next
}

// Count returns how often the key occurs in the run.
func (r *Run[K]) Count(key K, hash uint64) int {
	if r == nil {
		return 0
	}
	for n := r.seen; n != nil; hash /= width {
		if n.latest.key == key {
			return n.latest.count
		}
		n = n.below[hash%width]
	}
	return 0
}

// LastCount returns how often the last position of the run has occurred, 0
// when the run is empty.
func (r *Run[K]) LastCount() int {
	if r == nil {
		return 0
	}
	return r.last.count
}

// Backward goes through the keys of the run, the last one first.
func (r *Run[K]) Backward() iter.Seq[K] {
	return func(yield func(K) bool) {
		if r == nil {
			return
		}
		for o := r.last; o != nil; o = o.prev {
			if !yield(o.key) {
				return
			}
		}
	}
}
