package square4bot

import (
	"math/rand/v2"
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
	for i := range 3000 {
		g := testRules()
		g.oneIsRepetition = i%5 == 0
		s := randomState(r, 4+r.IntN(13), i%3 != 0, r.IntN(34))
		if i%2 == 0 {
			s = oddState(r, 4+r.IntN(13), i%3 != 0)
		}
		if s.Moving() && s.Placed(int(s.Side^1)) >= int(s.Pieces) {
			continue // the movement phase has tests of its own
		}
		var a analysis
		got, known := g.analyse(&s, &a)
		want := naive(&s, 2, g.oneIsRepetition)
		// A win in two plies, by the other side's forced slide, is left to the search.
		if _, over := overValue(&s); !known && (want < 0 || want > alphabeta.Win-2 || over) || known && got != want {
			t.Fatalf("%+v: analyse says %d %v, two plies of play %d", s, got, known, want)
		}
		if known {
			decided++
			continue
		}
		undecided++
		checkSafe(t, g, &s, &a)
	}
	if decided < 200 || undecided < 200 {
		t.Errorf("%d decided and %d undecided positions are too few", decided, undecided)
	}
}

func checkSafe(t *testing.T, g rules, s *square4.State, a *analysis) {
	t.Helper()
	for i := range a.n {
		f := &a.frames[i]
		for _, turn := range s.Turns(nil) {
			if turn.Slide() != f.square {
				continue
			}
			next := s.Play(turn)
			loses := -naive(&next, 1, g.oneIsRepetition) < 0
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

// TestMovementLeafIsExact compares the shortcut with a search of ten plies,
// which finds every forced win that short.
func TestMovementLeafIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	wins, losses := 0, 0
	for range 400 {
		s := fullState(r, 4+r.IntN(13), true)
		if s.Outcome() != square4.Ongoing {
			continue
		}
		got, known := movementLeaf(&s)
		if want := naive(&s, 8, false); !known || got != want {
			t.Fatalf("%+v: %d %v, eight plies of play say %d", s, got, known, want)
		}
		if got > 0 {
			wins++
		}
		if got < 0 {
			losses++
		}
	}
	if wins == 0 || losses == 0 {
		t.Errorf("%d wins and %d losses are too few", wins, losses)
	}
}

// fullState lays all marbles at random.
func fullState(r *rand.Rand, pieces int, slideback bool) square4.State {
	s := square4.StartState(pieces, slideback)
	s.Hole = uint8(r.IntN(9))
	s.Side = uint8(r.IntN(2))
	for side := range s.Marbles {
		for range pieces {
			cells := cellsOf(s.Empty())
			s.Marbles[side] |= 1 << cells[r.IntN(len(cells))]
		}
	}
	return s
}
