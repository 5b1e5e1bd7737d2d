package square4bot

import (
	"math/rand/v2"
	"testing"

	"quadrille/engine/square4"
)

// TestRim compares what the plan tells with the slow solver where few tiles differ, and with
// one table for all that lies there where many do.
func TestRim(t *testing.T) {
	r := rand.New(rand.NewPCG(97, 98))
	told := map[[2]bool]int{} // by whether the plan is the attacker's, and known
	check := func(s square4.State, value func(square4.State) int) {
		for range 40 {
			if s.Outcome() != square4.Ongoing {
				return
			}
			v := value(s)
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
			turns := s.Turns(nil)
			s = s.Play(turns[r.IntN(len(turns))])
		}
	}
	for range 2 {
		s, _ := crowded(t, r, 0, 0, 3).SearchState()
		check(s, slowPhases{}.value)
	}
	for n := 0; n < 16; {
		s := fullState(r, 9+r.IntN(6), false)
		if s = s.Slid(nthSquare(square4.Neighbours(s.Hole), 0)); s.Outcome() != square4.Ongoing {
			continue
		}
		n++
		m, _ := solveMovement(s, nil)
		check(s, func(s square4.State) int {
			place, _ := m.find(&s)
			return sign(m.value(place, passage[s.Hole][s.Barred]))
		})
	}
	for _, attacks := range []bool{false, true} {
		if told[[2]bool{attacks, true}] < 20 {
			t.Errorf("told %v, too little to say anything", told)
		}
	}
}
