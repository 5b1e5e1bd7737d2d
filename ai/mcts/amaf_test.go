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
	r.tree.start(heap{})
	b := r.tree.pool.block(1, 4)
	for i := range b.moves {
		b.moves[i] = Move(i + 1)
	}
	b.edge(3).visits.Store(11) // was tried often enough
	w.path = []step{{r.tree.root(), b}, {b.edge(0), block{}}}
	// Seat 0 plays 1, 5, 2 and 4 and seat 1 plays 3 and 6.
	first, second := Side{0, 0}, Side{1, 1}
	w.trace = []Turn{{1, first}, {3, second}, {5, first}, {6, second}, {2, first}, {4, first}}
	w.addAmaf(&Outcome{Value: [MaxSeats]float32{0.75, 0.25}})
	// Turn 2 comes at ply 4 of 6: the weight is 0.5·(1 - 4/6).
	for i, want := range []float64{0, 0.5 * (1 - 4./6), 0, 0} {
		count, sum := amaf(b.edge(i))
		if math.Abs(count-want) > 1e-3 || math.Abs(sum-0.75*want) > 1e-3 {
			t.Errorf("turn %d counts %.4f with a sum of %.4f, not %.4f and %.4f", i+1, count, sum, want, 0.75*want)
		}
	}
	if *w.plies != (plies{}) {
		t.Error("plies are left behind")
	}
	r.tree.root().visits.Store(11)
	w.addAmaf(&Outcome{Value: [MaxSeats]float32{1, 0}})
	if _, sum := amaf(b.edge(1)); math.Abs(sum-0.125) > 1e-3 {
		t.Errorf("a node visited often enough gets %.4f more", sum-0.125)
	}
}

// amaf is how many games an edge has from others and the sum of their results.
func amaf(e edge) (count, sum float64) {
	n := e.amaf.Load()
	return float64(uint32(n)) / amafUnit, float64(n>>32) / amafUnit
}

// TestFirstCount has new turns begin with the belief that their priors give.
func TestFirstCount(t *testing.T) {
	r := &search[heap]{tree: treeOf()}
	r.options.Weights = Weights{FirstCount: 2}
	w := &worker[heap]{search: r, allocator: r.tree.start(heap{}), games: 5}
	w.sums[1] = 5 // with five games of a half that it begins with, a mean of 0.75
	index := w.enter(r.tree.root(), []Candidate{{1, 0.64}, {2, 0.16}}, 1)
	for i, want := range []float64{0.75, 0.375} {
		count, sum := amaf(r.tree.pool.block(index, 2).edge(i))
		if count != 2 || math.Abs(sum-2*want) > 1e-3 {
			t.Errorf("turn %d begins with %.3f in %.3f, not %.3f in 2", i+1, sum, count, 2*want)
		}
	}
}
