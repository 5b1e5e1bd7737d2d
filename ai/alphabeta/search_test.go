package alphabeta

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"quadrille/ai"
	"quadrille/ai/tt"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// tree is a made-up game: from every node three or four moves, decided after
// some plies as chance has it, for certain at its end.
type tree struct{ seed, plies uint64 }

type treeNode struct{ path, depth uint64 }

func (g tree) chance(s *treeNode, salt uint64) uint64 {
	return rand.New(rand.NewPCG(g.seed+salt, s.path*31+s.depth)).Uint64()
}

func (g tree) Leaf(s *treeNode) (int, bool) {
	r := g.chance(s, 1)
	if s.depth < g.plies && r%8 != 0 {
		return int(r>>8%200) - 100, false
	}
	return [...]int{Win, 0, -Win}[r>>8%3], true
}

func (g tree) Expand(s *treeNode, moves []Choice) ([]Choice, int, bool) {
	if v, known := g.Leaf(s); known {
		return moves, v, true
	}
	for _, m := range g.Legal(s, nil) {
		moves = append(moves, Choice{Move: m, Order: int32(g.chance(s, uint64(m)) % 100)})
	}
	return moves, 0, false
}

func (g tree) Legal(s *treeNode, moves []Move) []Move {
	for m := range Move(3 + g.chance(s, 2)%2) {
		moves = append(moves, m)
	}
	return moves
}

// Play lets paths meet again, so that the table has work to do.
func (g tree) Play(s *treeNode, m Move) treeNode {
	return treeNode{path: (s.path*3 + uint64(m)*7) % 97, depth: s.depth + 1}
}

func (g tree) Key(s *treeNode) (uint64, uint8) { return g.chance(s, 3), 0 }
func (tree) Orient(m Move, _ uint8) Move       { return m }
func (g tree) Horizon(s *treeNode) int         { return int(g.plies - min(s.depth, g.plies)) }
func (tree) MoveSpace() int                    { return 4 }

// minimax is the value of a node to a depth, by every move.
func (g tree) minimax(s *treeNode, depth int) int {
	v, known := g.Leaf(s)
	if known || depth == 0 {
		return v
	}
	best := -infinity
	for _, m := range g.Legal(s, nil) {
		child := g.Play(s, m)
		best = max(best, fromNode(-g.minimax(&child, depth-1), 1))
	}
	return best
}

func run(g tree, threads, multiPV int, limit func(*Options)) (Report, []Report) {
	var table tt.Table[tt.Entry]
	table.Resize(1)
	root := treeNode{}
	var reports []Report
	opts := Options{Control: ai.NewControl(ai.Limits{}), Threads: threads, MultiPV: multiPV, Moves: g.Legal(&root, nil),
		Report: func(r Report) { reports = append(reports, r) }}
	limit(&opts)
	return New(g, &table).Run(root, opts), reports
}

// openTree returns a tree whose root is not decided.
func openTree(seed uint64) tree {
	for ; ; seed += 1000 {
		g := tree{seed: seed, plies: 7}
		if _, known := g.Leaf(&treeNode{}); !known {
			return g
		}
	}
}

func sign(v int) int { return max(-1, min(v, 1)) }

// TestSolvedValuesAgreeWithMinimax searches trees to their end with one and
// with several threads.
func TestSolvedValuesAgreeWithMinimax(t *testing.T) {
	for seed := range uint64(60) {
		g := openTree(seed)
		want := g.minimax(&treeNode{}, int(g.plies))
		for _, threads := range []int{1, 3} {
			last, _ := run(g, threads, 1, func(*Options) {})
			got := last.Lines[0]
			if sign(got.Value) != sign(want) || !got.Solved && Mate(got.Value) == 0 {
				t.Errorf("seed %d, %d threads: %+v, minimax says %d", seed, threads, got, want)
			}
		}
	}
}

// TestMultiPVRanksMoves wants the proved values of all root moves, the best
// first.
func TestMultiPVRanksMoves(t *testing.T) {
	for seed := range uint64(30) {
		g := openTree(seed)
		last, _ := run(g, 1, 10, func(o *Options) { o.Depth = int(g.plies) })
		for i, l := range last.Lines {
			child := g.Play(&treeNode{}, l.Moves[0])
			want := fromNode(-g.minimax(&child, int(g.plies)-1), 1)
			if sign(l.Value) != sign(want) {
				t.Errorf("seed %d, line %d: %+v, minimax says %d", seed, i+1, l, want)
			}
		}
		if !slices.IsSortedFunc(last.Lines, func(a, b Line) int { return b.Value - a.Value }) {
			t.Errorf("seed %d: lines out of order: %+v", seed, last.Lines)
		}
	}
}

func TestNodeLimitsAreExactAndRepeatable(t *testing.T) {
	g := tree{seed: 5, plies: 60}
	for _, nodes := range []uint64{1, 10, 1023, 5000} {
		limit := func(o *Options) { o.Nodes = nodes }
		last, reports := run(g, 1, 2, limit)
		again, reportsAgain := run(g, 1, 2, limit)
		if last.Nodes != nodes {
			t.Errorf("%d nodes were asked for, %d visited", nodes, last.Nodes)
		}
		if fmt.Sprint(last, reports) != fmt.Sprint(again, reportsAgain) {
			t.Errorf("two searches of %d nodes differ", nodes)
		}
	}
}

func TestBetweenEndsTheSearch(t *testing.T) {
	calls := 0
	last, _ := run(tree{seed: 5, plies: 60}, 1, 1, func(o *Options) {
		o.Between = func(r Report) bool { calls++; return r.Depth == 4 }
	})
	if last.Depth != 4 || calls != 4 {
		t.Errorf("ended at depth %d after %d calls, not at 4", last.Depth, calls)
	}
}

// TestStopEndsAllThreads stops a search that would not end by itself.
func TestStopEndsAllThreads(t *testing.T) {
	var wg sync.WaitGroup
	defer wg.Wait()
	last, _ := run(tree{seed: 5, plies: 1000}, 3, 1, func(o *Options) {
		wg.Go(func() {
			time.Sleep(5 * time.Millisecond)
			o.Control.Stop()
		})
	})
	if len(last.Lines) != 1 || len(last.Lines[0].Moves) == 0 {
		t.Errorf("no line: %+v", last)
	}
}
