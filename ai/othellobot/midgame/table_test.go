package midgame

import (
	"math/rand/v2"
	"testing"
)

func TestTable(t *testing.T) {
	var table Table
	table.Resize(1)
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 5000 {
		key := r.Uint64()
		e := entry{lower: -maxValue + r.IntN(2*maxValue), depth: r.IntN(61), selectivity: selectivity(r.IntN(6)),
			moves: [2]uint8{uint8(r.IntN(65)), uint8(r.IntN(65))}}
		e.upper = e.lower + r.IntN(maxValue-e.lower+1)
		table.put(key, e)
		if got := table.get(key); got != e && e.moves[0] != noSquare && e.moves[1] != noSquare {
			t.Fatalf("%d: put %+v, got %+v", i, e, got)
		}
	}
	if n := table.HashFull(); n == 0 || n > 1000 {
		t.Errorf("%d permille are full", n)
	}
	table.Clear()
	if n := table.HashFull(); n != 0 {
		t.Errorf("after clearing %d permille are full", n)
	}
}

// TestJoin has what becomes of two searches of the same position.
func TestJoin(t *testing.T) {
	old := entry{lower: 100, upper: 300, depth: 8, selectivity: 2, moves: [2]uint8{1, 2}}
	cases := []struct {
		name      string
		new, want entry
	}{
		{"deeper", entry{lower: 0, upper: 50, depth: 9, moves: [2]uint8{3, noSquare}},
			entry{lower: 0, upper: 50, depth: 9, moves: [2]uint8{3, 1}}},
		{"wider", entry{lower: 0, upper: 50, depth: 8, selectivity: 3, moves: [2]uint8{1, noSquare}},
			entry{lower: 0, upper: 50, depth: 8, selectivity: 3, moves: [2]uint8{1, 2}}},
		{"shallower", entry{lower: 0, upper: 50, depth: 7, selectivity: 5, moves: [2]uint8{3, 4}}, old},
		{"the same, other bounds", entry{lower: -maxValue, upper: 200, depth: 8, selectivity: 2, moves: [2]uint8{noSquare, noSquare}},
			entry{lower: 100, upper: 200, depth: 8, selectivity: 2, moves: [2]uint8{1, 2}}},
		{"the same, contradicting", entry{lower: 400, upper: 500, depth: 8, selectivity: 2, moves: [2]uint8{5, 6}},
			entry{lower: 400, upper: 500, depth: 8, selectivity: 2, moves: [2]uint8{5, 6}}},
	}
	for _, c := range cases {
		if got := c.new.join(old); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// TestDeepStays fills a bucket with deep entries and wants a stream of shallow
// ones to leave them.
func TestDeepStays(t *testing.T) {
	var table Table
	table.buckets, table.mib = make([]bucket, 1), 1
	for key := range uint64(bucketSlots - 1) {
		table.put(key+1, entry{depth: 20, moves: [2]uint8{1, 2}})
	}
	for key := range uint64(100) {
		table.put(key+1000, entry{depth: 3, moves: [2]uint8{1, 2}})
		if table.get(key+1000).depth != 3 {
			t.Fatalf("the newest entry is not there")
		}
	}
	for key := range uint64(bucketSlots - 1) {
		if table.get(key+1).depth != 20 {
			t.Errorf("deep entry %d is gone", key+1)
		}
	}
}

// TestWindowInDisks has bounds at, beside and between whole disks.
func TestWindowInDisks(t *testing.T) {
	for _, c := range [][3]int{{0, 0, 0}, {1, 0, 1}, {99, 0, 1}, {100, 1, 1}, {-1, -1, 0}, {-100, -1, -1}, {-101, -2, -1}, {-6401, -65, -64}, {6401, 64, 65}} {
		if got := [3]int{c[0], floorDisks(c[0]), ceilDisks(c[0])}; got != c {
			t.Errorf("%v, want %v", got, c)
		}
	}
}

// TestModel looks at the embedded model: the deeper the shallow search, the
// less it is off, and no deviation is out of bounds.
func TestModel(t *testing.T) {
	cuts := embeddedCuts()
	for empties := 4; empties <= 60; empties++ {
		for deep := 3; deep <= min(empties, 24); deep++ {
			last := int16(maxValue)
			for shallow := 1; shallow < deep && shallow <= maxShallow; shallow++ {
				d := cuts[shallow][deep][empties]
				if d > last || d < 50 || d > 2500 {
					t.Fatalf("depth %d for %d with %d empty: %d after %d", shallow, deep, empties, d, last)
				}
				last = d
			}
		}
	}
}
