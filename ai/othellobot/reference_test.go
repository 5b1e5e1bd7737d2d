package othellobot

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"quadrille/ai"
	"quadrille/ai/othellobot/endgame"
	"quadrille/ai/tt"
	"quadrille/engine/othello"
)

// The references here know the rules of engine/othello and nothing else: they
// play every turn.

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

// TestMateAgreesWithPlay compares forced wins within some plies with playing
// every turn.
func TestMateAgreesWithPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	won, lost := 0, 0
	table := tt.New[endgame.Entry](1)
	for i := range 300 {
		s := randomState(r, 1+r.IntN(6))
		if i%2 == 0 {
			s = oddState(r, 1+r.IntN(6))
		}
		if s.Over() {
			continue
		}
		m := newMateSearch(table, ai.NewControl(ai.Limits{}), 0)
		for plies := 1; plies <= 11; plies += 2 {
			want := forced(&s, plies, true)
			if got := m.forced(&s, plies); got != want {
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
