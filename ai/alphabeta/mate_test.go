package alphabeta

import (
	"testing"

	"quadrille/ai/tt"
)

// mateTree is a tree that knows wins and losses with the next turn.
type mateTree struct{ tree }

func (g mateTree) Expand(s *treeNode, moves []Choice) ([]Choice, int, bool) {
	switch v, over := g.Over(s); {
	case over:
		return moves, v, true
	case g.WinsNow(s):
		return moves, Win - 1, true
	case g.defends(s, 1):
		return moves, -Win + 2, true
	}
	return g.tree.Expand(s, moves)
}

func (g mateTree) Over(s *treeNode) (int, bool) {
	return g.Leaf(s)
}

func (mateTree) Drawn(*treeNode) bool { return false }

func (g mateTree) WinsNow(s *treeNode) bool { return g.attacks(s, 1) }

// attacks says whether the side to move wins within k own turns, by every move.
func (g mateTree) attacks(s *treeNode, k int) bool {
	for _, m := range g.Legal(s, nil) {
		child := g.Play(s, m)
		v, over := g.Over(&child)
		if over && v < 0 || !over && k > 1 && g.defends(&child, k-1) {
			return true
		}
	}
	return false
}

// defends says whether the other side wins within k own turns, by every move.
func (g mateTree) defends(s *treeNode, k int) bool {
	for _, m := range g.Legal(s, nil) {
		child := g.Play(s, m)
		v, over := g.Over(&child)
		if over && v <= 0 || !over && !g.attacks(&child, k) {
			return false
		}
	}
	return true
}

// TestMateSearchAgreesWithPlay asks one search for wins within ever more turns
// and within fewer again, when the table knows.
func TestMateSearchAgreesWithPlay(t *testing.T) {
	wins := map[int]int{}
	for seed := range uint64(300) {
		g := mateTree{openTree(seed)}
		var table tt.Table[tt.Entry]
		table.Resize(1)
		m := MateSearch[treeNode, mateTree]{Game: g, Table: &table, Effort: Effort{Stop: func() bool { return false }}}
		for _, k := range []int{0, 1, 2, 3, 4, 3, 2, 1} {
			got, want := m.Attack(&treeNode{}, k), k > 0 && g.attacks(&treeNode{}, k)
			if got != want {
				t.Fatalf("seed %d, within %d: %v, playing every move %v", seed, k, got, want)
			}
			if got {
				wins[k]++
			}
		}
	}
	if wins[1] < 10 || wins[3] <= wins[1] {
		t.Errorf("wins by turns: %v; too few to say anything", wins)
	}
}

// TestMateSearchStops neither visits more nodes than it may nor remembers what
// it did not find out.
func TestMateSearchStops(t *testing.T) {
	g := mateTree{openTree(1)}
	for !g.attacks(&treeNode{}, 3) || g.attacks(&treeNode{}, 2) {
		g = mateTree{openTree(g.seed + 1)}
	}
	var table tt.Table[tt.Entry]
	table.Resize(1)
	m := MateSearch[treeNode, mateTree]{Game: g, Table: &table, Effort: Effort{Stop: func() bool { return false }}}
	for m.Limit = 1; ; m.Limit++ {
		m.Nodes, m.Stopped = 0, false
		won := m.Attack(&treeNode{}, 3)
		if m.Nodes > m.Limit || won == m.Stopped {
			t.Fatalf("of %d nodes %d are visited, stopped %v, won %v", m.Limit, m.Nodes, m.Stopped, won)
		}
		if won {
			return
		}
	}
}
