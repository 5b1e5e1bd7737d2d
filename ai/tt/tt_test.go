package tt

import (
	"math/rand/v2"
	"sync"
	"testing"
)

func TestGetReturnsWhatPutStored(t *testing.T) {
	var table Table
	if _, ok := table.Get(1); ok {
		t.Error("the zero table remembers something")
	}
	table.Put(1, Entry{Move: 1, Bound: Exact})
	table.Resize(1)
	entries := map[uint64]Entry{}
	r := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		e := Entry{Move: uint16(1 + r.IntN(65535)), Value: int16(r.Uint32()), Depth: uint8(r.Uint32()), Bound: Bound(1 + r.IntN(3))}
		key := r.Uint64()
		entries[key] = e
		table.Put(key, e)
	}
	for key, want := range entries {
		if got, ok := table.Get(key); !ok || got != want {
			t.Errorf("Get(%#x) = %+v %v, want %+v", key, got, ok, want)
		}
	}
	table.Clear()
	table.Resize(1)
	for key := range entries {
		if e, ok := table.Get(key); ok {
			t.Fatalf("after Clear there is %+v", e)
		}
	}
}

func TestPutReplacesTheShallowestAndTheOldest(t *testing.T) {
	var table Table
	table.Resize(0) // one bucket
	for i, depth := range []uint8{9, 3, 7, 8} {
		table.Put(uint64(i), Entry{Move: 1, Depth: depth, Bound: Exact})
	}
	table.Put(10, Entry{Move: 1, Depth: 5, Bound: Exact})
	if _, ok := table.Get(1); ok {
		t.Error("the entry of depth 3 is still there")
	}
	table.NextSearch()
	table.NextSearch()
	for i := range uint64(4) {
		table.Put(20+i, Entry{Move: 1, Depth: 1, Bound: Exact})
	}
	if _, ok := table.Get(20); !ok {
		t.Error("an old entry of depth 5 was kept before a new one of depth 1")
	}
	if _, ok := table.Get(10); ok {
		t.Error("an old entry of depth 5 is still there")
	}
}

func TestPutWithoutMoveKeepsTheMove(t *testing.T) {
	var table Table
	table.Resize(0)
	table.Put(5, Entry{Move: 77, Depth: 2, Bound: Lower})
	table.Put(5, Entry{Depth: 3, Bound: Upper, Value: -4})
	want := Entry{Move: 77, Depth: 3, Bound: Upper, Value: -4}
	if got, _ := table.Get(5); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestHashFullCountsThisSearchOnly(t *testing.T) {
	var table Table
	table.Resize(0)
	table.Put(1, Entry{Move: 1, Bound: Exact})
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
	var table Table
	table.Resize(0)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(g), 0))
			for range 20000 {
				key := uint64(r.IntN(64)) + 1
				table.Put(key, Entry{Move: uint16(key), Value: int16(-int(key)), Depth: uint8(r.IntN(30)), Bound: Exact})
				key = uint64(r.IntN(64)) + 1
				if e, ok := table.Get(key); ok && (e.Move != uint16(key) || e.Value != int16(-int(key))) {
					t.Errorf("key %d has the entry %+v", key, e)
					return
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkPutGet(b *testing.B) {
	var table Table
	table.Resize(16)
	key := uint64(1)
	for b.Loop() {
		key = key*6364136223846793005 + 1
		table.Put(key, Entry{Move: 1, Depth: 3, Bound: Exact})
		table.Get(key ^ 1)
	}
}
