package endgame

import "math/bits"

const (
	// nearMost is up to how many empty squares results are kept in the worker's
	// own small table. There are so many of these positions that a fifth of the
	// time went into waiting for the memory of the large one, and each is asked
	// for again soon or never.
	nearMost = 10
	// nearBuckets make 256 KiB, so that the table stays in the processor's
	// second cache.
	nearBuckets = 1 << 12
)

// nearTable remembers positions near the end for one worker.
type nearTable [nearBuckets]nearBucket

// nearBucket is a cache line with the results of four positions, the latest
// first.
type nearBucket [4]struct{ key, data uint64 }

// get returns the entry of a key, or one without turns.
func (t *nearTable) get(key uint64) (entry, bool) {
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
func (t *nearTable) put(r result) {
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

func (t *nearTable) bucket(key uint64) *nearBucket {
	i, _ := bits.Mul64(key, nearBuckets)
	return &t[i%nearBuckets]
}
