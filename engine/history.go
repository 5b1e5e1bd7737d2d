package engine

import "iter"

// History is a sequence of positions, each known by a key, that knows how often
// every key occurs in it, for the rule that a position seen often enough is a
// draw. It is immutable: adding a position returns a new history that shares
// the old one, so that many games may grow out of one past. The nil history is
// empty and ready to use.
//
// A trie of the keys' hashes, copied along one path at every addition, makes
// looking back cost the logarithm of the history's length, so that a game of some
// hundred thousand turns does not slow down.
type History[K comparable] struct {
	last *occurrence[K]
	seen *historyNode[K]
}

// occurrence is one position of a history. It never changes.
type occurrence[K comparable] struct {
	key   K
	count int            // how often the key has occurred so far, this one included
	prev  *occurrence[K] // the position one turn earlier
}

// historyNode is a trie in which every node holds a key; the other keys whose hashes
// agree so far are below, by the next digit of the hash. It never changes.
type historyNode[K comparable] struct {
	latest *occurrence[K]
	below  [historyWidth]*historyNode[K]
}

// historyWidth is the number of values of a digit. A copy of a path is log₈ n nodes of
// nine words: fewer words than with 16 values, fewer nodes than with 4.
const historyWidth = 8

// Add returns the history with one position more. Equal keys must come with equal
// hashes.
func (h *History[K]) Add(key K, hash uint64) *History[K] {
	if h == nil {
		h = &History[K]{}
	}
	o := &occurrence[K]{key: key, count: h.Count(key, hash) + 1, prev: h.last}
	return &History[K]{last: o, seen: h.seen.with(o, hash)}
}

// with returns the trie with the occurrence as the latest one of its key.
func (n *historyNode[K]) with(o *occurrence[K], hash uint64) *historyNode[K] {
	if n == nil {
		return &historyNode[K]{latest: o}
	}
	next := *n
	if n.latest.key == o.key {
		next.latest = o
		return &next
	}
	digit := hash % historyWidth
	next.below[digit] = n.below[digit].with(o, hash/historyWidth)
	return &next
}

// Count returns how often the key occurs in the history.
func (h *History[K]) Count(key K, hash uint64) int {
	if h == nil {
		return 0
	}
	for n := h.seen; n != nil; hash /= historyWidth {
		if n.latest.key == key {
			return n.latest.count
		}
		n = n.below[hash%historyWidth]
	}
	return 0
}

// LastCount returns how often the last position of the history has occurred, 0
// when the history is empty.
func (h *History[K]) LastCount() int {
	if h == nil {
		return 0
	}
	return h.last.count
}

// Backward goes through the keys of the history, the last one first.
func (h *History[K]) Backward() iter.Seq[K] {
	return func(yield func(K) bool) {
		if h == nil {
			return
		}
		for o := h.last; o != nil; o = o.prev {
			if !yield(o.key) {
				return
			}
		}
	}
}

// AtLeast lists the keys that occur so many times or more, each once, the one
// seen last first.
func (h *History[K]) AtLeast(times int) []K {
	if h == nil {
		return nil
	}
	var keys []K
	seen := map[K]bool{}
	for o := h.last; o != nil; o = o.prev { // what is met first has the full count
		if !seen[o.key] && o.count >= times {
			keys = append(keys, o.key)
		}
		seen[o.key] = true
	}
	return keys
}
