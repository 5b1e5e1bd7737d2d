// Package tt is a transposition table, generic over its entry, that several
// goroutines may use at once without locks. Each slot is two atomic words, the
// entry and the key xor the entry, so that a slot torn by two writers fails to
// match any key (Hyatt and Mann, "A lock-less transposition table
// implementation for parallel search", 2002).
package tt

import (
	"unsafe"

	"quadrille/ai/atomic"
)

// The bits of an entry. Those below Worth are its user's. The eleven from Worth
// on say how much it is worth to keep it, as a number from 0 to MaxWorth: eight
// for each ply of depth, say, and less than eight for the kind of search. The
// six from Age on are the table's own, for the search that wrote the entry.
const (
	Worth    = 47
	MaxWorth = 1<<(Age-Worth) - 1
	Age      = 58

	ages    = 1 << (64 - Age)
	ageLoss = 64 // what an entry loses of its worth with each search
)

const (
	bucketSlots = 4 // one cache line
	bucketBytes = bucketSlots * 16
)

type slot struct{ check, data atomic.Uint64 }

type bucket [bucketSlots]slot

// Table is a transposition table of entries of 64 bits, of which the user knows
// how to read his own; 0 is no entry. The zero value holds nothing and remembers
// nothing until Resize. Get, Put and Prefetch may be called from several
// goroutines; the other methods may not run beside them.
type Table[E ~uint64] struct {
	buckets []bucket
	mib     int
	age     uint64
	used    bool // something may have been written since it was last empty
	touched bool // the memory is there, and not only promised
}

// New returns a table of about that many MiB.
func New[E ~uint64](mib int) *Table[E] {
	t := &Table[E]{}
	t.Resize(mib)
	return t
}

// Resize readies the table for a search: it makes it about that many MiB large,
// at least one bucket, and forgets everything if that changes its size.
func (t *Table[E]) Resize(mib int) {
	t.allocate(mib)
	t.used = true
}

func (t *Table[E]) allocate(mib int) {
	if mib == t.mib && t.buckets != nil {
		return
	}
	t.mib, t.age, t.used, t.touched = mib, 0, false, false
	t.buckets = make([]bucket, max(1, mib<<20/bucketBytes))
	useHugePages(unsafe.Pointer(&t.buckets[0]), len(t.buckets)*bucketBytes)
}

// Ready makes the table as large as Resize would, and has the system hand out the
// memory that a search would else wait for at its first visits: the system
// promises memory and finds it when it is first written to, which may take tens of
// milliseconds for a large page. What lies beyond the first GiB is left to the
// search.
func (t *Table[E]) Ready(mib int) {
	t.allocate(mib)
	if t.touched {
		return
	}
	t.touched = true
	const page, most = 4 << 10, 1 << 30 // bytes; small pages are the smallest
	for i := 0; i < min(len(t.buckets), most/bucketBytes); i += page / bucketBytes {
		word := &t.buckets[i][0].data
		word.Store(word.Load())
	}
}

// Clear forgets everything. It keeps the memory and empties it at once: this is
// called between games, when no clock runs, and memory taken anew would be
// emptied in the first search of the next game, which for 64 MiB takes longer
// than a fast game has for a turn.
func (t *Table[E]) Clear() {
	if t.used {
		clear(t.buckets)
	}
	t.used, t.age = false, 0
}

// NextSearch ages what is in the table: entries of earlier searches give way
// first.
func (t *Table[E]) NextSearch() { t.age, t.used = (t.age+1)%ages, true }

// Get returns the entry of a key, 0 if there is none.
func (t *Table[E]) Get(key uint64) E {
	b := t.bucket(key)
	if b == nil {
		return 0
	}
	// Without a loop, which costs much in WebAssembly.
	if data := b[0].of(key); data != 0 {
		return E(data)
	}
	if data := b[1].of(key); data != 0 {
		return E(data)
	}
	if data := b[2].of(key); data != 0 {
		return E(data)
	}
	return E(b[3].of(key))
}

// of is the entry of a key in the slot, 0 if it has none.
func (s *slot) of(key uint64) uint64 {
	if data := s.data.Load(); s.check.Load()^data == key {
		return data
	}
	return 0
}

// Put stores an entry. If the key has one, join says what becomes of the new and
// the old; else the entry of least worth in its bucket gives way.
func (t *Table[E]) Put(key uint64, e E, join func(e, old E) E) {
	b := t.bucket(key)
	if b == nil {
		return
	}
	victim, least := &b[0], int(^uint(0)>>1)
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load()^data == key && data != 0 {
			victim, e = &b[i], join(e, E(data))
			break
		}
		if w := t.worth(data); w < least {
			victim, least = &b[i], w
		}
	}
	data := uint64(e)&(1<<Age-1) | t.age<<Age
	victim.data.Store(data)
	victim.check.Store(key ^ data)
}

// Prefetch brings what Get and Put need into the processor's cache.
func (t *Table[E]) Prefetch(key uint64) {
	if b := t.bucket(key); b != nil {
		prefetch(unsafe.Pointer(b))
	}
}

// HashFull is the share of slots, in permille, that the present search has
// filled, judged by the first thousand.
func (t *Table[E]) HashFull() int {
	n := min(len(t.buckets), 250)
	if n == 0 {
		return 0
	}
	used := 0
	for i := range n {
		for j := range bucketSlots {
			if data := t.buckets[i][j].data.Load(); data != 0 && data>>Age == t.age {
				used++
			}
		}
	}
	return used * 1000 / (n * bucketSlots)
}

// bucket returns where the entry of a key may be, nil in a table of no size.
func (t *Table[E]) bucket(key uint64) *bucket {
	i := part(key, uint64(len(t.buckets)))
	if i >= uint64(len(t.buckets)) {
		return nil
	}
	return &t.buckets[i]
}

// worth is the worth of an entry, less something for each search that has passed.
func (t *Table[E]) worth(data uint64) int {
	if data == 0 {
		return -1 << 30
	}
	age := (t.age - data>>Age) % ages
	return int(data>>Worth&MaxWorth) - ageLoss*int(age)
}
