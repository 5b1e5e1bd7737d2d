package square4bot

import (
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

func testRules() rules { return rules{weights: standardWeights()} }

// TestAnalyseAgreesWithTwoPliesOfPlay checks the decided values and the safe
// turns of analyse on positions of games and on odd ones.
func TestAnalyseAgreesWithTwoPliesOfPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	decided, undecided := 0, 0
	for i := range 900 {
		g, drawn := testRules(), never
		if i%5 == 0 {
			g.oneIsRepetition, drawn = true, movementPhase
		}
		s := randomState(r, 4+r.IntN(13), i%3 != 0, r.IntN(34))
		if i%2 == 0 {
			s = oddState(r, 4+r.IntN(13), i%3 != 0)
		}
		if s.Moving() && s.Placed(int(s.Side^1)) >= int(s.Pieces) {
			continue // the movement phase has tests of its own
		}
		var a analysis
		got, known := g.analyse(&s, &a)
		want := naive(&s, 2, drawn)
		// A win in two plies, by the other side's forced slide, is left to the search.
		if _, over := overValue(&s); !known && (want < 0 || want > alphabeta.Win-2 || over) || known && got != want {
			t.Fatalf("%+v: analyse says %d %v, two plies of play %d", s, got, known, want)
		}
		if known {
			decided++
			continue
		}
		undecided++
		checkSafe(t, &s, &a, drawn)
	}
	if decided < 60 || undecided < 60 {
		t.Errorf("%d decided and %d undecided positions are too few", decided, undecided)
	}
}

// TestNoBlockAcrossTheHole has a slide that gives Blue a block, which no marble can make a
// draw: the fourth cell of Red's has become the hole.
func TestNoBlockAcrossTheHole(t *testing.T) {
	s := square4.StartState(16, false)
	for _, word := range strings.Fields("1.2s1 4.1s2 8.0s5 1.3s8 4.0s7 1.2s6 3.1s3 1.1s4 1.0s5 2.2s8 2.0s7 5.0s4") {
		turn, _ := square4.ParseTurn(word)
		s = s.Play(turn)
	}
	var a analysis
	if v, known := testRules().analyse(&s, &a); v != -alphabeta.Win+2 || !known {
		t.Errorf("%d %v; every turn loses in two plies", v, known)
	}
}

func checkSafe(t *testing.T, s *square4.State, a *analysis, drawn drawnWhen) {
	t.Helper()
	for i := range a.n {
		f := &a.frames[i]
		for _, turn := range s.Turns(nil) {
			if turn.Slide() != f.square {
				continue
			}
			next := s.Play(turn)
			loses := -naive(&next, 1, drawn) < 0
			safe := f.safe != 0
			if a.places {
				safe = f.safe>>turn.Place()&1 != 0
			}
			if safe == loses {
				t.Fatalf("%+v: %s is called safe=%v, but loses at once=%v", *s, turn, safe, loses)
			}
		}
	}
}
