package teekosolve

import (
	"math/bits"

	"quadrille/engine"
	"quadrille/engine/teeko"
)

// classes are the sets of so many cells of a board, up to symmetry.
type classes struct {
	ranks *ranks
	row   []uint16 // by rank: the class
	maps  []uint8  // by rank: which symmetries lead to the class's representative
	sets  []uint32 // by class: the representative
}

func newClasses(b teeko.Board, k int) *classes {
	size := b.Size()
	r := newRanks(size*size, k)
	c := &classes{ranks: r, row: make([]uint16, r.count), maps: make([]uint8, r.count)}
	for rank, set := range r.all() {
		if c.maps[rank] == 0 {
			c.add(b, set)
		}
	}
	return c
}

// add makes a class of the images of a set, which represents it.
func (c *classes) add(b teeko.Board, set uint32) {
	for sym := range uint8(engine.Symmetries) {
		// The images under all symmetries, each with those that lead back.
		image := b.TransformCells(set, sym)
		rank := c.ranks.of(image)
		c.row[rank] = uint16(len(c.sets))
		for back := range uint8(engine.Symmetries) {
			if b.TransformCells(image, back) == set {
				c.maps[rank] |= 1 << back
			}
		}
	}
	c.sets = append(c.sets, set)
}

// size is the number of sets in the class of a row.
func (c *classes) size(row int) int {
	return engine.Symmetries / bits.OnesCount8(c.maps[c.ranks.of(c.sets[row])])
}

// layer numbers the positions with so many marks of each side on the board:
// one row for every class of sets of the first side, in it one place for every
// set of the second side on the other cells. Where the representative of a row
// has symmetries of its own, a row has images of a position more than once.
type layer struct {
	board  teeko.Board
	first  *classes
	second *ranks // on the cells that are left
	stride int    // from row to row, a multiple of four
}

// newLayer returns the layer with marks on the board. With all marks down the
// side to move comes first; else it is the other one, which has as many or one
// more.
func newLayer(b teeko.Board, marks int) *layer {
	cells := b.Size() * b.Size()
	second := marks / 2
	first := marks - second
	l := &layer{board: b, first: newClasses(b, first), second: newRanks(cells-first, second)}
	l.stride = (l.second.count + 3) &^ 3
	return l
}

func (l *layer) rows() int { return len(l.first.sets) }

// places is the length of a table of the layer.
func (l *layer) places() int { return l.rows() * l.stride }

// place is the number of a position.
func (l *layer) place(first, second uint32) int {
	rank := l.first.ranks.of(first)
	return l.image(rank, second, uint8(bits.TrailingZeros8(l.first.maps[rank])))
}

// image is a number of a position whose first set has the rank and is mapped
// to its representative by the symmetry.
func (l *layer) image(rank int, second uint32, symmetry uint8) int {
	row := int(l.first.row[rank])
	return row*l.stride + l.second.of(squeeze(l.board.TransformCells(second, symmetry), l.first.sets[row]))
}
