package midgame

import (
	"math/bits"

	"quadrille/ai/othellobot/pattern"
)

// grain is how finely evaluations are told apart, in hundredths of a disk: more
// than the noise of the evaluation would only make more searches fail twice.
const grain = 100

// stackEntry is a position on the way from the root, with the indices of its
// patterns as soon as somebody needs them.
type stackEntry struct {
	own, opp uint64
	indexed  bool
	state    pattern.State
}

// enter notes which position is searched at a ply.
func (w *worker) enter(own, opp uint64, ply int) {
	b := &w.stack[ply]
	if b.own != own || b.opp != opp {
		b.own, b.opp, b.indexed = own, opp, false
	}
}

// state returns the indices of the position that is searched at a ply. They
// follow from those one ply above, where it has them.
func (w *worker) state(ply int) *pattern.State {
	b := &w.stack[ply]
	if b.indexed {
		return &b.state
	}
	b.indexed = true
	if ply == 0 {
		b.state.Set(b.own, b.opp)
		return &b.state
	}
	above := &w.stack[ply-1]
	if placed := b.opp &^ (above.own | above.opp); placed != 0 {
		b.state.Play(w.state(ply-1), uint8(bits.TrailingZeros64(placed)), b.opp&above.opp)
	} else {
		b.state.Pass(w.state(ply - 1))
	}
	return &b.state
}

// evaluate is the static value of the position that is searched at a ply.
func (w *worker) evaluate(own, opp uint64, ply int) int {
	if own == 0 {
		return -maxValue
	}
	return toGrain(w.s.eval.ScoreState(w.state(ply), own, opp))
}

// evaluateMove is the static value of the position own and opp that a move
// leads to from the one at a ply.
func (w *worker) evaluateMove(own, opp uint64, square uint8, flips uint64, ply int) int {
	if own == 0 {
		return -maxValue
	}
	w.scratch.Play(w.state(ply), square, flips)
	return toGrain(w.s.eval.ScoreState(&w.scratch, own, opp))
}

// mostExpected is the most that a position is valued at whose game is not over, less
// than what it would be worth if the other side really lost all its disks.
const mostExpected = maxValue - grain

// toGrain rounds a value to the grain.
func toGrain(v int) int {
	return max(-mostExpected, min((v+maxValue+grain/2)/grain*grain-maxValue, mostExpected))
}
