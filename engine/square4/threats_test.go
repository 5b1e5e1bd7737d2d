package square4

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"quadrille/engine"
)

// randomState plays random turns from the start; it may be over.
func randomState(r *rand.Rand, pieces int, slideback bool, turns int) State {
	s := StartState(pieces, slideback)
	var buffer [MaxTurns]Turn
	for range turns {
		if s.Outcome() != Ongoing {
			break
		}
		legal := s.Turns(buffer[:0])
		s = s.Play(legal[r.IntN(len(legal))])
	}
	return s
}

// winsBySearch plays every turn and looks who has won.
func winsBySearch(s State) map[Turn]bool {
	wins := map[Turn]bool{}
	for _, t := range s.Turns(nil) {
		next := s.Play(t)
		if next.Outcome() == RedWins+Outcome(s.Side) {
			wins[t] = true
		}
	}
	return wins
}

func TestWinsNowAgreesWithPlayingEveryTurn(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	won := 0
	for i := range 6000 {
		s := randomState(r, 4+r.IntN(13), i%3 != 0, r.IntN(34))
		if s.Outcome() != Ongoing {
			continue
		}
		wins := winsBySearch(s)
		if got := s.WinsNow(); got != (len(wins) > 0) {
			t.Fatalf("%+v: WinsNow %v, turns that win %v", s, got, wins)
		}
		won += min(1, len(wins))
	}
	if won < 300 {
		t.Errorf("only %d positions had a win, too few to say anything", won)
	}
}

func TestCompletingAndCountsAgainstWindows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		own := r.Uint64() & r.Uint64() & AllCells
		usable := own | r.Uint64()&AllCells
		var completing, one, two, three uint64
		for row := range 5 {
			for col := range 5 {
				corner := uint64(1) << (6*row + col)
				window := corner | corner<<1 | corner<<6 | corner<<7
				n := bits.OnesCount64(window & own)
				if n == 3 {
					completing |= window &^ own
				}
				if window&^usable != 0 {
					continue
				}
				switch {
				case n == 1:
					one |= corner
				case n == 2:
					two |= corner
				case n >= 3:
					three |= corner
				}
			}
		}
		if got := Completing(own); got != completing {
			t.Fatalf("Completing(%#x) = %#x, want %#x", own, got, completing)
		}
		if a, b, c := Counts(own, usable); a != one || b != two || c != three {
			t.Fatalf("Counts(%#x, %#x) = %#x %#x %#x, want %#x %#x %#x", own, usable, a, b, c, one, two, three)
		}
	}
}

func TestSymmetriesMapTurnsOntoTurns(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		s := randomState(r, 8, r.IntN(2) == 0, r.IntN(12))
		if s.Outcome() != Ongoing {
			continue
		}
		for sym := range uint8(engine.Symmetries) {
			image := s.Transform(sym)
			if image.Transform(engine.InverseSymmetry(sym)) != s {
				t.Fatalf("symmetry %d is not undone", sym)
			}
			legal := map[Turn]bool{}
			for _, turn := range image.Turns(nil) {
				legal[turn] = true
			}
			turns := s.Turns(nil)
			if len(turns) != len(legal) {
				t.Fatalf("%d turns, %d in the image", len(turns), len(legal))
			}
			for _, turn := range turns {
				mapped := turn.Transform(sym)
				if !legal[mapped] {
					t.Fatalf("%+v symmetry %d: %s becomes %s, which is not legal", s, sym, turn, mapped)
				}
				if s.Play(turn).Transform(sym) != image.Play(mapped) {
					t.Fatalf("%+v symmetry %d: playing %s does not commute", s, sym, turn)
				}
			}
		}
	}
}
