package mcts

import (
	"math"
	"reflect"
	"testing"

	"quadrille/ai"
)

func TestFindsTheWinningTurn(t *testing.T) {
	for stones := 1; stones <= 11; stones++ {
		if stones%4 == 0 {
			continue // every turn loses
		}
		for _, threads := range []int{1, 2} {
			// A goroutine that stands still while it makes a node costs the
			// others many simulations.
			simulations := []uint64{0, 2000, 20000}[threads]
			r := treeOf().Run(heap{stones: stones, players: 2}, heapOptions(simulations, threads))
			best := r.Lines[0]
			if best.Moves[0] != Move(stones%4) || best.Value < 0.6 {
				t.Errorf("%d stones, %d threads: takes %d with value %.2f", stones, threads, best.Moves[0], best.Value)
			}
			if r.Simulations != simulations {
				t.Errorf("%d simulations", r.Simulations)
			}
		}
	}
}

// TestEachForItself has three players and five stones. Who leaves three stones
// lets the next player win; after taking one (leaving 4) or three (leaving 2)
// the next player cannot be kept from deciding either, but after taking one the
// next can only leave 3, 2 or 1 to the third, who then wins: the first player
// loses whatever it does, and after taking two the second wins by taking three.
func TestEachForItself(t *testing.T) {
	r := treeOf().Run(heap{stones: 5, players: 3}, heapOptions(5000, 1))
	wins := map[Move]int{2: 1, 3: 1, 1: 2}
	for _, l := range r.Lines {
		sum := 0.0
		for _, share := range l.Share {
			sum += share
		}
		winner := wins[l.Moves[0]]
		if l.Share[winner] < 0.8 || math.Abs(sum-1) > 1e-6 {
			t.Errorf("after taking %d the shares are %.2f; player %d should win", l.Moves[0], l.Share, winner)
		}
	}
}

func TestSameAnswerTwice(t *testing.T) {
	run := func(tree *Tree[heap]) []Report {
		var all []Report
		o := heapOptions(1000, 1)
		o.Report = func(r Report) { all = append(all, r) }
		return append(all, tree.Run(heap{stones: 21, players: 2}, o))
	}
	tree := treeOf()
	first := run(tree)
	if again := run(tree); !reflect.DeepEqual(first, again) {
		t.Error("the same search on a used tree reports something else")
	}
	if fresh := run(treeOf()); !reflect.DeepEqual(first, fresh) {
		t.Error("the same search on a fresh tree reports something else")
	}
	if len(first) < 4 {
		t.Errorf("%d reports", len(first))
	}
}

// TestVisitsAddUp checks that no result gets lost between goroutines: below
// each node there are as many visits as walks that went on from it.
func TestVisitsAddUp(t *testing.T) {
	for _, threads := range []int{1, 2, 4} {
		tree := treeOf()
		tree.Run(heap{stones: 15, players: 2}, heapOptions(2000, threads))
		if v := tree.Visits(); v != 2000 {
			t.Errorf("%d visits of the root", v)
		}
		tree.eachBlock(heapRules{}, func(e edge, b block, _ heap) {
			for i := range b.stats {
				if b.stats[i].sum.Load() > int64(b.stats[i].visits.Load())*valueUnit {
					t.Errorf("%d threads: more wins than visits", threads)
				}
			}
			// A node is made at the second visit, and the first walk ends
			// before it. Between goroutines the first may find it made, and
			// others that meet it in the making end there.
			if v, sum := e.visits.Load(), b.visits(); e != tree.root() && (sum > v || threads == 1 && sum != v-1) {
				t.Errorf("%d threads: %d visits of an edge, %d below it", threads, v, sum)
			}
		})
	}
}

func TestMovesRestrictTheRoot(t *testing.T) {
	o := heapOptions(500, 1)
	o.Moves = []Move{3, 2}
	r := treeOf().Run(heap{stones: 5, players: 2}, o)
	if len(r.Lines) != 2 || r.Lines[0].Moves[0] == 1 || r.Lines[1].Moves[0] == 1 {
		t.Errorf("lines %v", r.Lines)
	}
}

func TestStoppedAtOnce(t *testing.T) {
	for _, threads := range []int{1, 2} {
		o := heapOptions(0, threads)
		o.Control.Stop()
		r := treeOf().Run(heap{stones: 21, players: 2}, o)
		if len(r.Lines) == 0 || r.Simulations == 0 || r.Simulations > 1000 {
			t.Errorf("%d threads: %d lines, %d simulations", threads, len(r.Lines), r.Simulations)
		}
	}
}

// TestStop stops an endless search from its own report.
func TestStop(t *testing.T) {
	for _, threads := range []int{1, 2} {
		o, reports := heapOptions(0, threads), 0
		o.Report = func(r Report) { reports++; o.Control.Stop() }
		r := treeOf().Run(heap{stones: 21, players: 2}, o)
		// How far the other goroutine comes meanwhile a busy machine decides.
		if reports != 1 || threads == 1 && r.Simulations > 1000 {
			t.Errorf("%d threads: %d reports, %d simulations", threads, reports, r.Simulations)
		}
	}
}

// TestSettles ends a search of a forced choice: the first turn wins at once.
func TestSettles(t *testing.T) {
	o := heapOptions(10_000, 1)
	o.Settle = true
	r := treeOf().Run(heap{stones: 3, players: 2}, o)
	if r.Lines[0].Moves[0] != 3 || r.Simulations > 6_000 || r.Simulations < 5_000 {
		t.Errorf("takes %d after %d simulations", r.Lines[0].Moves[0], r.Simulations)
	}
	lead := r.Lines[0].Visits - r.Lines[1].Visits
	if uint64(lead) <= 10_000-r.Simulations {
		t.Errorf("ended with a lead of %d after %d simulations", lead, r.Simulations)
	}
}

// TestSoftTime gives no time at all; the search must end without being stopped,
// as soon as it has made its choice.
func TestSoftTime(t *testing.T) {
	o := heapOptions(0, 1)
	o.Soft = 1
	o.Control = ai.NewControl(ai.Limits{})
	r := treeOf().Run(heap{stones: 3, players: 2}, o)
	if r.Lines[0].Moves[0] != 3 || r.Simulations > 100 {
		t.Errorf("takes %d after %d simulations", r.Lines[0].Moves[0], r.Simulations)
	}
}
