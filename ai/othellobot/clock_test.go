package othellobot

import (
	"testing"
	"time"

	"quadrille/ai"
)

// A game played by the clock's shares, from either side's first turn on, never
// uses the clock up, the turns that decide have the most of it, and the more there
// is the earlier it is solved.
func TestShares(t *testing.T) {
	earlier := 0
	for _, clock := range []time.Duration{time.Second, 10 * time.Second, time.Minute, time.Hour} {
		for first := 59; first <= 60; first++ {
			left, spent := clock, map[int]time.Duration{}
			solved := solvedFrom(first, ai.ClockTime{Left: left})
			for empties := first; empties > 0; empties -= 2 {
				n := shares(empties, solvedFrom(empties, ai.ClockTime{Left: left}))
				if n < 2 {
					t.Fatalf("a turn with %d empty squares takes 1/%d of %v", empties, n, clock)
				}
				spent[empties] = left / time.Duration(n)
				left -= spent[empties]
			}
			decisive := solved + 2
			if decisive%2 != first%2 {
				decisive--
			}
			if early, late := spent[first-20], spent[decisive]; late < 2*early || early <= 0 {
				t.Errorf("of %v a turn with %d empty squares takes %v, with %d %v", clock, first-20, early, decisive, late)
			}
			if first == 60 {
				if solved <= earlier {
					t.Errorf("with %v a game is solved from %d empty squares on, no earlier than with less", clock, solved)
				}
				earlier = solved
			}
		}
	}
}
