package mcts

import (
	"maps"
	"testing"
)

func TestPoolSize(t *testing.T) {
	for _, mib := range []int{1, 16, 1024} {
		var p pool
		p.resize(mib)
		if size := len(p.chunks) * chunkBytes; size > mib<<20 || size < mib<<20*9/10 {
			t.Errorf("%d bytes for %d MiB", size, mib)
		}
	}
}

func TestTakeNothingLargerThanAChunk(t *testing.T) {
	var p pool
	p.resize(1)
	allocator := allocator{pool: &p}
	if _, ok := allocator.take(chunkEdges + 1); ok {
		t.Error("a block larger than a chunk was handed out")
	}
	first, ok := allocator.take(chunkEdges)
	if !ok || first%chunkEdges != 0 {
		t.Errorf("a block as large as a chunk: %d %v", first, ok)
	}
}

// TestReuse plays two turns and looks for what was known of the position.
func TestReuse(t *testing.T) {
	for _, players := range []int{2, 3, 4} {
		tree := treeOf()
		s := heap{stones: 14, players: players}
		o := heapOptions(4000, 1)
		o.Reuse, o.Explore = true, 2
		tree.Run(s, o)
		for range players {
			heapRules{}.Play(&s, 1)
		}
		looks := reuseLooks
		found, _ := tree.find(heapRules{}, 0, &tree.state, &s, reuseDepth, &looks)
		known := tree.pool.edge(found).visits.Load()
		if known < 3 {
			t.Fatalf("%d players: only %d visits are known", players, known)
		}
		o.Simulations = 100
		tree.Run(s, o)
		if v := tree.Visits(); v != known+100 {
			t.Errorf("%d players: %d visits at the root, of which %d were known", players, v, known)
		}
		tree.eachBlock(heapRules{}, func(e edge, b block, _ heap) {
			if sum := b.visits(); e.visits.Load() != sum+1 {
				t.Errorf("%d players: %d visits, %d below", players, e.visits.Load(), sum)
			}
		})
	}
}

// TestReuseAddsWhatWasLeftOut has a new root whose node was made with fewer
// turns than are legal.
func TestReuseAddsWhatWasLeftOut(t *testing.T) {
	tree := treeOf()
	o := heapOptions(2000, 1)
	o.Rules = []Rules[heap]{heapRules{keep: 2}}
	o.Reuse, o.Explore = true, 2
	tree.Run(heap{stones: 9, players: 2}, o)
	r := tree.Run(heap{stones: 7, players: 2, side: 1}, o)
	if r.Simulations != 2000 || tree.Visits() <= 2000 {
		t.Errorf("%d visits at the root: nothing was known", tree.Visits())
	}
	if len(r.Lines) != 3 {
		t.Errorf("lines %v: all three turns should have been tried", r.Lines)
	}
}

// TestNoReuse has trees that say nothing about the new root.
func TestNoReuse(t *testing.T) {
	reuse := heapOptions(500, 1)
	reuse.Reuse = true
	cases := []struct {
		name    string
		first   heap
		moves   []Move
		noReuse bool
		second  heap
	}{
		{"another game", heap{stones: 9, players: 2}, nil, false, heap{stones: 8, players: 3, side: 1}},
		{"too far away", heap{stones: 30, players: 2}, nil, false, heap{stones: 10, players: 2}},
		{"backwards", heap{stones: 9, players: 2}, nil, false, heap{stones: 12, players: 2}},
		{"turns left out", heap{stones: 9, players: 2}, []Move{1}, false, heap{stones: 9, players: 2}},
		{"not asked for", heap{stones: 9, players: 2}, nil, true, heap{stones: 9, players: 2}},
	}
	for _, c := range cases {
		tree := treeOf()
		first := reuse
		first.Moves = c.moves
		tree.Run(c.first, first)
		second := reuse
		second.Reuse = !c.noReuse
		tree.Run(c.second, second)
		if v := tree.Visits(); v != 500 {
			t.Errorf("%s: %d visits at the root", c.name, v)
		}
	}
}

// TestReuseOfTheRoot searches the same position again: nothing needs to move, so
// that it is kept though there is no time.
func TestReuseOfTheRoot(t *testing.T) {
	tree := treeOf()
	s := heap{stones: 14, players: 2}
	tree.Run(s, heapOptions(4000, 1))
	before, used := tree.nodes(), tree.pool.used.Load()
	rest, kept := tree.reuse(heapRules{}, s, func() bool { return true })
	if !kept || !maps.Equal(tree.nodes(), before) || tree.pool.used.Load() != used {
		t.Errorf("kept: %v, and what is known or its place has changed", kept)
	}
	if first, ok := rest.take(1); !ok || first != uint32(used)*chunkEdges {
		t.Errorf("room at %d (%v) of %d chunks taken", first, ok, used)
	}
	again := heapOptions(100, 1)
	again.Reuse = true
	if tree.Run(s, again); tree.Visits() != 4100 {
		t.Errorf("%d visits at the root", tree.Visits())
	}
	checkTree(t, tree, 1)
}

// TestReuseStops has no time for a large tree to be copied: it is left, and the
// search begins anew.
func TestReuseStops(t *testing.T) {
	var tree Tree[heap]
	tree.Resize(16)
	next := heap{stones: 60, players: 2}
	r := tree.Run(next, heapOptions(30_000, 1))
	asked := 0
	heapRules{}.Play(&next, r.Lines[0].Moves[0])
	if _, kept := tree.reuse(heapRules{}, next, func() bool { asked++; return true }); kept || asked != 1 {
		t.Errorf("the tree is kept though it was told to stop; it asked %d times", asked)
	}
}
