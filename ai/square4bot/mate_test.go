package square4bot

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

func newMate() *mateSearch {
	var table tt.Table[tt.Entry]
	table.Resize(64)
	return newMateSearch(testRules(), &table, func() bool { return false })
}

// naiveAttack is mateSearch.attack by playing every turn.
func naiveAttack(s *square4.State, k int, oneIsRepetition bool) bool {
	if k == 0 || oneIsRepetition && s.Moving() {
		return false
	}
	for _, t := range s.Turns(nil) {
		next := s.Play(t)
		v, over := overValue(&next)
		if over && v < 0 || !over && k > 1 && naiveDefend(&next, k-1, oneIsRepetition) {
			return true
		}
	}
	return false
}

func naiveDefend(s *square4.State, k int, oneIsRepetition bool) bool {
	if oneIsRepetition && s.Moving() {
		return false
	}
	for _, t := range s.Turns(nil) {
		next := s.Play(t)
		v, over := overValue(&next)
		if over && v <= 0 || !over && !naiveAttack(&next, k, oneIsRepetition) {
			return false
		}
	}
	return true
}

func TestAttackAgreesWithPlayingEveryTurn(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	won := [5]int{}
	for i := range 240 {
		m := newMate()
		m.Table.Resize(1)
		m.Game.oneIsRepetition = i%7 == 0
		s := randomState(r, 4+r.IntN(13), i%3 != 0, r.IntN(34))
		if i%2 == 0 {
			s = oddState(r, 4+r.IntN(13), i%3 != 0)
		}
		if s.Outcome() != square4.Ongoing {
			continue
		}
		most := 2
		if left := len(s.Turns(nil)); left <= 24 {
			most = 3
		}
		for k := 1; k <= most; k++ {
			got, want := m.Attack(&s, k), naiveAttack(&s, k, m.Game.oneIsRepetition)
			if got != want {
				t.Fatalf("%+v within %d: attack %v, playing every turn %v", s, k, got, want)
			}
			if want {
				won[k]++
				break
			}
		}
	}
	if won[1] == 0 || won[2] == 0 {
		t.Errorf("wins by turns: %v; too few to say anything", won)
	}
}

// TestNoEarlyWinFromTheStart has the known result that Red has no forced win
// within five turns (found before by a program of other make).
func TestNoEarlyWinFromTheStart(t *testing.T) {
	s := square4.StartState(8, true)
	for k := 1; k <= 5; k++ {
		if newMate().Attack(&s, k) {
			t.Errorf("a win within %d turns", k)
		}
	}
}

// BenchmarkNoWin refutes a forced win of Red from the start.
func BenchmarkNoWin(b *testing.B) {
	for _, k := range []int{5, 7, 9} {
		b.Run(fmt.Sprintf("within-%d", k), func(b *testing.B) {
			for b.Loop() {
				m := newMate()
				s := square4.StartState(8, true)
				if m.Attack(&s, k) {
					b.Fatal("a win")
				}
				b.ReportMetric(float64(m.Nodes), "nodes")
			}
		})
	}
}
