package endgame

import "math/bits"

const (
	// shallowTableMax is up to how many empty squares results are kept in the worker's
	// own small table. There are so many of these positions that a fifth of the
	// time went into waiting for the memory of the large one, and each is asked
	// for again soon or never.
	shallowTableMax = 10
	// shallowBuckets make 256 KiB, so that the table stays in the processor's
	// second cache.
	shallowBuckets = 1 << 12
)

// shallowTable remembers positions near the end for one worker.
type shallowTable [shallowBuckets]shallowBucket

// shallowBucket is a cache line with the results of four positions, the latest
// first.
type shallowBucket [4]struct{ key, data uint64 }

// get returns the entry of a key, or one without turns.
func (t *shallowTable) get(key uint64) (entry, bool) {
	b := t.bucket(key)
	for i := range b {
		if b[i].key == key && b[i].data != 0 {
			return unpack(b[i].data), true
		}
	}
	return entry{moves: [2]uint8{noMove, noMove}}, false
}

// put stores a result, if need be in place of the one that was stored the
// longest ago.
func (t *shallowTable) put(r result) {
	b, i := t.bucket(r.key), 0
	for i < len(b)-1 && b[i].key != r.key {
		i++
	}
	e := r.entry
	if b[i].key == r.key && b[i].data != 0 {
		e = merge(e, unpack(b[i].data))
	}
	copy(b[1:i+1], b[:i])
	b[0].key, b[0].data = r.key, e.pack()
}

func (t *shallowTable) bucket(key uint64) *shallowBucket {
	i, _ := bits.Mul64(key, shallowBuckets)
	return &t[i%shallowBuckets]
}
