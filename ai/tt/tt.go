// Package tt is a transposition table that several goroutines may use at once
// without locks. Each slot is two atomic words, the data and the key xor the
// data, so that a slot torn by two writers fails to match any key (Hyatt and
// Mann, "A lock-less transposition table implementation for parallel search",
// 2002).
package tt

import (
	"math/bits"
	"sync/atomic"
)

// Bound says how a stored value relates to the true one.
type Bound uint8

// The bounds. None marks an entry without a value.
const (
	None Bound = iota
	Upper
	Lower
	Exact
)

// Entry is what the table remembers about a position.
type Entry struct {
	Move  uint16 // best move, in the caller's own code
	Value int16
	Depth uint8
	Bound Bound
}

const (
	bucketSlots = 4 // one cache line
	bucketBytes = bucketSlots * 16
	generations = 64
)

type slot struct{ check, data atomic.Uint64 }

type bucket [bucketSlots]slot

// Table is a transposition table. The zero value holds nothing and remembers
// nothing until Resize. Get and Put may be called from several goroutines;
// the other methods may not run beside them.
type Table struct {
	buckets    []bucket
	mib        int
	generation uint8
	used       bool // something may have been written since it was last empty
}

// Resize readies the table for a search: it makes it about that many MiB large,
// at least one bucket, and forgets everything if that changes its size.
func (t *Table) Resize(mib int) {
	t.used = true
	if mib == t.mib && t.buckets != nil {
		return
	}
	t.mib = mib
	t.buckets = make([]bucket, max(1, mib<<20/bucketBytes))
	t.generation = 0
}

// Clear forgets everything. It keeps the memory and empties it at once: this is
// called between games, when no clock runs, and memory taken anew would be
// emptied in the first search of the next game, which for 64 MiB takes longer
// than a fast game has for a turn.
func (t *Table) Clear() {
	if t.used {
		clear(t.buckets)
	}
	t.used = false
	t.generation = 0
}

// NextSearch ages what is in the table: entries of earlier searches are
// replaced first.
func (t *Table) NextSearch() { t.generation = (t.generation + 1) % generations }

// Get returns the entry of a key.
func (t *Table) Get(key uint64) (Entry, bool) {
	if len(t.buckets) == 0 {
		return Entry{}, false
	}
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load()^data == key && data != 0 {
			return unpack(data), true
		}
	}
	return Entry{}, false
}

// Put stores an entry, whose bound must not be None. It replaces the entry of
// the same key, else the one of least worth in its bucket. An entry without a
// move, 0, keeps the move that is there.
func (t *Table) Put(key uint64, e Entry) {
	if len(t.buckets) == 0 {
		return
	}
	b := t.bucket(key)
	victim, least := &b[0], int(^uint(0)>>1)
	for i := range b {
		data := b[i].data.Load()
		if data != 0 && b[i].check.Load()^data == key {
			victim = &b[i]
			if e.Move == 0 {
				e.Move = unpack(data).Move
			}
			break
		}
		if w := t.worth(data); w < least {
			victim, least = &b[i], w
		}
	}
	data := t.pack(e)
	victim.data.Store(data)
	victim.check.Store(key ^ data)
}

// HashFull is the share of slots, in permille, that the present search has
// filled, judged by the first thousand.
func (t *Table) HashFull() int {
	n := min(len(t.buckets), 250)
	if n == 0 {
		return 0
	}
	used := 0
	for i := range n {
		for j := range bucketSlots {
			if data := t.buckets[i][j].data.Load(); data != 0 && uint8(data>>ageShift) == t.generation {
				used++
			}
		}
	}
	return used * 1000 / (n * bucketSlots)
}

func (t *Table) bucket(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// worth is the depth, less something for each search that has passed.
func (t *Table) worth(data uint64) int {
	if data == 0 {
		return -1 << 30
	}
	age := (t.generation + generations - uint8(data>>ageShift)) % generations
	return int(uint8(data>>depthShift)) - 8*int(age)
}

const (
	valueShift = 16
	depthShift = 32
	boundShift = 40
	ageShift   = 48
)

func (t *Table) pack(e Entry) uint64 {
	return uint64(e.Move) | uint64(uint16(e.Value))<<valueShift | uint64(e.Depth)<<depthShift |
		uint64(e.Bound)<<boundShift | uint64(t.generation)<<ageShift
}

func unpack(data uint64) Entry {
	return Entry{
		Move:  uint16(data),
		Value: int16(uint16(data >> valueShift)),
		Depth: uint8(data >> depthShift),
		Bound: Bound(uint8(data >> boundShift)),
	}
}
