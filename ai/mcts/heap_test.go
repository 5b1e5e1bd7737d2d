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

func (heapRules) Side(s *heap) Side { return Side{uint8(s.side), uint8(s.side)} }

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

// eachBlock calls each with the edge that leads to each node, what is behind it and
// the state there.
func (t *Tree[S]) eachBlock(rules Rules[S], each func(e edge, b block, s S)) {
	t.eachBelow(rules, t.root(), t.state, each)
}

func (t *Tree[S]) eachBelow(rules Rules[S], e edge, s S, each func(e edge, b block, s S)) {
	if !e.expanded() {
		return
	}
	b := t.pool.behind(e)
	each(e, b, s)
	for i, m := range b.moves {
		next := s
		rules.Play(&next, m)
		t.eachBelow(rules, b.edge(i), next, each)
	}
}

// edges is the number of edges that the root leads to.
func (t *Tree[S]) edges() (n int) {
	t.eachNode(0, func(e edge, _ uint32) bool { n += int(e.count); return true })
	return n
}

// visits adds up the visits of edges.
func (b block) visits() (sum uint32) {
	for i := range b.stats {
		sum += b.stats[i].visits.Load()
	}
	return sum
}
