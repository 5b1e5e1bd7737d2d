// Package repetition remembers which positions a game has been through, for
// the rule that a position seen often enough is a draw.
package repetition

import "iter"

// Run is a sequence of positions, each known by a key, that knows how often
// every key occurs in it. It is immutable: adding a position returns a new run
// that shares the old one, so that many games may grow out of one past. The
// nil run is empty and ready to use.
//
// The two-level table of buckets keeps looking back cheap in games of many
// thousand turns at the price of copying 32 pointers a turn.
type Run[K comparable] struct {
	last    *occurrence[K]
	buckets [width]*row[K]
}

const width = 16

type row[K comparable] [width]*occurrence[K]

// occurrence is one position of a run. It never changes.
type occurrence[K comparable] struct {
	key   K
	count int            // how often the key has occurred so far, this one included
	prev  *occurrence[K] // the position one turn earlier
	older *occurrence[K] // the latest earlier one in the same bucket
}

// Add returns the run with one position more. Equal keys must come with equal
// hashes; the lower eight bits of the hash choose the bucket.
func (r *Run[K]) Add(key K, hash uint64) *Run[K] {
	i, j := bucket(hash)
	var next Run[K]
	var bottom row[K]
	if r != nil {
		next = *r
		if r.buckets[i] != nil {
			bottom = *r.buckets[i]
		}
	}
	next.last = &occurrence[K]{key: key, count: 1, prev: next.last, older: bottom[j]}
	if o := bottom[j].find(key); o != nil {
		next.last.count = o.count + 1
	}
	bottom[j] = next.last
	next.buckets[i] = &bottom
	return &next
}

// Count returns how often the key occurs in the run.
func (r *Run[K]) Count(key K, hash uint64) int {
	if r == nil {
		return 0
	}
	i, j := bucket(hash)
	if r.buckets[i] == nil {
		return 0
	}
	if o := r.buckets[i][j].find(key); o != nil {
		return o.count
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

func bucket(hash uint64) (i, j uint64) { return hash % width, hash / width % width }

// find returns the latest occurrence of the key in a bucket.
func (o *occurrence[K]) find(key K) *occurrence[K] {
	for o != nil && o.key != key {
		o = o.older
	}
	return o
}
