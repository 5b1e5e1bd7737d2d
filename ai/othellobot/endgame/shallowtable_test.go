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
	if _, known := table.get(0); known {
		t.Error("an empty table knows key 0")
	}
	for range 1000 {
		first := r.Uint64()
		keys := []uint64{first, first + 1, first + 2, first + 3}
		for n, key := range keys {
			table.put(result{key, entry{lower: int8(n), upper: 64, moves: [2]uint8{uint8(n), noMove}, depth: 9}})
		}
		table.put(result{keys[0], entry{lower: -64, upper: 8, moves: [2]uint8{20, noMove}, depth: 9}})
		for n, key := range keys {
			want := entry{lower: int8(n), upper: 64, moves: [2]uint8{uint8(n), noMove}, depth: 9}
			if n == 0 {
				want.upper, want.moves = 8, [2]uint8{20, 0}
			}
			if got, known := table.get(key); !known || got != want {
				t.Fatalf("key %d: %+v, want %+v", n, got, want)
			}
		}
		// A fifth takes the place of the one stored the longest ago.
		table.put(result{first + 4, entry{depth: 9}})
		for n, key := range append(keys, first+4) {
			if _, known := table.get(key); known != (n != 1) {
				t.Fatalf("after a fifth key, key %d is known: %v", n, known)
			}
		}
	}
}
