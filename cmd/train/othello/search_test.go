package othello

import (
	"math/bits"
	"testing"

	"quadrille/ai/othellobot/pattern"
	"quadrille/engine/othello"
)

// TestSearchFindsTheMinimax compares the search with one that looks at
// everything.
func TestSearchFindsTheMinimax(t *testing.T) {
	eval := pattern.Default()
	s := newSearcher(eval)
	for n := range 3 {
		g := quick.play(nil, n)
		p := othello.StartState()
		for at, turn := range g.turns {
			if at%7 == 3 && turn != othello.Pass {
				for depth := 1; depth <= 3; depth++ {
					_, got := s.best(p.Own, p.Opp, depth)
					if want := minimax(eval, p, depth); got != want {
						t.Errorf("game %d turn %d depth %d: %d, want %d", n, at, depth, got, want)
					}
				}
			}
			p = p.Play(turn)
		}
	}
}

// minimax tries everything. A pass at the horizon is not a turn.
func minimax(eval *pattern.Eval, p othello.State, depth int) int {
	if p.Over() {
		return 100 * p.Margin()
	}
	if depth == 0 {
		return eval.Score(p.Own, p.Opp)
	}
	best := -infinite
	for _, turn := range p.Turns(nil) {
		best = max(best, -minimax(eval, p.Play(turn), depth-1))
	}
	return best
}

func BenchmarkSearch(b *testing.B) {
	s := newSearcher(pattern.Default())
	g := rulesOfPlay{Seed: 1, Depth: 1, Shortest: 6, Longest: 6, Solve: 8}.first()
	for b.Loop() {
		p := othello.StartState()
		for _, turn := range g.turns[:len(g.turns)-14] {
			if bits.OnesCount64(p.Empty())%6 == 0 && turn != othello.Pass {
				s.best(p.Own, p.Opp, 7)
			}
			p = p.Play(turn)
		}
	}
	b.ReportMetric(float64(s.scored)/float64(b.N), "scores/op")
	b.ReportMetric(float64(s.scored)/b.Elapsed().Seconds(), "scores/s")
}

// first is the first game by these rules.
func (r rulesOfPlay) first() game { return r.play(pattern.Default(), 0) }
