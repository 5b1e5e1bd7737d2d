package othello

import (
	"math/bits"
	"slices"

	"quadrille/ai/othellobot/endgame"
	"quadrille/ai/othellobot/pattern"
	"quadrille/ai/tt"
	"quadrille/engine/othello"
)

// searcher looks a few plies ahead. One goroutine uses it at a time.
type searcher struct {
	eval  *pattern.Eval // nil: a start without any weights, see firstScore
	plies [maxDepth + 1]ply
	// scored counts the positions that were scored.
	scored uint64
	// solver keeps no results from one game to the next, so that games do not
	// depend on those before.
	solver *endgame.Solver
}

func newSearcher(eval *pattern.Eval) *searcher {
	return &searcher{eval: eval, solver: endgame.New(tt.New[endgame.Entry](1), eval)}
}

const (
	maxDepth = 20
	infinite = 1 << 20
	// sortDepth is from how many plies on turns are sorted by their scores
	// instead of by the replies they leave.
	sortDepth = 3
)

// ply is what a search keeps for one position on its line.
type ply struct {
	state pattern.State
	moves [othello.MaxTurns]othello.Child
}

// solve returns the exact result of a position.
func (s *searcher) solve(state *othello.State) endgame.Result {
	q := endgame.Query{Own: state.Own, Opp: state.Opp, Threads: 1}
	if s.eval != nil {
		q.Guess = s.eval.Score(state.Own, state.Opp) / 100
	}
	return s.solver.Solve(q)
}

// best searches all placements of a position that has one and returns the best
// one and its value, hundredths of a disk from the view of the side to move.
func (s *searcher) best(own, opp uint64, depth int) (square uint8, value int) {
	s.plies[0].state.Set(own, opp)
	return s.moves(own, opp, othello.Moves(own, opp), -infinite, infinite, depth, 0)
}

// search is principal variation search; the value is exact within the window.
func (s *searcher) search(own, opp, squares uint64, alpha, beta, depth, at int) int {
	if squares == 0 {
		replies := othello.Moves(opp, own)
		if replies == 0 {
			return 100 * othello.Margin(own, opp)
		}
		if depth > 0 {
			s.plies[at+1].state.Pass(&s.plies[at].state)
			return -s.search(opp, own, replies, -beta, -alpha, depth-1, at+1)
		}
	}
	if depth <= 0 {
		return s.score(own, opp, at)
	}
	_, value := s.moves(own, opp, squares, alpha, beta, depth, at)
	return value
}

// moves searches the placements, the first with the whole window.
func (s *searcher) moves(own, opp, squares uint64, alpha, beta, depth, at int) (square uint8, best int) {
	best = -infinite
	list := s.sorted(own, opp, squares, depth, at)
	for i := range list {
		m := &list[i]
		s.enter(m, opp, at)
		lower := max(alpha, best)
		v := best
		if i > 0 {
			v = -s.search(m.Own, m.Opp, m.Moves, -lower-1, -lower, depth-1, at+1)
		}
		if i == 0 || v > lower && v < beta {
			v = -s.search(m.Own, m.Opp, m.Moves, -beta, -lower, depth-1, at+1)
		}
		if v > best {
			square, best = m.Square, v
		}
		if best >= beta {
			break
		}
	}
	return square, best
}

// enter sets the state of the next ply to that after a placement against the
// disks opp.
func (s *searcher) enter(m *othello.Child, opp uint64, at int) {
	s.plies[at+1].state.Play(&s.plies[at].state, m.Square, opp&^m.Own)
}

func (s *searcher) score(own, opp uint64, at int) int {
	s.scored++
	if s.eval == nil {
		return firstScore(own, opp)
	}
	return s.eval.ScoreState(&s.plies[at].state, own, opp)
}

// sorted lists the placements, the most promising first.
func (s *searcher) sorted(own, opp, squares uint64, depth, at int) []othello.Child {
	n, _ := othello.Children(own, opp, squares, &s.plies[at].moves)
	list := s.plies[at].moves[:n]
	for i := range list {
		m := &list[i]
		order := 80 * (bits.OnesCount64(m.Moves) + bits.OnesCount64(m.Moves&othello.Corners))
		if depth >= sortDepth {
			s.enter(m, opp, at)
			order = order/2 + s.score(m.Own, m.Opp, at+1)
		}
		m.Order = int32(order)
	}
	slices.SortStableFunc(list, func(a, b othello.Child) int { return int(a.Order - b.Order) })
	return list
}

// firstScore values a position as a beginner's book would: turns to choose from
// and corners are good, squares diagonally beside corners bad. Games start from
// it before there are any weights.
func firstScore(own, opp uint64) int {
	lead := func(a, b uint64) int { return bits.OnesCount64(a) - bits.OnesCount64(b) }
	return 100*lead(othello.Moves(own, opp), othello.Moves(opp, own)) +
		800*lead(own&othello.Corners, opp&othello.Corners) - 300*lead(own&othello.XSquares, opp&othello.XSquares)
}
