package endgame

import (
	"math/bits"

	"quadrille/engine/othello"
)

const (
	// noMove stands for no square in the table.
	noMove = 64
	// maxChildren bounds the turns of a position.
	maxChildren = 64
)

// child is a turn and the state behind it, from the view of the side to move
// then.
type child struct {
	own, opp uint64
	moves    uint64 // of the side to move
	order    int32  // high is promising
	square   uint8
}

// children lists the turns and returns their number.
func (w *worker) children(own, opp, moves uint64, list *[maxChildren]child) int {
	n := 0
	for ; moves != 0; moves &= moves - 1 {
		square := uint8(bits.TrailingZeros64(moves))
		flips := othello.Flips(own, opp, square)
		c := &list[n%maxChildren]
		c.square, c.own, c.opp = square, opp&^flips, own|flips|1<<square
		n++
	}
	return n
}

// The weights of what makes a turn promising.
const (
	hintOrder      = 1 << 24
	mobilityOrder  = 64 // a reply of the other side
	parityOrder    = 40
	cornerOrder    = 96
	potentialOrder = 12 // an empty square beside own disks
)

// order values the turns. Those that leave the other side few replies come
// first, since they make the smallest trees.
func (w *worker) order(own, opp uint64, empties, alpha int, hint entry, list []child) {
	odd := othello.OddQuarters(^(own | opp))
	guess := w.eval != nil && empties >= 13
	for i := range list {
		c := &list[i]
		switch c.square {
		case hint.moves[0]:
			c.order = 2 * hintOrder
			continue
		case hint.moves[1]:
			c.order = hintOrder
			continue
		}
		c.moves = othello.Moves(c.own, c.opp)
		c.order = -mobilityOrder * int32(bits.OnesCount64(c.moves)+bits.OnesCount64(c.moves&corners))
		bit := uint64(1) << c.square
		if bit&odd != 0 {
			c.order += parityOrder
		}
		if bit&corners != 0 {
			c.order += cornerOrder
		}
		if guess {
			c.order -= int32(w.guess(c, empties, alpha))
		}
	}
}

// guess is the evaluation behind a turn, from the view of the side to move then.
func (w *worker) guess(c *child, empties, alpha int) int {
	w.nodes++
	return w.eval.Score(c.own, c.opp) / 4
}

// bringBest brings the child of the highest order to the front.
func bringBest(list []child) {
	best := 0
	for i := range list {
		if list[i].order > list[best].order {
			best = i
		}
	}
	if best != 0 {
		list[0], list[best] = list[best], list[0]
	}
}
