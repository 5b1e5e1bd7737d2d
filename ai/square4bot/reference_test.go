package square4bot

import (
	"math/bits"
	"math/rand/v2"

	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

// The references here know the rules of engine/square4 and nothing else: they
// play every turn and look at the outcome.

// randomState plays random turns from the start; it may be over.
func randomState(r *rand.Rand, pieces int, slideback bool, turns int) square4.State {
	s := square4.StartState(pieces, slideback)
	for range turns {
		if s.Outcome() != square4.Ongoing {
			break
		}
		legal := s.Turns(nil)
		s = s.Play(legal[r.IntN(len(legal))])
	}
	return s
}

// oddState lays marbles at random, unequal numbers too, so that positions no
// game leads to are tried. It may be over.
func oddState(r *rand.Rand, pieces int, slideback bool) square4.State {
	s := square4.StartState(pieces, slideback)
	s.Hole = uint8(r.IntN(9))
	s.Side = uint8(r.IntN(2))
	for side, n := range []int{r.IntN(pieces + 1), r.IntN(pieces + 1)} {
		for range n {
			cells := cellsOf(s.Empty())
			if len(cells) > 0 {
				s.Marbles[side] |= 1 << cells[r.IntN(len(cells))]
			}
		}
	}
	return s
}

func cellsOf(set uint64) []uint8 {
	var cells []uint8
	for c := range uint8(36) {
		if set>>c&1 != 0 {
			cells = append(cells, c)
		}
	}
	return cells
}

// overValue is the value of a state that is over, from the view of the side
// to move.
func overValue(s *square4.State) (int, bool) {
	switch s.Outcome() {
	case square4.Ongoing:
		return 0, false
	case square4.RedWins + square4.Outcome(s.Side):
		return alphabeta.Win, true
	case square4.BlueWins - square4.Outcome(s.Side):
		return -alphabeta.Win, true
	}
	return 0, true
}

// drawnWhen says which states that are not over are draws by repetition.
type drawnWhen func(s *square4.State) bool

func never(*square4.State) bool { return false }

// movementPhase is what the rule repetition=1 comes to.
func movementPhase(s *square4.State) bool { return s.Moving() }

// naive is a full-width negamax to a depth; states at its end count 0.
func naive(s *square4.State, depth int, drawn drawnWhen) int {
	if v, over := overValue(s); over {
		return v
	}
	if depth == 0 || drawn(s) {
		return 0
	}
	best := -alphabeta.Win
	for _, t := range s.Turns(nil) {
		next := s.Play(t)
		best = max(best, alphabeta.Later(-naive(&next, depth-1, drawn)))
		if best == alphabeta.Win-1 {
			break
		}
	}
	return best
}

// fullState lays all marbles at random.
func fullState(r *rand.Rand, pieces int, slideback bool) square4.State {
	s := square4.StartState(pieces, slideback)
	s.Hole = uint8(r.IntN(9))
	s.Side = uint8(r.IntN(2))
	for side := range s.Marbles {
		for range pieces {
			cells := cellsOf(s.Empty())
			s.Marbles[side] |= 1 << cells[r.IntN(len(cells))]
		}
	}
	return s
}

// nthSquare returns the n-th square of a set, from 0.
func nthSquare(set uint16, n uint32) uint8 {
	for ; n > 0; n-- {
		set &= set - 1
	}
	return uint8(bits.TrailingZeros16(set))
}
