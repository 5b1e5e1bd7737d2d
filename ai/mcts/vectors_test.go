package mcts

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestChoose compares the edge chosen with the first of those with the best score,
// with few different scores so that many are equal, with any above 0, with none, and
// with any bits.
func TestChoose(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	few := func() float32 {
		if rng.IntN(8) == 0 {
			return float32(math.NaN())
		}
		return float32(rng.IntN(3)) / 7
	}
	less := func() float32 { return -rng.Float32() / 2 }
	bits := func() float32 { return math.Float32frombits(rng.Uint32()) }
	for n := 1; n <= 100; n++ {
		for round := range 32 {
			number := [...]func() float32{few, rng.Float32, less, bits}[round%4]
			looks, scores := make([]look, n), make([]float32, n)
			bonus := rng.Float32()
			for i := range looks {
				mean, b := number(), number()
				looks[i].Store(uint64(math.Float32bits(mean)) | uint64(math.Float32bits(b))<<32)
				scores[i] = -1 // the least, and that of what is no number
				if score := mean + float32(bonus*b); score > -1 {
					scores[i] = score
				}
			}
			if got, want := choose(looks, bonus), slices.Index(scores, slices.Max(scores)); got != want {
				t.Fatalf("edge %d of %v, not %d", got, scores, want)
			}
		}
	}
}

// TestAmafOfManyTurns has nodes of many turns, some of which are played later: each
// learns once, by when it is played first, whatever its place.
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
		at := make([]int, 2*n) // where each is played first
		for range 1 + rng.IntN(20) {
			i := rng.IntN(2 * n)
			if at[i] == 0 {
				at[i] = len(w.trace)
			}
			w.trace = append(w.trace, Turn{Move: Move(i*331 + 1)}, Turn{Move: Move(rng.IntN(n)*331 + 1), Side: Side{1, 1}})
		}
		w.addAmaf(&Outcome{})
		for i, ply := range at[:n] {
			want := 0.
			if ply > 0 {
				want = 1 - float64(ply)/float64(len(w.trace))
			}
			if count, _ := amaf(b.edge(i)); math.Abs(count-want) > 1./amafUnit {
				t.Errorf("turn %d of %d counts %.4f, not %.4f", i, n, count, want)
			}
		}
	}
}
