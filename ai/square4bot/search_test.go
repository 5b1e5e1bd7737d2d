package square4bot

import (
	"math/rand/v2"
	"testing"

	"quadrille/ai"
	"quadrille/ai/bottest"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// positionOf plays random turns from the start and returns the position if it
// is not over.
func positionOf(t testing.TB, r *rand.Rand, rules engine.Rules, turns int) (*square4.Position, bool) {
	var pos engine.Position = start(t, rules)
	for range turns {
		legal := pos.Legal()
		next, err := pos.Play(legal[r.IntN(len(legal))])
		if err != nil {
			t.Fatal(err)
		}
		if next.Result().Over {
			return nil, false
		}
		pos = next
	}
	return pos.(*square4.Position), true
}

func strength() ai.Settings {
	s := ai.FullStrength()
	s.Hash = 1
	return s
}

// TestExactAgreesWithMinimax solves positions with a few marbles left to place
// by `go exact`, by depth alone, and by playing every turn. Where the search
// wins, the position after its turn must be lost.
func TestExactAgreesWithMinimax(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	seen := map[ai.Proof]int{}
	for i := range 200 {
		pieces, left := 7+i%2, 1+i%2
		pos, ok := positionOf(t, r, engine.Rules{"pieces": string('0' + rune(pieces))}, 2*pieces-left)
		for ; ok && left >= 0; left-- {
			best, proof := checkExact(t, pos, left)
			seen[proof]++
			next := bottest.PlayLine(t, pos, []string{best})
			if proof != ai.ProvedWin || next.Result().Over {
				break
			}
			pos = next.(*square4.Position)
		}
	}
	for _, p := range []ai.Proof{ai.ProvedWin, ai.ProvedLoss, ai.ProvedDraw} {
		if seen[p] == 0 {
			t.Errorf("no position was a proved %s", p)
		}
	}
}

func checkExact(t *testing.T, pos *square4.Position, left int) (best string, want ai.Proof) {
	s, _ := pos.SearchState()
	switch value := naive(&s, left+3, never); {
	case value > 0:
		want = ai.ProvedWin
	case value < 0:
		want = ai.ProvedLoss
	default:
		want = ai.ProvedDraw
	}
	for _, limits := range []ai.Limits{{Exact: true}, {Depth: left + 1}} {
		got := bottest.Run(t, New(), pos, limits, strength())
		best = got.Best.Move
		if got.Last().Proof != want {
			t.Errorf("%s: %+v says %q, every turn played %q", pos.FEN(), limits, got.Last().Proof, want)
		}
	}
	return best, want
}

// TestNoProofBelowTheHorizon searches positions from which no line of the
// depth reaches the movement phase: there must be no proof of a draw.
func TestNoProofBelowTheHorizon(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for range 20 {
		pos, ok := positionOf(t, r, nil, 4+r.IntN(6))
		if !ok {
			continue
		}
		for _, info := range bottest.Run(t, New(), pos, ai.Limits{Depth: 4}, strength()).Infos {
			if info.Proof == ai.ProvedDraw {
				t.Errorf("%s: depth 4 proves a draw: %+v", pos.FEN(), info)
			}
		}
	}
}

// TestMateAnswers compares `go mate 2` with playing every turn.
func TestMateAnswers(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 36))
	won := 0
	for range 200 {
		pos, ok := positionOf(t, r, engine.Rules{"pieces": "6"}, 7+r.IntN(4))
		if !ok {
			continue
		}
		s, _ := pos.SearchState()
		want := naiveAttack(&s, 1, false) || naiveAttack(&s, 2, false)
		got := bottest.Run(t, New(), pos, ai.Limits{Mate: 2}, strength())
		last := got.Last()
		if proved := last.Proof == ai.ProvedWin && last.Score.Mate <= 3; proved != want {
			t.Errorf("%s: %+v, a win within 2: %v", pos.FEN(), last, want)
		}
		if (got.Text() == "no win in 2\n") == want {
			t.Errorf("%s: said %q, a win within 2: %v", pos.FEN(), got.Text(), want)
		}
		if want {
			won++
		}
	}
	if won < 5 {
		t.Errorf("only %d positions are won", won)
	}
}

// TestMovementPhaseIsProved wants a proof in every position of the movement
// phase, the one that ten plies of play tell where they do.
func TestMovementPhaseIsProved(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 38))
	for i := range 30 {
		rules := engine.Rules{"pieces": "5", "slideback": []string{"true", "false"}[i%2]}
		pos, ok := positionOf(t, r, rules, 10)
		if !ok {
			continue
		}
		s, _ := pos.SearchState()
		last := bottest.Run(t, New(), pos, ai.Limits{Depth: 1}, strength()).Last()
		want := naive(&s, 10, never)
		switch {
		case last.Proof == ai.NotProved:
			t.Errorf("%s: nothing proved: %+v", pos.FEN(), last)
		case want > 0 && last.Proof != ai.ProvedWin, want < 0 && last.Proof != ai.ProvedLoss:
			t.Errorf("%s: %+v, ten plies of play say %d", pos.FEN(), last, want)
		case want == 0 && last.Proof != ai.ProvedDraw && max(last.Score.Mate, -last.Score.Mate) <= 10:
			t.Errorf("%s: %+v, ten plies of play say nothing", pos.FEN(), last)
		}
	}
}
