package endgame

import (
	"math"
	"math/bits"

	"quadrille/engine/othello"
)

// noMove stands for no square in the table.
const noMove = 64

// What makes a turn promising. The weights were found by trial on the FFO end
// games 22 to 29 and 40 to 42.
const (
	hintOrder     = 1 << 20
	mobilityOrder = 64 // a reply that is left to the other side; a corner counts double
	parityOrder   = 40 // an odd quarter
	xOrder        = 60 // a square diagonally inside a corner, against it
	diskOrder     = 4  // a disk that is left to the other side
	estimateOrder = 64 // a disk of the estimate
	// estimateBelow is how far below alpha estimates are still told apart, in
	// disks.
	estimateBelow = 8
	xSquares      = 0x0042000000004200
)

// promise values a turn without looking behind it. Those that leave the other
// side few replies come first, since they make the smallest trees. odd are the
// quarters of the board with an odd number of empty squares.
func promise(c *othello.Child, odd uint64) int32 {
	order := diskOrder*int32(bits.OnesCount64(c.Own)) -
		mobilityOrder*int32(bits.OnesCount64(c.Moves)+bits.OnesCount64(c.Moves&corners))
	bit := uint64(1) << c.Square
	if bit&odd != 0 {
		order += parityOrder
	}
	if bit&xSquares != 0 {
		order -= xOrder
	}
	return order
}

// orderFast ranks turns by their promise.
func orderFast(own, opp uint64, list []othello.Child) {
	odd := othello.OddQuarters(^(own | opp))
	for i := range list {
		list[i].Order = rank(promise(&list[i], odd), i)
	}
}

// order ranks turns: those that the table remembers first, the others by their
// promise and, if depth is not negative, an estimate of so many plies.
func (w *worker) order(own, opp uint64, empties, depth, alpha int, hint entry, list []othello.Child) {
	odd := othello.OddQuarters(^(own | opp))
	for i := range list {
		c := &list[i]
		order := int32(0)
		switch c.Square {
		case hint.moves[0]:
			order = 2 * hintOrder
		case hint.moves[1]:
			order = hintOrder
		default:
			order = promise(c, odd)
			if depth >= 0 {
				v := w.estimate(c.Own, c.Opp, c.Moves, empties-1, depth, -100*MaxMargin, 100*(estimateBelow-alpha))
				order -= int32(v) * estimateOrder / 100
			}
		}
		c.Order = rank(order, i)
	}
}

// estimateDepth returns the depth of the estimates that rank turns, negative
// for none.
func (w *worker) estimateDepth(empties int) int {
	if w.eval == nil {
		return -1
	}
	return min((empties-1)/3-4, 2)
}

// rank makes of an order one that no other turn of the list has, and that tells
// the place of the turn.
func rank(order int32, place int) int32 { return order<<6 | int32(63-place) }

// takeBest returns the turn of the highest rank, once.
func takeBest(list []othello.Child) *othello.Child {
	best := int32(math.MinInt32)
	for i := range list {
		best = max(best, list[i].Order)
	}
	c := &list[63-best&63]
	c.Order = math.MinInt32
	return c
}
