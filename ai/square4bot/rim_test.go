package square4bot

import (
	"math/rand/v2"
	"testing"

	"quadrille/engine/square4"
)

// TestRim compares what the plan tells with values found otherwise.
func TestRim(t *testing.T) {
	r := rand.New(rand.NewPCG(97, 98))
	told := map[[2]bool]int{} // by whether the plan is the attacker's, and known
	inPhases(t, r, 2, 16, func() int { return 9 + r.IntN(6) }, func(s square4.State, v int) {
		for side := range uint8(2) {
			wins := v > 0
			if side != s.Side {
				wins = v < 0
			}
			won, known := byRim(&s, side)
			if known && won != wins {
				t.Fatalf("%+v: the plan says that %d wins: %v, the value is %d", s, side, won, v)
			}
			attacks := (s.Hole&1 == 1) == (s.Side == side)
			told[[2]bool{attacks, known}]++
		}
	})
	for _, attacks := range []bool{false, true} {
		if told[[2]bool{attacks, true}] < 20 {
			t.Errorf("told %v, too little to say anything", told)
		}
	}
}
