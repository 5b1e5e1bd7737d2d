package tt

import (
	"math/rand/v2"
	"sync"
	"testing"
)

func TestGetReturnsWhatPutStored(t *testing.T) {
	var table Table[Entry]
	if e := table.Get(1); e != 0 {
		t.Error("the zero table remembers something")
	}
	table.Put(1, NewEntry(1, 0, 0, Exact), KeepMove)
	table.Resize(5) // enough for large pages
	entries := map[uint64]Entry{}
	r := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		e := NewEntry(uint16(1+r.IntN(65535)), int(int16(r.Uint32())), r.IntN(256), Bound(1+r.IntN(3)))
		key := r.Uint64()
		entries[key] = e
		table.Put(key, e, KeepMove)
		table.Prefetch(key)
	}
	for key, want := range entries {
		if got := table.Get(key); got != want {
			t.Errorf("Get(%#x) = %#x, want %#x", key, got, want)
		}
	}
	table.Clear()
	table.Resize(5)
	for key := range entries {
		if e := table.Get(key); e != 0 {
			t.Fatalf("after Clear there is %#x", e)
		}
	}
}

// TestClearBetweenSearches asks for nothing but what a search does anyway before
// what it wrote is forgotten.
func TestClearBetweenSearches(t *testing.T) {
	table := New[Entry](1)
	for key := range uint64(3) {
		table.Clear()
		if e := table.Get(key); e != 0 {
			t.Errorf("search %d finds %#x, which one before wrote", key, e)
		}
		table.NextSearch()
		table.Put(key+1, NewEntry(1, 0, 0, Exact), KeepMove)
	}
}

func TestEntry(t *testing.T) {
	for _, c := range []struct {
		move         uint16
		value, depth int
		bound        Bound
	}{{0, 0, 0, Upper}, {65535, -32768, 255, Exact}, {1, 32767, 7, Lower}, {77, -1, 254, Upper}} {
		e := NewEntry(c.move, c.value, c.depth, c.bound)
		if e.Move() != c.move || e.Value() != c.value || e.Depth() != c.depth || e.Bound() != c.bound || e>>Age != 0 {
			t.Errorf("%+v: %d %d %d %d", c, e.Move(), e.Value(), e.Depth(), e.Bound())
		}
	}
}

func TestPutReplacesTheShallowestAndTheOldest(t *testing.T) {
	table := New[Entry](0) // one bucket
	put := func(key uint64, depth int) { table.Put(key, NewEntry(1, 0, depth, Exact), KeepMove) }
	for i, depth := range []int{9, 3, 7, 8} {
		put(uint64(i), depth)
	}
	put(10, 5)
	if table.Get(1) != 0 {
		t.Error("the entry of depth 3 is still there")
	}
	table.NextSearch()
	table.NextSearch()
	for i := range uint64(4) {
		put(20+i, 1)
	}
	if table.Get(20) == 0 {
		t.Error("an old entry of depth 5 was kept before a new one of depth 1")
	}
	if table.Get(10) != 0 {
		t.Error("an old entry of depth 5 is still there")
	}
}

func TestKeepMove(t *testing.T) {
	table := New[Entry](0)
	table.Put(5, NewEntry(77, 0, 2, Lower), KeepMove)
	table.Put(5, NewEntry(0, -4, 3, Upper), KeepMove)
	if got, want := table.Get(5), NewEntry(77, -4, 3, Upper); got != want {
		t.Errorf("got %#x, want %#x", got, want)
	}
}

func TestHashFullCountsThisSearchOnly(t *testing.T) {
	table := New[Entry](0)
	table.Put(1, NewEntry(1, 0, 0, Exact), KeepMove)
	if got := table.HashFull(); got != 250 {
		t.Errorf("one of four slots: %d permille", got)
	}
	table.NextSearch()
	if got := table.HashFull(); got != 0 {
		t.Errorf("in the next search: %d permille", got)
	}
}

// TestConcurrentUse lets writers and readers collide in one bucket; every
// entry that is found must be one that was stored under its key.
func TestConcurrentUse(t *testing.T) {
	table := New[Entry](0)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(g), 0))
			for range 20000 {
				key := uint64(r.IntN(64)) + 1
				table.Put(key, NewEntry(uint16(key), -int(key), r.IntN(30), Exact), KeepMove)
				key = uint64(r.IntN(64)) + 1
				if e := table.Get(key); e != 0 && (e.Move() != uint16(key) || e.Value() != -int(key)) {
					t.Errorf("key %d has the entry %#x", key, e)
					return
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkPutGet(b *testing.B) {
	table := New[Entry](16)
	key := uint64(1)
	for b.Loop() {
		key = key*6364136223846793005 + 1
		table.Put(key, NewEntry(1, 0, 3, Exact), KeepMove)
		table.Get(key ^ 1)
	}
}

// TestReady readies tables before and after something is in them, which stays.
func TestReady(t *testing.T) {
	var table Table[Entry]
	table.Ready(5)
	if len(table.buckets) != 5<<20/bucketBytes || table.used {
		t.Errorf("%d buckets are ready, used: %v", len(table.buckets), table.used)
	}
	table = Table[Entry]{}
	table.Resize(1)
	stored := func() (n int) {
		for i := range table.buckets {
			for j := range table.buckets[i] {
				if table.buckets[i][j].data.Load() != 0 {
					n++
				}
			}
		}
		return n
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 1 << 16 {
		table.Put(r.Uint64(), NewEntry(1, 0, 1, Exact), KeepMove)
	}
	before := stored()
	table.Ready(1)
	if after := stored(); after != before || !table.used {
		t.Errorf("of %d entries %d are left, used: %v", before, after, table.used)
	}
	if table.Ready(2); stored() != 0 {
		t.Error("a table of another size remembers something")
	}
}
