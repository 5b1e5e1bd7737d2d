package square4bot

import (
	"math/bits"

	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

// The movement phase with slideback=true needs no search. Say X is to move, the
// game is not over and no slide of X wins at once. Whatever tile X slides, Y may
// slide the same tile back, which ends in the arrangement X moved from, and
// there no block stands. So Y never has to allow X more than X has now, and X
// has no forced win. (That the arrangement has been seen before only makes it
// a draw, by repetition, sooner.) The same goes for Y in the positions X moves
// to. Hence X wins in one ply, or X has lost already in the sense that every
// slide gives Y a block or a win in one, or the value is a draw.

// movementLeaf values a state that is not over and in which both sides have
// placed everything, repetition left out of account. With slideback=true it is
// exact; else it looks some plies ahead and may overlook a forced end.
func movementLeaf(s *square4.State) (value int, known bool) {
	if s.NoBack {
		return lookAhead(s, noBackPlies), true
	}
	return lookAhead(s, 2), true
}

// noBackPlies is how far movementLeaf looks when tiles may not slide back.
const noBackPlies = 6

// lookAhead is the value of a movement-phase state that is not over as far as
// it is decided within the given number of plies, else 0.
func lookAhead(s *square4.State, plies int) int {
	if s.WinsNow() {
		return alphabeta.Win - 1
	}
	if plies < 2 {
		return 0
	}
	best := -alphabeta.Win
	for slides := s.Slides(); slides != 0 && best < 0; slides &= slides - 1 {
		next := s.Slid(uint8(bits.TrailingZeros16(slides)))
		best = max(best, alphabeta.Later(-aheadOrOver(&next, plies-1)))
	}
	return best
}

func aheadOrOver(s *square4.State, plies int) int {
	if v, over := overNow(s); over {
		return v
	}
	return lookAhead(s, plies)
}
