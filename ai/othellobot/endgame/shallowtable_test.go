package endgame

import (
	"math/rand/v2"
	"testing"
)

// What a shallow table says is what was stored last for that key, together with
// what was stored before, and four keys of one bucket live beside each other.
func TestShallowTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	table := new(shallowTable)
	if table.get(0) != 0 {
		t.Error("an empty table knows key 0")
	}
	lower := func(n int, move uint8) Entry { return newEntry(9, n-1, n, n, move) }
	for range 1000 {
		first := r.Uint64()
		keys := []uint64{first, first + 1, first + 2, first + 3}
		for n, key := range keys {
			table.put(key, lower(n, uint8(n)))
		}
		table.put(keys[0], newEntry(9, 8, 9, 8, 20)) // an upper bound
		for n, key := range keys {
			got, moves := table.get(key), [2]uint8{uint8(n), NoMove}
			if n == 0 {
				moves = [2]uint8{20, 0}
			}
			if got.Lower() != n || got.Moves() != moves || n == 0 && got.Upper() != 8 {
				t.Fatalf("key %d: %x", n, got)
			}
		}
		// A fifth takes the place of the one stored the longest ago.
		table.put(first+4, lower(1, 1))
		for n, key := range append(keys, first+4) {
			if (table.get(key) != 0) != (n != 1) {
				t.Fatalf("after a fifth key, key %d: %x", n, table.get(key))
			}
		}
	}
}
