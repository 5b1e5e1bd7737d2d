package main

import (
	"math/bits"

	"quadrille/engine/othello"
)

// solve returns the best placement of a position that has one and the exact
// final margin, in disks from the view of the side to move.
func solve(own, opp uint64) (square uint8, value int) {
	value = -infinite
	for _, m := range fastest(own, opp, make([]move, 0, maxMoves)) {
		if v := -exact(opp&^m.flips, own|m.flips|1<<m.square, -64, -max(value, -64)); v > value {
			square, value = m.square, v
		}
	}
	return square, value
}

// exact is the final margin if it lies between alpha and beta, and else a
// bound on the side where it lies.
func exact(own, opp uint64, alpha, beta int) int {
	empty := ^(own | opp)
	n := bits.OnesCount64(empty)
	if n == 1 {
		return last(own, opp, uint8(bits.TrailingZeros64(empty)))
	}
	if n < 6 {
		return near(own, opp, alpha, beta)
	}
	var buffer [maxMoves]move
	list := fastest(own, opp, buffer[:0])
	best := -infinite
	for i, m := range list {
		lower := max(alpha, best)
		nextOwn, nextOpp := opp&^m.flips, own|m.flips|1<<m.square
		v := 0
		if i > 0 {
			v = -exact(nextOwn, nextOpp, -lower-1, -lower)
		}
		if i == 0 || v > lower && v < beta {
			v = -exact(nextOwn, nextOpp, -beta, -lower)
		}
		if best = max(best, v); best >= beta {
			return best
		}
	}
	if len(list) == 0 {
		return stuck(own, opp, alpha, beta)
	}
	return best
}

// near tries the squares as they come, odd quarters of the board first.
func near(own, opp uint64, alpha, beta int) int {
	best := -infinite
	empty := ^(own | opp)
	var odd uint64
	for _, q := range [4]uint64{0x0f0f0f0f, 0xf0f0f0f0, 0x0f0f0f0f00000000, 0xf0f0f0f000000000} {
		if bits.OnesCount64(empty&q)&1 != 0 {
			odd |= q
		}
	}
	for _, part := range [2]uint64{empty & odd, empty &^ odd} {
		for ; part != 0; part &= part - 1 {
			square := uint8(bits.TrailingZeros64(part))
			flips := othello.Flips(own, opp, square)
			if flips == 0 {
				continue
			}
			v := -exact(opp&^flips, own|flips|1<<square, -beta, -max(alpha, best))
			if best = max(best, v); best >= beta {
				return best
			}
		}
	}
	if best == -infinite {
		return stuck(own, opp, alpha, beta)
	}
	return best
}

// stuck values a position in which the side to move cannot place.
func stuck(own, opp uint64, alpha, beta int) int {
	if othello.Moves(opp, own) == 0 {
		return margin(own, opp)
	}
	return -exact(opp, own, -beta, -alpha)
}

// last fills the last square, whoever can.
func last(own, opp uint64, square uint8) int {
	mine := bits.OnesCount64(own)
	if n := bits.OnesCount64(othello.Flips(own, opp, square)); n > 0 {
		return 2*(mine+n+1) - 64
	}
	if n := bits.OnesCount64(othello.Flips(opp, own, square)); n > 0 {
		return 2*(mine-n) - 64
	}
	return margin(own, opp)
}

// fastest lists the placements, those that leave the fewest replies first.
func fastest(own, opp uint64, list []move) []move {
	for squares := othello.Moves(own, opp); squares != 0; squares &= squares - 1 {
		m := move{square: uint8(bits.TrailingZeros64(squares))}
		m.flips = othello.Flips(own, opp, m.square)
		replies := othello.Moves(opp&^m.flips, own|m.flips|1<<m.square)
		m.order = bits.OnesCount64(replies) + bits.OnesCount64(replies&corners)
		i := len(list)
		list = append(list, m)
		for ; i > 0 && list[i-1].order > m.order; i-- {
			list[i] = list[i-1]
		}
		list[i] = m
	}
	return list
}
