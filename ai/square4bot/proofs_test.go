package square4bot

import (
	"math/rand/v2"
	"testing"

	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// TestProofsAgreeWithPlayingEveryTurn asks both questions of positions that mostly no
// game reaches, unequal numbers of marbles too, and plays all that may follow. Movement
// phases are valued by the slow solver, on few tiles where slides may not go back.
func TestProofsAgreeWithPlayingEveryTurn(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 92))
	seen := map[int]int{}
	check := func(s square4.State, want int) {
		t.Helper()
		p := newProofs(testRules(), tt.New[tt.Entry](1), &phases{orders: newOrderTable(), tables: map[contents]*movementTable{}, most: 40}, func() bool { return false })
		legal := p.Game.Legal(&s, nil)
		wins, known1, _ := p.Wins(&s, legal, true)
		loses, known2, _ := p.Wins(&s, legal, false)
		if got := btoi(wins) - btoi(loses); !known1 || !known2 || got != want {
			t.Errorf("%+v: proved %d, every turn played %d", s, got, want)
		}
		seen[want]++
	}
	for range 1500 {
		s := oddState(r, 4+r.IntN(13), true)
		s.Pieces = uint8(min(16, max(s.Placed(0), s.Placed(1), 4)+r.IntN(2)))
		if s.Outcome() == square4.Ongoing && placingPlies(&s) <= 3 && left(&s, 0)+left(&s, 1) <= 2 {
			check(s, sign(naive(&s, placingPlies(&s)+2, never)))
		}
	}
	for i := range 4 {
		s, _ := crowded(t, r, i%2, 1-i%2).SearchState()
		check(s, worth(s, slowPhases{}.value))
	}
	for _, v := range []int{1, 0, -1} {
		if seen[v] == 0 {
			t.Errorf("values: %v; too few to say anything", seen)
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
