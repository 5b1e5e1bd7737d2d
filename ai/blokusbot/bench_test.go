package blokusbot

import (
	"math/rand/v2"
	"testing"

	"quadrille/ai"
	"quadrille/ai/mcts"
	"quadrille/engine"
	"quadrille/engine/blokus"
)

// rulesOf are the rules by which a bot searches a position.
func rulesOf(s *blokus.State) *rules { return New().(*bot).rulesFor(s, 1)[0] }

// position plays the best rated placement so many times.
func position(t testing.TB, given engine.Rules, turns int) *blokus.Position {
	t.Helper()
	p, err := blokus.Game{}.New(given, 1)
	if err != nil {
		t.Fatal(err)
	}
	start := p.(*blokus.Position).SearchState()
	r := rulesOf(&start)
	for range turns {
		s := p.(*blokus.Position).SearchState()
		best := blokus.Placement(r.Candidates(&s, true, nil)[0].Move)
		if p, err = p.Play(best.Token(s.Size())); err != nil {
			t.Fatal(err)
		}
	}
	return p.(*blokus.Position)
}

// BenchmarkSimulation measures whole simulations on one thread, in searches of
// two thousand from an empty tree.
func BenchmarkSimulation(b *testing.B) { benchmarkSearch(b, 2000, 64) }

// BenchmarkLongSearch is the same in searches as long as those of Pentobi's
// level 7.
func BenchmarkLongSearch(b *testing.B) { benchmarkSearch(b, 100_000, 256) }

func benchmarkSearch(b *testing.B, simulations uint64, mib int) {
	classic := engine.Rules{"corners": "fixed", "end": "all-blocked", "scoring": "official"}
	duo := engine.Rules{"variant": "duo", "corners": "fixed", "end": "all-blocked", "scoring": "official"}
	for _, c := range []struct {
		name  string
		rules engine.Rules
		turns int
	}{
		{"classic0", classic, 0}, {"classic8", classic, 8}, {"classic16", classic, 16},
		{"classic24", classic, 24}, {"classic32", classic, 32}, {"classic44", classic, 44},
		{"duo0", duo, 0}, {"duo6", duo, 6}, {"duo10", duo, 10}, {"duo14", duo, 14},
	} {
		b.Run(c.name, func(b *testing.B) {
			state := position(b, c.rules, c.turns).SearchState()
			var tree mcts.Tree[blokus.State]
			tree.Resize(mib)
			rules := rulesOf(&state)
			began, _ := ai.CPUTime()
			for b.Loop() {
				tree.Run(state, mcts.Options[blokus.State]{
					Control: ai.NewControl(ai.Limits{}), Rules: []mcts.Rules[blokus.State]{rules},
					Weights: rules.params.weights(), Simulations: simulations, Seed: 1, Lines: 1, Report: func(mcts.Report) {},
				})
			}
			b.ReportMetric(float64(simulations)*float64(b.N)/b.Elapsed().Seconds(), "simulations/s")
			if ended, err := ai.CPUTime(); err == nil && ended > began {
				b.ReportMetric(float64(simulations)*float64(b.N)/(ended-began).Seconds(), "simulations/cpu-s")
			}
		})
	}
}

// BenchmarkRollout measures playouts alone.
func BenchmarkRollout(b *testing.B) {
	for _, variant := range []string{"classic", "duo"} {
		b.Run(variant, func(b *testing.B) {
			state := position(b, engine.Rules{"variant": variant}, 0).SearchState()
			r, rng := rulesOf(&state), rand.New(rand.NewPCG(1, 1))
			var trace []mcts.Turn
			for b.Loop() {
				s := state
				_, trace = r.Rollout(&s, rng, trace[:0])
			}
		})
	}
}
