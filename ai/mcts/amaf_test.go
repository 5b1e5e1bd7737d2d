package mcts

import (
	"math"
	"testing"
)

// TestAmaf adds one game of two seats to a node with three turns, of which the
// seat plays one now and another four plies later; the weights are counted by
// hand.
func TestAmaf(t *testing.T) {
	r := &search[heap]{tree: treeOf()}
	r.options.Weights = Weights{Amaf: 0.5, AmafVisits: 10, AmafParent: 10}
	w := &worker[heap]{search: r, plies: new(plies)}
	block := make([]edge, 4)
	for i := range block {
		block[i].move = Move(i + 1)
	}
	block[3].visits.Store(11) // was tried often enough
	w.path = []step{{&r.tree.root, block}, {&block[0], nil}}
	// Seat 0 plays 1, 5, 2 and 4 and seat 1 plays 3 and 6.
	w.trace = []Turn{{1, 0}, {3, 1}, {5, 0}, {6, 1}, {2, 0}, {4, 0}}
	w.addAmaf(&Outcome{Value: [MaxSeats]float32{0.75, 0.25}})
	// Turn 2 comes at ply 4 of 6: the weight is 0.5·(1 - 4/6).
	for i, want := range []float64{0, 0.5 * (1 - 4./6), 0, 0} {
		count := float64(block[i].amafCount.Load()) / amafUnit
		sum := float64(block[i].amafSum.Load()) / amafUnit
		if math.Abs(count-want) > 1e-3 || math.Abs(sum-0.75*want) > 1e-3 {
			t.Errorf("turn %d counts %.4f with a sum of %.4f, not %.4f and %.4f", i+1, count, sum, want, 0.75*want)
		}
	}
	if *w.plies != (plies{}) {
		t.Error("plies are left behind")
	}
	r.tree.root.visits.Store(11)
	w.addAmaf(&Outcome{Value: [MaxSeats]float32{1, 0}})
	if sum := float64(block[1].amafSum.Load()) / amafUnit; math.Abs(sum-0.125) > 1e-3 {
		t.Errorf("a node visited often enough gets %.4f more", sum-0.125)
	}
}

// TestFirstCount has new turns begin with the belief that their priors give.
func TestFirstCount(t *testing.T) {
	r := &search[heap]{tree: treeOf()}
	r.options.Weights = Weights{FirstCount: 2}
	w := &worker[heap]{search: r, allocator: allocator{pool: &r.tree.pool}, games: 5}
	w.sums[1] = 5 // with five games of a half that it begins with, a mean of 0.75
	index := w.enter(&r.tree.root, []Candidate{{1, 0.64}, {2, 0.16}}, 1)
	for i, want := range []float64{0.75, 0.375} {
		e := &r.tree.pool.edges(index, 2)[i]
		count, sum := float64(e.amafCount.Load())/amafUnit, float64(e.amafSum.Load())/amafUnit
		if count != 2 || math.Abs(sum-2*want) > 1e-3 {
			t.Errorf("turn %d begins with %.3f in %.3f, not %.3f in 2", i+1, sum, count, 2*want)
		}
	}
}
