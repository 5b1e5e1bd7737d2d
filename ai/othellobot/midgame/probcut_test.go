package midgame

import "testing"

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
