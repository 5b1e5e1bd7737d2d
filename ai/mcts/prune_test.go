package mcts

import (
	"fmt"
	"maps"
	"testing"
)

// full is how many simulations of 60 stones nearly fill the smallest tree.
const full = 6000

// never lets pruning come to its end.
func never() bool { return false }

// nodes has what the edges of each node found, by the turns that lead to it.
func (t *Tree[S]) nodes() map[string]string {
	all := map[string]string{}
	var walk func(e edge, path string)
	walk = func(e edge, path string) {
		if !e.expanded() {
			return
		}
		b, text := t.pool.behind(e), ""
		for i, m := range b.moves {
			s, l := &b.stats[i], b.looks[i].Load()
			text += fmt.Sprintln(m, s.visits.Load(), s.sum.Load(), s.amaf.Load(), s.prior, l)
			walk(b.edge(i), path+fmt.Sprint(m))
		}
		all[path] = text
	}
	walk(t.root(), "")
	return all
}

// checkTree checks what holds of every tree: nodes lie apart, each within a chunk
// that is taken; they have the legal turns; nothing is more visited than what leads
// to it; and, if one goroutine has searched, what choosing looks at follows from
// what was found.
func checkTree(t *testing.T, tree *Tree[heap], threads int) {
	t.Helper()
	taken := map[*stats]bool{tree.root().stats: true}
	memory := map[*stats]bool{}
	for _, c := range tree.pool.chunks[:tree.pool.used.Load()] {
		for i := range c.stats {
			memory[&c.stats[i]] = true
		}
	}
	tree.eachBlock(heapRules{}, func(e edge, b block, s heap) {
		if len(b.moves) != min(3, s.stones) || e.visits.Load() < b.visits() {
			t.Fatalf("%d visits lead to turns %v with %d", e.visits.Load(), b.moves, b.visits())
		}
		for i := range b.stats {
			if taken[&b.stats[i]] || !memory[&b.stats[i]] || b.moves[i] != Move(i+1) {
				t.Fatalf("turn %d of %v lies where another does, or nothing", i, b.moves)
			}
			taken[&b.stats[i]] = true
			was := b.looks[i].Load()
			if b.edge(i).refresh(); threads == 1 && b.looks[i].Load() != was {
				t.Fatalf("turn %d of %v looks otherwise than it is", i, b.moves)
			}
		}
	})
}

// TestPruneKeeps prunes a full tree and compares it with what it was: nodes that
// were visited often enough stay as they are, all others go.
func TestPruneKeeps(t *testing.T) {
	var tree Tree[heap]
	tree.Resize(0)
	o := heapOptions(full, 1)
	tree.Run(heap{stones: 60, players: 2}, o)
	before, edges := tree.nodes(), tree.edges()
	least, ok := tree.worthKeeping(len(tree.pool.chunks) * chunkEdges / 2)
	want := map[string]string{}
	var walk func(e edge, path string)
	walk = func(e edge, path string) {
		if path == "" || e.expanded() && e.visits.Load() >= least {
			want[path] = before[path]
			b := tree.pool.behind(e)
			for i, m := range b.moves {
				walk(b.edge(i), path+fmt.Sprint(m))
			}
		}
	}
	walk(tree.root(), "")
	rest, pruned := tree.prune(never)
	if !ok || !pruned || !maps.Equal(tree.nodes(), want) || len(want) >= len(before) {
		t.Fatalf("%d nodes before, %d after, not the %d visited %d times", len(before), len(tree.nodes()), len(want), least)
	}
	checkTree(t, &tree, 1)
	if kept := tree.edges(); kept > len(tree.pool.chunks)*chunkEdges/2 || kept < edges/8 || rest.next != uint32(1+kept) {
		t.Errorf("%d edges of %d are kept, and the rest begins at %d", kept, edges, rest.next)
	}
}

// TestPruneGoesOn searches far beyond the memory: it is never exceeded, the tree
// stays whole, and nodes go on being made in the room of others.
func TestPruneGoesOn(t *testing.T) {
	const chunks, simulations = 2, 3 * full
	s := heap{stones: 60, players: 2}
	var first Tree[heap]
	first.Resize(0)
	first.Run(s, heapOptions(full, 1))
	known := first.nodes()
	for _, threads := range []int{1, 3} {
		var tree Tree[heap]
		tree.Resize(0)
		r := tree.Run(s, heapOptions(simulations, threads))
		if len(tree.pool.chunks) != chunks || r.Simulations != simulations || tree.Visits() != simulations {
			t.Errorf("%d threads: %d chunks, %d simulations, %d visits", threads, len(tree.pool.chunks), r.Simulations, tree.Visits())
		}
		checkTree(t, &tree, threads)
		later := 0
		for path := range tree.nodes() {
			if _, ok := known[path]; !ok {
				later++
			}
		}
		if most := chunks * chunkEdges; tree.edges() > most || tree.edges() < most/3 || later < len(known)/10 {
			t.Errorf("%d threads: %d edges in a memory of %d; %d nodes came after the first %d", threads, tree.edges(), most, later, len(known))
		}
	}
}

// TestPruneStops is told to stop at once: the tree is whole, and what the search
// has found at its root stays.
func TestPruneStops(t *testing.T) {
	var tree Tree[heap]
	tree.Resize(0)
	tree.Run(heap{stones: 60, players: 2}, heapOptions(full, 1))
	top := tree.nodes()[""]
	if _, ok := tree.prune(func() bool { return true }); ok {
		t.Error("it was not stopped")
	}
	checkTree(t, &tree, 1)
	if tree.nodes()[""] != top {
		t.Error("the root has changed")
	}
}

// TestReuseOfAFullTree plays a turn when all memory is taken: what lies below it
// is kept, every visit and node, in the same memory.
func TestReuseOfAFullTree(t *testing.T) {
	var tree Tree[heap]
	tree.Resize(0)
	tree.Run(heap{stones: 60, players: 2}, heapOptions(full, 1))
	if taken := tree.pool.full(); taken != 1000 {
		t.Fatalf("only %d permille are taken", taken)
	}
	for i, m := range tree.top().moves[:2] { // three turns of one stone come where one of three does
		var copied Tree[heap]
		copied.Resize(0)
		copied.Run(heap{stones: 60, players: 2}, heapOptions(full, 1))
		want, visits := map[string]string{}, copied.top().stats[i].visits.Load()
		for path, text := range copied.nodes() {
			if path != "" && path[:1] == fmt.Sprint(m) {
				want[path[1:]] = text
			}
		}
		next := heap{stones: 60, players: 2}
		heapRules{}.Play(&next, m)
		if _, ok := copied.reuse(heapRules{}, next, never); !ok || copied.Visits() != visits || !maps.Equal(copied.nodes(), want) {
			t.Errorf("after turn %d %d visits are kept, not %d, and %d nodes, not %d", m, copied.Visits(), visits, len(copied.nodes()), len(want))
		}
		checkTree(t, &copied, 1)
	}
}

// TestNothingToPrune has a root that takes all by itself.
func TestNothingToPrune(t *testing.T) {
	if least, ok := treeWith(3, 9).worthKeeping(2); ok {
		t.Errorf("nodes with %d visits fit into two edges", least)
	}
	if least, ok := treeWith(3, 9).worthKeeping(3); !ok || least != 4 {
		t.Errorf("nodes with %d visits are to be kept, not 4", least)
	}
}

// treeWith has a root with so many edges and visits, and behind the first a node
// with two visits less than half.
func treeWith(edges uint16, visits uint32) *Tree[heap] {
	tree := treeOf()
	tree.start(heap{})
	root := tree.root()
	root.visits.Store(visits)
	root.count = edges
	root.child.Store(1)
	below := tree.pool.edge(1)
	below.visits.Store(visits/2 - 2)
	below.count = edges
	below.child.Store(uint32(edges) + 1)
	return tree
}
