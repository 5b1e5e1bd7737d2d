package mcts

import (
	"math/rand/v2"

	"quadrille/ai"
)

// heap is a game for tests: players take one, two or three stones in turn, and
// who takes the last one wins. With two players the side to move wins unless
// the number of stones is a multiple of four, by leaving such a number.
type heap struct {
	stones, players, side int
}

// heapRules knows nothing: all priors are equal and playouts are random.
type heapRules struct {
	keep int // turns that an inner node has, if not 0
}

func (heapRules) Side(s *heap) int { return s.side }

func (r heapRules) Candidates(s *heap, root bool, list []Candidate) []Candidate {
	n := min(3, s.stones)
	if r.keep > 0 && !root {
		n = min(n, r.keep)
	}
	for i := range n {
		list = append(list, Candidate{Move: Move(i + 1), Prior: 1 / float32(n)})
	}
	return list
}

func (heapRules) Play(s *heap, m Move) {
	s.stones -= int(m)
	s.side = (s.side + 1) % s.players
}

func (r heapRules) Rollout(s *heap, rng *rand.Rand, trace []Turn) (Outcome, []Turn) {
	for s.stones > 0 {
		r.Play(s, Move(1+rng.IntN(min(3, s.stones))))
	}
	var o Outcome
	winner := (s.side + s.players - 1) % s.players
	o.Value[winner], o.Share[winner] = 1, 1
	return o, trace
}

func (heapRules) Toward(s, goal *heap, m Move) bool { return s.stones-int(m) >= goal.stones }

// heapOptions are those of a search with so many goroutines.
func heapOptions(simulations uint64, threads int) Options[heap] {
	o := Options[heap]{
		Control: ai.NewControl(ai.Limits{}), Weights: Weights{Explore: 1, Expand: 2, FirstCount: 1},
		Simulations: simulations, Seed: 1, Lines: 3, Report: func(Report) {},
	}
	for range threads {
		o.Rules = append(o.Rules, heapRules{})
	}
	return o
}

// treeOf returns an empty tree of a MiB.
func treeOf() *Tree[heap] {
	t := new(Tree[heap])
	t.Resize(1)
	return t
}

// counted adds up what lies below an edge: its children have as many visits as
// walks went on through it.
func (t *Tree[S]) counted(e *edge, each func(e *edge, block []edge)) {
	child := e.child.Load()
	if child == unexpanded || child >= terminal {
		return
	}
	block := t.pool.edges(child, e.count)
	each(e, block)
	for i := range block {
		t.counted(&block[i], each)
	}
}
