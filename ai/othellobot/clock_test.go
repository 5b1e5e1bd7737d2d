package othellobot

import "testing"

// A game played by the clock's shares, from either side's first turn on, never
// uses the clock up, and the turns that decide have the most of it.
func TestShares(t *testing.T) {
	for first := 59; first <= 60; first++ {
		left, spent := 1.0, map[int]float64{}
		for empties := first; empties > 0; empties -= 2 {
			n := shares(empties)
			if n < 2 {
				t.Fatalf("a turn with %d empty squares takes 1/%d of the clock", empties, n)
			}
			spent[empties] = left / float64(n)
			left -= spent[empties]
		}
		early, late := spent[first-20], spent[first-34]
		if late < 2*early || early <= 0 {
			t.Errorf("%.4f of the clock with %d empty squares, %.4f with %d", early, first-20, late, first-34)
		}
	}
}
