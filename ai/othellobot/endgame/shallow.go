package endgame

import (
	"math/bits"

	"quadrille/engine/othello"
)

// shallowChild is shallowSearch for the position after a turn, when opp were the
// disks of the side that has not made it.
func (w *worker) shallowChild(c *othello.Child, opp uint64, empties, depth, alpha, beta int) int {
	w.states[empties].Play(&w.states[empties+1], c.Square, opp&^c.Own)
	return w.shallowSearch(c.Own, c.Opp, c.Moves, empties, depth, alpha, beta)
}

// shallowSearch is the evaluation of a position after an alpha-beta search of so
// many plies, in hundredths of a disk. It has no table. The position's state is
// that of its number of empty squares.
func (w *worker) shallowSearch(own, opp, moves uint64, empties, depth, alpha, beta int) int {
	w.nodes++
	if moves == 0 {
		moves = othello.Moves(opp, own)
		if moves == 0 {
			return 100 * othello.Margin(own, opp)
		}
		w.states[empties].Pass(&w.states[empties])
		return -w.shallowSearch(opp, own, moves, empties, depth, -beta, -alpha)
	}
	if depth == 0 {
		return w.eval.ScoreState(&w.states[empties], own, opp)
	}
	list, _ := w.children(own, opp, moves, empties)
	if depth > 1 {
		for i := range list {
			c := &list[i]
			c.Order = orderKey(-int32(bits.OnesCount64(c.Moves)+bits.OnesCount64(c.Moves&othello.Corners)), i)
		}
	}
	best := -100*MaxMargin - 1
	for i := range list {
		c := &list[i]
		if depth > 1 {
			c = pickBest(list)
		}
		best = max(best, -w.shallowChild(c, opp, empties-1, depth-1, -beta, -max(alpha, best)))
		if best >= beta {
			break
		}
	}
	return best
}
