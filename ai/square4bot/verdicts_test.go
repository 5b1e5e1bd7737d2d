package square4bot

import (
	"math/rand/v2"
	"testing"
	"time"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/bottest"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// valuesOf are the last infos of every turn where all values are asked for.
func valuesOf(t *testing.T, pos *square4.Position, limits ai.Limits) map[string]ai.Info {
	t.Helper()
	s := strength()
	s.MultiPV = len(pos.Legal())
	found := map[string]ai.Info{}
	for _, i := range bottest.Run(t, New(), pos, limits, s).Infos {
		if len(i.PV) > 0 {
			found[i.PV[0]] = i
		}
	}
	if len(found) != len(pos.Legal()) {
		t.Fatalf("%s: %d of %d turns have values", pos.FEN(), len(found), len(pos.Legal()))
	}
	return found
}

// TestEveryTurnAgreesWithMinimax values every turn of positions with few marbles
// left, and by playing all that may follow.
func TestEveryTurnAgreesWithMinimax(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 72))
	seen := map[ai.Proof]int{}
	for i := range 24 {
		pieces, left := 7+i%2, 1+i%2
		pos, ok := positionOf(t, r, engine.Rules{"pieces": string('0' + rune(pieces))}, 2*pieces-left)
		if !ok {
			continue
		}
		for turn, info := range valuesOf(t, pos, ai.Limits{Exact: true}) {
			next, err := pos.Play(turn)
			if err != nil {
				t.Fatal(err)
			}
			s, _ := next.(*square4.Position).SearchState()
			value := alphabeta.Later(-naive(&s, left+2, never))
			want := ai.ProvedDraw
			switch {
			case value > 0:
				want = ai.ProvedWin
			case value < 0:
				want = ai.ProvedLoss
			}
			seen[want]++
			if info.Proof != want || want != ai.ProvedDraw && info.Score.Mate != alphabeta.Mate(value) {
				t.Errorf("%s %s: %q in %d, every turn played %q in %d", pos.FEN(), turn, info.Proof, info.Score.Mate, want, alphabeta.Mate(value))
			}
		}
	}
	for _, p := range []ai.Proof{ai.ProvedWin, ai.ProvedLoss, ai.ProvedDraw} {
		if seen[p] < 10 {
			t.Errorf("only %d turns were a proved %s", seen[p], p)
		}
	}
}

// TestEveryTurnAgreesWithTheBest values every turn from the start on: the best is
// what the position is worth by itself, and each is what the position after it is
// worth to the other side.
func TestEveryTurnAgreesWithTheBest(t *testing.T) {
	r := rand.New(rand.NewPCG(73, 74))
	for turns := range 10 {
		pos, ok := positionOf(t, r, engine.Rules{}, turns)
		if !ok {
			continue
		}
		turn := pos.Legal()[r.IntN(len(pos.Legal()))]
		if turns == 1 || turns == 4 || turns == 5 {
			continue // which take seconds each
		}
		values := valuesOf(t, pos, ai.Limits{Exact: true})
		best := -alphabeta.Win
		for _, info := range values {
			best = max(best, valueOf(info))
		}
		if whole := bottest.Run(t, New(), pos, ai.Limits{Exact: true}, strength()).Last(); valueOf(whole) != best {
			t.Errorf("%s: the best turn is worth %d, the position %d", pos.FEN(), best, valueOf(whole))
		}
		next, err := pos.Play(turn)
		if err != nil {
			t.Fatal(err)
		}
		if next.Result().Over {
			continue
		}
		after := bottest.Run(t, New(), next, ai.Limits{Exact: true}, strength()).Last()
		if valueOf(values[turn]) != alphabeta.Later(-valueOf(after)) {
			t.Errorf("%s %s: worth %d, the position after it %d", pos.FEN(), turn, valueOf(values[turn]), valueOf(after))
		}
	}
}

// valueOf is a proved value as alphabeta has it.
func valueOf(i ai.Info) int {
	switch i.Proof {
	case ai.ProvedWin:
		return alphabeta.Win - i.Score.Mate
	case ai.ProvedLoss:
		return -alphabeta.Win - i.Score.Mate
	case ai.ProvedDraw:
		return 0
	}
	return 1 // which no proved value is
}

// BenchmarkEveryTurn values every turn after up to 15 turns at random, and tells in
// what share of the positions all of them were proved within one second and five.
func BenchmarkEveryTurn(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	asked, within1, within5 := 0, 0, 0
	for i := 0; b.Loop(); i++ {
		pos, ok := positionOf(b, r, engine.Rules{}, 1+i%15)
		if !ok {
			continue
		}
		settings, limits := strength(), ai.Limits{Exact: true, MoveTime: 5 * time.Second}
		settings.MultiPV, settings.Hash = len(pos.Legal()), 64
		open := map[string]bool{}
		began := time.Now()
		New().Search(ai.NewControl(limits), pos, limits, settings, func(i ai.Info) {
			if len(i.PV) > 0 {
				open[i.PV[0]] = i.Proof == ai.NotProved
			}
		})
		took := time.Since(began)
		asked++
		proved := len(open) == len(pos.Legal())
		for _, is := range open {
			proved = proved && !is
		}
		if proved {
			within5++
		}
		if proved && took <= time.Second {
			within1++
		}
	}
	b.ReportMetric(100*float64(within1)/float64(max(1, asked)), "%in1s")
	b.ReportMetric(100*float64(within5)/float64(max(1, asked)), "%in5s")
}
