package endgame

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"quadrille/ai/othellobot/memory"
)

// Table is a transposition table that several goroutines may use at once
// without locks: a slot is two words, the data and the key xor the data, so
// that a slot torn by two writers fails to match (Hyatt and Mann, "A lock-less
// transposition table implementation for parallel search", 2002). The zero
// value remembers nothing until Resize.
type Table struct {
	buckets []bucket
	mib     int
	date    uint8
}

const (
	bucketSlots = 4 // a cache line
	bucketBytes = bucketSlots * 16
)

type slot struct{ check, data atomic.Uint64 }

type bucket [bucketSlots]slot

// NewTable returns a table of about that many MiB.
func NewTable(mib int) *Table {
	t := &Table{}
	t.Resize(mib)
	return t
}

// Resize makes the table about that many MiB large, at least one bucket, and
// forgets everything if that changes its size. It may not run beside a search.
func (t *Table) Resize(mib int) {
	if mib == t.mib && t.buckets != nil {
		return
	}
	t.mib = mib
	t.buckets = make([]bucket, max(1, mib<<20/bucketBytes))
	memory.UseHugePages(unsafe.Pointer(&t.buckets[0]), len(t.buckets)*bucketBytes)
	t.date = 0
}

// Clear forgets everything and keeps the memory. It may not run beside a
// search.
func (t *Table) Clear() {
	clear(t.buckets)
	t.date = 0
}

// NextSearch ages what is in the table: entries of earlier searches give way
// to those of later ones. It may not run beside a search.
func (t *Table) NextSearch() { t.date++ }

// entry is what the table says about a position.
type entry struct {
	lower, upper int8     // bounds of the margin
	moves        [2]uint8 // best turns, the latest first; 64 for none
	depth        uint8    // empty squares, or less if it was not searched to the end
	date         uint8    // the search that wrote it
}

func (e entry) pack() uint64 {
	return uint64(uint8(e.lower)) | uint64(uint8(e.upper))<<8 | uint64(e.moves[0])<<16 |
		uint64(e.moves[1])<<24 | uint64(e.depth)<<32 | uint64(e.date)<<40 | 1<<63
}

func unpack(data uint64) entry {
	return entry{lower: int8(data), upper: int8(data >> 8), moves: [2]uint8{uint8(data >> 16), uint8(data >> 24)},
		depth: uint8(data >> 32), date: uint8(data >> 40)}
}

// cutoff returns what answers a search with a window, if the entry does.
func (e entry) cutoff(alpha, beta int) (int, bool) {
	lower, upper := int(e.lower), int(e.upper)
	switch {
	case lower >= beta || lower == upper:
		return lower, true
	case upper <= alpha:
		return upper, true
	}
	return 0, false
}

// keyOf returns the key of a position: one multiplication, whose high and low
// halves are folded.
func keyOf(own, opp uint64) uint64 {
	hi, lo := bits.Mul64(own^0x9e3779b97f4a7c15, opp^0xd1b54a32d192ed03)
	return hi ^ lo
}

// get returns the entry of a key, or one without turns.
func (t *Table) get(key uint64) (entry, bool) {
	b := t.bucket(key)
	if b == nil {
		return entry{moves: [2]uint8{noMove, noMove}}, false
	}
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load()^data == key && data != 0 {
			return unpack(data), true
		}
	}
	return entry{moves: [2]uint8{noMove, noMove}}, false
}

// prefetch brings what get and put need into the cache.
func (t *Table) prefetch(key uint64) {
	if b := t.bucket(key); b != nil {
		memory.Prefetch(unsafe.Pointer(b))
	}
}

func (t *Table) bucket(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
	if i >= uint64(len(t.buckets)) {
		return nil // no buckets
	}
	return &t.buckets[i]
}

// result is what a search found out about a position. A depth of zero marks
// nothing.
type result struct {
	key   uint64
	entry entry
}

// newResult returns the result of a search to a depth with a window.
func newResult(key uint64, depth, alpha, beta, margin int, move uint8) result {
	e := entry{lower: -MaxMargin, upper: MaxMargin, moves: [2]uint8{move, noMove}, depth: uint8(depth)}
	if margin < beta {
		e.upper = int8(margin)
	}
	if margin > alpha {
		e.lower = int8(margin)
	}
	return result{key, e}
}

// put stores a result.
func (t *Table) put(r result) {
	b := t.bucket(r.key)
	if b == nil {
		return
	}
	key, e := r.key, r.entry
	e.date = t.date
	victim, least := &b[0], 1<<30
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load()^data == key && data != 0 {
			old := unpack(data)
			if old.depth > e.depth {
				return
			}
			victim, e = &b[i], merge(e, old)
			break
		}
		if w := t.worth(data); w < least {
			victim, least = &b[i], w
		}
	}
	data := e.pack()
	victim.data.Store(data)
	victim.check.Store(key ^ data)
}

// merge is what is known of a position when e comes after old.
func merge(e, old entry) entry {
	if e.depth == old.depth {
		e.lower, e.upper = max(e.lower, old.lower), min(e.upper, old.upper)
		if e.lower > e.upper { // evaluations may contradict each other
			e.lower, e.upper = -MaxMargin, MaxMargin
		}
	}
	if e.moves[0] == old.moves[0] || e.moves[0] == noMove {
		e.moves = old.moves
	} else {
		e.moves[1] = old.moves[0]
	}
	return e
}

// worth is high for entries of the present search and of many empty squares.
func (t *Table) worth(data uint64) int {
	if data == 0 {
		return -1
	}
	w := int(uint8(data >> 32))
	if uint8(data>>40) == t.date {
		w += 256
	}
	return w
}
