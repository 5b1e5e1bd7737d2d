package othellobot

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"quadrille/ai"
	"quadrille/ai/tt"
	"quadrille/engine/othello"
)

// The references here know the rules of engine/othello and nothing else: they
// play every turn.

// naive is the final margin with best play.
func naive(s *othello.State) int {
	turns := s.Turns(nil)
	if len(turns) == 0 {
		return s.Margin()
	}
	best := -maxMargin - 1
	for _, t := range turns {
		next := s.Play(t)
		best = max(best, -naive(&next))
	}
	return best
}

// forced says whether the side to move (or, with attacker false, the other
// side) can force that the game is over and won within the plies.
func forced(s *othello.State, plies int, attacker bool) bool {
	turns := s.Turns(nil)
	if len(turns) == 0 {
		return attacker && s.Margin() > 0 || !attacker && s.Margin() < 0
	}
	if plies == 0 {
		return false
	}
	for _, t := range turns {
		next := s.Play(t)
		if forced(&next, plies-1, !attacker) == attacker {
			return attacker
		}
	}
	return !attacker
}

// randomState plays at random until so many squares are empty or the game is
// over.
func randomState(r *rand.Rand, empties int) othello.State {
	s := othello.StartState()
	for bits.OnesCount64(s.Empty()) > empties || s.MustPass() && r.IntN(2) == 0 {
		turns := s.Turns(nil)
		if len(turns) == 0 {
			break
		}
		s = s.Play(turns[r.IntN(len(turns))])
	}
	return s
}

// oddState fills a board at random up to so many squares, so that passes and
// early ends are common.
func oddState(r *rand.Rand, empties int) othello.State {
	s := othello.State{Own: r.Uint64(), Side: uint8(r.IntN(2))}
	if r.IntN(2) == 0 {
		s.Own |= r.Uint64()
	}
	s.Opp = ^s.Own
	for bits.OnesCount64(s.Empty()) < empties {
		bit := uint64(1) << r.IntN(64)
		s.Own, s.Opp = s.Own&^bit, s.Opp&^bit
	}
	return s
}

func newSolver() *solver {
	var table tt.Table
	table.Resize(1)
	return &solver{table: &table, ctl: ai.NewControl(ai.Limits{})}
}

// TestSolverAgreesWithPlay compares exact values, and the bounds that narrow
// windows give, with playing every turn.
func TestSolverAgreesWithPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 600 {
		empties := 1 + r.IntN(6)
		if i%50 == 0 {
			empties = sortedEmpties + r.IntN(2)
		}
		s := randomState(r, empties)
		if i%2 == 0 {
			s = oddState(r, empties)
		}
		want := naive(&s)
		e := newSolver()
		for range 3 {
			alpha := -maxMargin - 1 + r.IntN(2*maxMargin)
			checkWindow(t, e, &s, alpha, alpha+1, want)
		}
		checkWindow(t, e, &s, -maxMargin-1, maxMargin+1, want)
		if want%2 != 0 {
			t.Errorf("%+v: the margin %d is odd", s, want)
		}
	}
}

func checkWindow(t *testing.T, e *solver, s *othello.State, alpha, beta, want int) {
	t.Helper()
	got := e.margin(s, alpha, beta)
	low := want <= alpha && got <= alpha && got >= want
	high := want >= beta && got >= beta && got <= want
	if got != want && !low && !high {
		t.Fatalf("%+v in (%d, %d): the solver says %d, playing every turn %d", *s, alpha, beta, got, want)
	}
}

// TestMateAgreesWithPlay compares forced wins within some plies with playing
// every turn.
func TestMateAgreesWithPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	won, lost := 0, 0
	for i := range 300 {
		s := randomState(r, 1+r.IntN(6))
		if i%2 == 0 {
			s = oddState(r, 1+r.IntN(6))
		}
		if s.Over() {
			continue
		}
		m := &mateSearch{*newSolver()}
		for plies := 1; plies <= 11; plies += 2 {
			want := forced(&s, plies, true)
			if got := m.wins(&s, plies); got != want {
				t.Fatalf("%+v within %d plies: %v, playing every turn %v", s, plies, got, want)
			}
			if want {
				won++
			} else {
				lost++
			}
		}
	}
	if won < 100 || lost < 100 {
		t.Errorf("%d wins and %d others are too few", won, lost)
	}
}

// TestStableNeverTurns plays random games and wants no disk that was called
// stable to change its colour.
func TestStableNeverTurns(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	found := 0
	for range 200 {
		s := othello.StartState()
		var kept [2]uint64
		for !s.Over() {
			black, white := s.Own, s.Opp
			if s.Side == 1 {
				black, white = white, black
			}
			if kept[0]&^black != 0 || kept[1]&^white != 0 {
				t.Fatalf("%+v: a stable disk turned over", s)
			}
			kept = [2]uint64{stable(black, white), stable(white, black)}
			found += bits.OnesCount64(kept[0] | kept[1])
			turns := s.Turns(nil)
			s = s.Play(turns[r.IntN(len(turns))])
		}
	}
	if found < 10000 {
		t.Errorf("only %d stable disks were found", found)
	}
}

// TestStable has boards whose stable disks are plain to see.
func TestStable(t *testing.T) {
	cases := []struct {
		name      string
		own, opp  uint64
		want      uint64
		otherWant uint64
	}{
		{"a full board", all &^ corners, corners, all &^ corners, corners},
		{"a corner and its edge", 0x07, 0x08 << 8, 0x07, 0},
		{"an edge without a corner", 0x06, 0, 0, 0},
		{"a full edge", 0x7e, 0x81, 0x7e, 0x81},
		{"the second row leans on the first", 0x0307, 0, 0x0307, 0},
		{"but not beyond it", 0x0f07, 0, 0x0307, 0},
	}
	for _, c := range cases {
		if got := stable(c.own, c.opp); got != c.want {
			t.Errorf("%s: %x is stable, not %x", c.name, got, c.want)
		}
		if got := stable(c.opp, c.own); got != c.otherWant {
			t.Errorf("%s: of the other side %x is stable, not %x", c.name, got, c.otherWant)
		}
	}
}
