package endgame

import "math/bits"

const (
	// shallowTableMax is up to how many empty squares results are kept in the
	// worker's own small table. There are so many of these positions that a fifth
	// of the time went into waiting for the memory of the large one, and each is
	// asked for again soon or never.
	shallowTableMax = 10
	// shallowBuckets make 256 KiB, so that the table stays in the processor's
	// second cache.
	shallowBuckets = 1 << 12
)

// shallowTable remembers positions near the end for one worker.
type shallowTable [shallowBuckets]shallowBucket

// shallowBucket is a cache line with the results of four positions, the latest
// first.
type shallowBucket [4]struct {
	key   uint64
	entry Entry
}

// get returns the entry of a key, 0 if there is none.
func (t *shallowTable) get(key uint64) Entry {
	b := t.bucket(key)
	for i := range b {
		if b[i].key == key && b[i].entry != 0 {
			return b[i].entry
		}
	}
	return 0
}

// put stores an entry, if need be in place of the one that was stored the longest
// ago.
func (t *shallowTable) put(key uint64, e Entry) {
	b, i := t.bucket(key), 0
	for i < len(b)-1 && b[i].key != key {
		i++
	}
	if b[i].key == key && b[i].entry != 0 {
		e = Join(e, b[i].entry)
	}
	copy(b[1:i+1], b[:i])
	b[0].key, b[0].entry = key, e
}

func (t *shallowTable) bucket(key uint64) *shallowBucket {
	i, _ := bits.Mul64(key, shallowBuckets)
	return &t[i%shallowBuckets]
}
