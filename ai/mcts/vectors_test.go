package mcts

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestChoose compares the edge chosen with the first of those with the best score,
// with few different scores so that many are equal.
func TestChoose(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := 1; n <= 100; n++ {
		for range 20 {
			looks, scores := make([]look, n), make([]float32, n)
			bonus := rng.Float32()
			for i := range looks {
				mean, b := float32(rng.IntN(3))/7, float32(rng.IntN(3))/11
				if rng.IntN(8) == 0 {
					mean = float32(math.NaN())
				}
				looks[i].Store(uint64(math.Float32bits(mean)) | uint64(math.Float32bits(b))<<32)
				if scores[i] = mean + float32(bonus*b); scores[i] != scores[i] {
					scores[i] = -1
				}
			}
			if got, want := choose(looks, bonus), slices.Index(scores, slices.Max(scores)); got != want {
				t.Fatalf("edge %d of %v, not %d", got, scores, want)
			}
		}
	}
}

// TestAmafOfManyTurns has nodes of many turns, some of which are played later: each
// learns once, whatever its place.
func TestAmafOfManyTurns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := 1; n <= 200; n++ {
		r := &search[heap]{tree: treeOf()}
		r.options.Weights = Weights{Amaf: 1, AmafVisits: 10, AmafParent: 10}
		w := &worker[heap]{search: r, plies: new(plies)}
		r.tree.start(heap{})
		b := r.tree.pool.block(1, uint16(n))
		for i := range b.moves {
			b.moves[i] = Move(i*331 + 1)
		}
		w.path = []step{{r.tree.root(), b}, {b.edge(0), block{}}}
		w.trace = []Turn{{Move: 0}}
		want := make([]bool, n)
		for range 1 + rng.IntN(20) {
			i := rng.IntN(2 * n)
			w.trace = append(w.trace, Turn{Move: Move(i*331 + 1)}, Turn{Move: Move(rng.IntN(n)*331 + 1), Side: Side{1, 1}})
			if i < n {
				want[i] = true
			}
		}
		w.addAmaf(&Outcome{})
		for i := range want {
			if count, _ := amaf(b.edge(i)); (count != 0) != want[i] || count > 1 {
				t.Errorf("turn %d of %d counts %.3f; played later: %v", i, n, count, want[i])
			}
		}
	}
}
