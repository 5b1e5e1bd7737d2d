package midgame

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"quadrille/ai/othellobot/endgame"
	"quadrille/ai/othellobot/memory"
)

// entry is what the table remembers about a position.
type entry struct {
	lower, upper int         // the value lies between
	depth        int         // disks looked ahead
	selectivity  selectivity // how selective the search was
	moves        [2]uint8
}

// noSquare stands for a missing move.
const noSquare = 64

// unknown is the entry of a position that the table does not have.
var unknown = entry{lower: -maxValue, upper: maxValue, depth: -1, moves: [2]uint8{noSquare, noSquare}}

const (
	// A bucket is one cache line: some slots for the deepest searches and a
	// last one for the newest.
	bucketSlots = 4
	bucketBytes = bucketSlots * 16
	ages        = 64
)

type slot struct{ check, data atomic.Uint64 }

type bucket [bucketSlots]slot

// Table is a transposition table of bounds and best moves. Several searching
// goroutines may use it at once: each slot is two words, the data and the key
// xor the data, so that a torn one matches no key (Hyatt and Mann, "A lock-less
// transposition table implementation for parallel search", 2002). The zero
// value remembers nothing until Resize. Resize, Clear and NextSearch may not
// run beside a search.
type Table struct {
	buckets []bucket
	mib     int
	age     uint8
	used    bool
	ends    endgame.Table
}

// Resize makes the table about that many MiB large, and forgets everything if
// that changes its size.
func (t *Table) Resize(mib int) {
	t.used = true
	if mib == t.mib && t.buckets != nil {
		return
	}
	t.mib, t.age = mib, 0
	t.ends.Resize(max(1, mib/4))
	t.buckets = make([]bucket, max(1, (mib-mib/4)<<20/bucketBytes))
	memory.UseHugePages(unsafe.Pointer(&t.buckets[0]), len(t.buckets)*bucketBytes)
}

// Clear forgets everything and keeps the memory. It takes its time, so that
// the next search need not.
func (t *Table) Clear() {
	if t.used {
		clear(t.buckets)
		t.ends.Clear()
	}
	t.used, t.age = false, 0
}

// NextSearch ages what is in the table: entries of earlier searches give way
// first.
func (t *Table) NextSearch() {
	t.age = (t.age + 1) % ages
	t.ends.NextSearch()
}

// keyOf hashes a position. It mixes as wyhash does: a full product, folded.
func keyOf(own, opp uint64) uint64 {
	high, low := bits.Mul64(own^0x9e3779b97f4a7c15, opp^0xd1b54a32d192ed03)
	return (high ^ low) * 0xbf58476d1ce4e5b9
}

func (t *Table) bucket(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// prefetch brings what get and put need into the cache.
func (t *Table) prefetch(key uint64) { memory.Prefetch(unsafe.Pointer(t.bucket(key))) }

// get returns what is known of a position.
func (t *Table) get(key uint64) entry {
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load()^data == key && data != 0 {
			return unpack(data)
		}
	}
	return unknown
}

// put stores a finished search. The same position is overwritten unless it was
// searched deeper; bounds of an equal search are joined. Else the least
// valuable of the slots for deep searches gives way, or, if all are worth more,
// the last slot.
func (t *Table) put(key uint64, e entry) {
	b := t.bucket(key)
	victim, least := 0, int(^uint(0)>>1)
	for i := range b {
		data := b[i].data.Load()
		if data != 0 && b[i].check.Load()^data == key {
			e = e.join(unpack(data))
			victim, least = i, -1
			break
		}
		if w := t.worth(data); i < bucketSlots-1 && w < least {
			victim, least = i, w
		}
	}
	if least > worth(e) {
		victim = bucketSlots - 1
	}
	data := t.pack(e)
	b[victim].data.Store(data)
	b[victim].check.Store(key ^ data)
}

// join adds what was known before about the same position.
func (e entry) join(old entry) entry {
	switch {
	case old.depth > e.depth || old.depth == e.depth && old.selectivity > e.selectivity:
		moves := e.moves
		e = old
		if e.moves[0] == noSquare {
			e.moves = moves
		}
		return e
	case old.depth == e.depth && old.selectivity == e.selectivity:
		// A torn pair of contradicting bounds leaves the newer one.
		if lower := max(e.lower, old.lower); lower <= e.upper {
			e.lower = lower
		}
		if upper := min(e.upper, old.upper); upper >= e.lower {
			e.upper = upper
		}
	}
	if e.moves[0] == noSquare {
		e.moves = old.moves
	} else if e.moves[1] == noSquare && old.moves[0] != e.moves[0] {
		e.moves[1] = old.moves[0]
	} else if e.moves[1] == noSquare {
		e.moves[1] = old.moves[1]
	}
	return e
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
			if data := t.buckets[i][j].data.Load(); data != 0 && uint8(data>>ageShift)%ages == t.age {
				used++
			}
		}
	}
	return used * 1000 / (n * bucketSlots)
}

// Fields of a slot's data, from the lowest bit. Values are stored with an
// offset that makes them positive.
const (
	valueBits        = 14
	valueMask        = 1<<valueBits - 1
	valueZero        = 1 << (valueBits - 1)
	upperShift       = valueBits
	depthShift       = 2 * valueBits
	selectivityShift = depthShift + 6
	move0Shift       = selectivityShift + 3
	move1Shift       = move0Shift + 7
	ageShift         = move1Shift + 7
)

func (t *Table) pack(e entry) uint64 {
	return uint64(e.lower+valueZero) | uint64(e.upper+valueZero)<<upperShift |
		uint64(e.depth)<<depthShift | uint64(e.selectivity)<<selectivityShift |
		uint64(e.moves[0])<<move0Shift | uint64(e.moves[1])<<move1Shift | uint64(t.age)<<ageShift
}

func unpack(data uint64) entry {
	return entry{
		lower:       int(data&valueMask) - valueZero,
		upper:       int(data>>upperShift&valueMask) - valueZero,
		depth:       int(data >> depthShift & 63),
		selectivity: selectivity(data >> selectivityShift & 7),
		moves:       [2]uint8{uint8(data>>move0Shift) & 127, uint8(data>>move1Shift) & 127},
	}
}

// worth is by how much an entry should stay: its depth, less something for
// each search that has passed.
func (t *Table) worth(data uint64) int {
	if data == 0 {
		return -1 << 30
	}
	old := (t.age + ages - uint8(data>>ageShift)%ages) % ages
	return worth(unpack(data)) - 64*int(old)
}

func worth(e entry) int { return 8*e.depth + int(e.selectivity) }
