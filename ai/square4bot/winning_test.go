package square4bot

import (
	"math/rand/v2"
	"testing"

	"quadrille/engine/square4"
)

// TestAttackAgreesWithEveryTurn compares wins before the movement phase with
// playing every turn, and plays the turn that is said to win.
func TestAttackAgreesWithEveryTurn(t *testing.T) {
	r := rand.New(rand.NewPCG(97, 98))
	a, wins, others := NewAttack(1, false, func() bool { return false }), 0, 0
	for range 2000 {
		s := oddState(r, 4+r.IntN(13), false)
		s.Pieces = uint8(min(16, max(s.Placed(0), s.Placed(1), 4)+r.IntN(2)))
		if s.Outcome() != square4.Ongoing || placingPlies(&s) > 3 || left(&s, 0)+left(&s, 1) > 2 {
			continue
		}
		want := naive(&s, placingPlies(&s)+2, movementPhase) > 0
		turn, won, known := a.Turn(&s)
		if won != want || !known {
			t.Fatalf("%+v: %v, %v; every turn played %v", s, won, known, want)
		}
		if !won {
			others++
			continue
		}
		wins++
		next := s.Play(turn)
		if v, over := overValue(&next); over && v >= 0 || !over && naive(&next, placingPlies(&next)+2, movementPhase) >= 0 {
			t.Fatalf("%+v: %v does not win", s, turn)
		}
	}
	if min(wins, others) < 20 {
		t.Errorf("%d wins and %d others are too few", wins, others)
	}
}
