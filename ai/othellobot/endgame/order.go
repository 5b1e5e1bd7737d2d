package endgame

import (
	"math"
	"math/bits"

	"quadrille/engine/othello"
)

// The weights of order scores. They were found by trial on the FFO end games 22 to
// 29 and 40 to 42.
const (
	hashMoveBonus  = 1 << 20
	mobilityWeight = 64 // a reply that is left to the other side; a corner counts double
	parityBonus    = 40 // a quadrant with an odd number of empty squares
	xPenalty       = 60 // against an X square
	diskWeight     = 4  // a disk that is left to the other side
	evalWeight     = 64 // a disk by the shallow search
	// evalMargin is how far below alpha the shallow search still tells values
	// apart, in disks.
	evalMargin = 8
)

// orderScore is the part of a turn's order score that needs no search. Turns that
// leave the other side few replies come first, since they make the smallest trees
// (fastest first). odd are the quadrants with an odd number of empty squares.
func orderScore(c *othello.Child, odd uint64) int32 {
	order := diskWeight*int32(bits.OnesCount64(c.Own)) -
		mobilityWeight*int32(bits.OnesCount64(c.Moves)+bits.OnesCount64(c.Moves&othello.Corners))
	bit := uint64(1) << c.Square
	if bit&odd != 0 {
		order += parityBonus
	}
	if bit&othello.XSquares != 0 {
		order -= xPenalty
	}
	return order
}

// orderShallow orders turns without a search.
func orderShallow(own, opp uint64, list []othello.Child) {
	odd := othello.OddQuadrants(^(own | opp))
	for i := range list {
		list[i].Order = orderKey(orderScore(&list[i], odd), i)
	}
}

// order orders turns: hash moves first, the others by their score and, if depth is
// not negative, by a shallow search of so many plies.
func (w *worker) order(own, opp uint64, empties, depth, alpha int, hash Entry, list []othello.Child) {
	odd, hashMoves := othello.OddQuadrants(^(own | opp)), hash.Moves()
	for i := range list {
		c := &list[i]
		order := int32(0)
		switch c.Square {
		case hashMoves[0]:
			order = 2 * hashMoveBonus
		case hashMoves[1]:
			order = hashMoveBonus
		default:
			order = orderScore(c, odd)
			if depth >= 0 {
				v := w.shallowSearch(c.Own, c.Opp, c.Moves, empties-1, depth, -100*MaxMargin, 100*(evalMargin-alpha))
				order -= int32(v) * evalWeight / 100
			}
		}
		c.Order = orderKey(order, i)
	}
}

// orderDepth returns the depth of the shallow searches that order turns, negative
// for none.
func (w *worker) orderDepth(empties int) int {
	if w.eval == nil {
		return -1
	}
	return min((empties-1)/3-4, 2)
}

// orderKey makes of an order one that no other turn of the list has, and that tells
// the place of the turn.
func orderKey(order int32, place int) int32 { return order<<6 | int32(63-place) }

// pickBest returns the turn of the highest order, once.
func pickBest(list []othello.Child) *othello.Child {
	best := int32(math.MinInt32)
	for i := range list {
		best = max(best, list[i].Order)
	}
	c := &list[63-best&63]
	c.Order = math.MinInt32
	return c
}
