package midgame

import (
	"math/bits"

	"quadrille/engine/othello"
)

// solve is the value of a position with few empty squares.
func (w *worker) solve(own, opp uint64, alpha, beta, ply int) int {
	w.left++
	w.nodes--
	a := alpha
	if alpha >= 0 {
		a = alpha / marginUnit
	} else {
		a = -((-alpha + marginUnit - 1) / marginUnit)
	}
	b := (beta+marginUnit*100+marginUnit-1)/marginUnit - 100
	return marginUnit * w.plain(own, opp, a, b)
}

func (w *worker) plain(own, opp uint64, alpha, beta int) int {
	if !w.visit() {
		return 0
	}
	best := -65
	for squares := othello.Moves(own, opp); squares != 0; squares &= squares - 1 {
		square := uint8(bits.TrailingZeros64(squares))
		flips := othello.Flips(own, opp, square)
		v := -w.plain(opp&^flips, own|flips|1<<square, -beta, -max(alpha, best))
		if w.stopped {
			return 0
		}
		if best = max(best, v); best >= beta {
			return best
		}
	}
	if best < -64 {
		if othello.Moves(opp, own) == 0 {
			return final(own, opp) / marginUnit
		}
		return -w.plain(opp, own, -beta, -alpha)
	}
	return best
}
