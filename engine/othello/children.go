package othello

import (
	"math"
	"math/bits"
)

// Child is a turn and the state after it, from the view of the side to move
// then.
type Child struct {
	Own, Opp uint64
	Moves    uint64 // where the side to move may place a disk
	// Order is higher for turns that should be tried earlier, and another for each
	// turn of a list: OrderStep times a score, and less than that for the place.
	Order  int32
	Square uint8
}

// The weights of a turn's score. They were found by trial on the FFO end games 22 to
// 29 and 40 to 42.
const (
	mobilityWeight = 64 // a reply that is left to the other side; a corner counts double
	beyondWeight   = 20 // an empty square beside own disks, where it may have replies later
	parityBonus    = 40 // a quadrant with an odd number of empty squares
	xPenalty       = 60 // against an X square
	diskWeight     = 4  // a disk that is left to the other side

	// OrderStep is by how much a score of one more raises the order.
	OrderStep = 64
)

// Children lists the turns of the side with the disks own, whose squares are
// moves as Moves returns them, from a1 on. It returns their number and the place of
// the one with the highest order, 0 if there is none. Turns that leave the other side
// few replies come first, since they make the smallest trees (fastest first).
func Children(own, opp, moves uint64, list *[MaxTurns]Child) (n, first int) {
	if vector {
		return childrenVector(own, opp, moves, list)
	}
	return childrenScalar(own, opp, moves, list[:])
}

// childrenScalar is Children for any machine and any list that is long enough.
func childrenScalar(own, opp, moves uint64, list []Child) (n, first int) {
	odd, best := OddQuadrants(^(own | opp)), int32(math.MinInt32)
	for ; moves != 0; moves &= moves - 1 {
		c := &list[n]
		square := uint8(bits.TrailingZeros64(moves))
		flips := flipsScalar(own, opp, square)
		c.Own, c.Opp, c.Square = opp&^flips, own|flips|1<<square, square
		c.Moves = movesScalar(c.Own, c.Opp)
		c.Order = c.score(odd)*OrderStep + int32(OrderStep-1-n)
		if c.Order > best {
			best, first = c.Order, n
		}
		n++
	}
	return n, first
}

// score is what a turn's order is made of. odd are the quadrants that had an odd
// number of empty squares.
func (c *Child) score(odd uint64) int32 {
	score := diskWeight*int32(bits.OnesCount64(c.Own)) -
		mobilityWeight*int32(bits.OnesCount64(c.Moves)+bits.OnesCount64(c.Moves&Corners)) -
		beyondWeight*int32(bits.OnesCount64(Around(c.Opp)&^(c.Own|c.Opp)))
	bit := uint64(1) << c.Square
	if bit&odd != 0 {
		score += parityBonus
	}
	if bit&XSquares != 0 {
		score -= xPenalty
	}
	return score
}
