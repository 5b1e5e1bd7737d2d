package othello

import (
	"math/bits"

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

// evalOf is the evaluation of a model, or nil without one.
func evalOf(m *pattern.Model) *pattern.Eval {
	if m == nil {
		return nil
	}
	return m.Eval()
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
	moves [maxMoves]move
}

// maxMoves bounds the placements of any position that is searched.
const maxMoves = 40

type move struct {
	square uint8
	order  int
	flips  uint64
}

// best searches all placements of a position that has one and returns the best
// one and its value, hundredths of a disk from the view of the side to move.
func (s *searcher) best(own, opp uint64, depth int) (square uint8, value int) {
	s.plies[0].state.Set(own, opp)
	list := s.sorted(own, opp, depth, 0)
	value = -infinite
	for i := range list {
		m := &list[i]
		v := -s.child(m, own, opp, -infinite, -value, depth, 0)
		if v > value {
			square, value = m.square, v
		}
	}
	return square, value
}

// child searches the position after a move.
func (s *searcher) child(m *move, own, opp uint64, alpha, beta, depth, at int) int {
	s.plies[at+1].state.Play(&s.plies[at].state, m.square, m.flips)
	return s.search(opp&^m.flips, own|m.flips|1<<m.square, alpha, beta, depth-1, at+1)
}

// search is principal variation search; the value is exact within the window.
func (s *searcher) search(own, opp uint64, alpha, beta, depth, at int) int {
	// 1. The end of the game, a pass, a leaf.
	squares := othello.Moves(own, opp)
	if squares == 0 {
		if othello.Moves(opp, own) == 0 {
			return 100 * othello.Margin(own, opp)
		}
		if depth > 0 {
			s.plies[at+1].state.Pass(&s.plies[at].state)
			return -s.search(opp, own, -beta, -alpha, depth-1, at+1)
		}
	}
	if depth <= 0 {
		return s.score(own, opp, at)
	}
	// 2. The moves, the first with the whole window.
	best := -infinite
	list := s.sorted(own, opp, depth, at)
	for i := range list {
		lower := max(alpha, best)
		v := best
		if i > 0 {
			v = -s.child(&list[i], own, opp, -lower-1, -lower, depth, at)
		}
		if i == 0 || v > lower && v < beta {
			v = -s.child(&list[i], own, opp, -beta, -lower, depth, at)
		}
		if best = max(best, v); best >= beta {
			break
		}
	}
	return best
}

func (s *searcher) score(own, opp uint64, at int) int {
	s.scored++
	if s.eval == nil {
		return firstScore(own, opp)
	}
	return s.eval.ScoreState(&s.plies[at].state, own, opp)
}

// sorted lists the placements, the most promising first.
func (s *searcher) sorted(own, opp uint64, depth, at int) []move {
	list := s.plies[at].moves[:0]
	for squares := othello.Moves(own, opp); squares != 0; squares &= squares - 1 {
		m := move{square: uint8(bits.TrailingZeros64(squares))}
		m.flips = othello.Flips(own, opp, m.square)
		nextOwn, nextOpp := opp&^m.flips, own|m.flips|1<<m.square
		replies := othello.Moves(nextOwn, nextOpp)
		m.order = 80 * (bits.OnesCount64(replies) + bits.OnesCount64(replies&corners))
		if depth >= sortDepth {
			s.plies[at+1].state.Play(&s.plies[at].state, m.square, m.flips)
			m.order = m.order/2 + s.score(nextOwn, nextOpp, at+1)
		}
		i := len(list)
		list = append(list, m)
		for ; i > 0 && list[i-1].order > m.order; i-- {
			list[i] = list[i-1]
		}
		list[i] = m
	}
	return list
}

const (
	corners = 1<<0 | 1<<7 | 1<<56 | 1<<63
	// nextToCorners are the X squares.
	nextToCorners = 1<<9 | 1<<14 | 1<<49 | 1<<54
)

// firstScore values a position as a beginner's book would: turns to choose from
// and corners are good, squares diagonally beside corners bad. Games start from
// it before there are any weights.
func firstScore(own, opp uint64) int {
	lead := func(a, b uint64) int { return bits.OnesCount64(a) - bits.OnesCount64(b) }
	return 100*lead(othello.Moves(own, opp), othello.Moves(opp, own)) +
		800*lead(own&corners, opp&corners) - 300*lead(own&nextToCorners, opp&nextToCorners)
}
