package square4bot

import (
	"math/bits"

	"quadrille/engine/square4"
)

// An arrangement says where the hole is and in which order the eight tiles
// follow each other, read square by square. A slide to the left or right does
// not change the order, one up or down moves a tile past two others, which is
// an even permutation, so exactly the even orders occur: 9·8!/2 = 181,440
// arrangements. An even order is told by its first six tiles, and its rank is
// 0 for the order in which tiles are labelled, whatever the hole.

const (
	tiles        = 8
	orders       = 20160 // 8!/2
	arrangements = 9 * orders
)

// arrangement is hole*orders + rank.
type arrangement = uint32

// orderTable knows all even orders and what rotating three tiles that follow
// each other makes of them.
type orderTable struct {
	order [orders][tiles]uint8
	// left and right rotate the three tiles from a place on by one.
	left, right [orders][tiles - 2]uint16
}

// newOrderTable takes some milliseconds.
func newOrderTable() *orderTable {
	t := new(orderTable)
	for r := range t.order {
		t.order[r] = unrank(r)
	}
	for r := range t.order {
		for p := range tiles - 2 {
			o := t.order[r]
			o[p], o[p+1], o[p+2] = o[p+1], o[p+2], o[p]
			t.left[r][p] = rank(&o)
			o = t.order[r]
			o[p], o[p+1], o[p+2] = o[p+2], o[p], o[p+1]
			t.right[r][p] = rank(&o)
		}
	}
	return t
}

// rank numbers the even orders lexicographically by their first six tiles.
func rank(o *[tiles]uint8) uint16 {
	r, left := 0, uint(1<<tiles-1)
	for i, tile := range o[:tiles-2] {
		r = r*(tiles-i) + bits.OnesCount(left&(1<<tile-1))
		left &^= 1 << tile
	}
	return uint16(r)
}

// unrank is the inverse of rank.
func unrank(r int) [tiles]uint8 {
	var digits, o [tiles]uint8
	for i := tiles - 3; i >= 0; i-- {
		digits[i] = uint8(r % (tiles - i))
		r /= tiles - i
	}
	left, inversions := []uint8{0, 1, 2, 3, 4, 5, 6, 7}, 0
	for i := range o {
		d := digits[i]
		inversions += int(d)
		o[i] = left[d]
		left = append(left[:d], left[d+1:]...)
	}
	if inversions%2 == 1 {
		o[tiles-2], o[tiles-1] = o[tiles-1], o[tiles-2]
	}
	return o
}

// slide returns the arrangement after the tile of a square next to the hole
// slides into it.
func (t *orderTable) slide(a arrangement, square uint8) arrangement {
	hole, r := uint8(a/orders), a%orders
	switch {
	case square+3 == hole:
		r = uint32(t.left[r][square])
	case square == hole+3:
		r = uint32(t.right[r][hole])
	}
	return uint32(square)*orders + r
}

// tileCells are the cells that each tile carries in a state, labelled in
// reading order and moved to square 0.
func tileCells(cells uint64, hole uint8) (carried [tiles]uint64) {
	i := 0
	for square := range uint8(9) {
		if square != hole {
			carried[i] = (cells & square4.TileCells(square)) >> square4.CellAt(int(square), 0)
			i++
		}
	}
	return carried
}

// cells lays tiles out as an arrangement has them.
func (t *orderTable) cells(a arrangement, carried *[tiles]uint64) (cells uint64) {
	hole, order := int(a/orders), &t.order[a%orders]
	for i, tile := range order {
		square := i
		if i >= hole {
			square++
		}
		cells |= carried[tile] << square4.CellAt(square, 0)
	}
	return cells
}
