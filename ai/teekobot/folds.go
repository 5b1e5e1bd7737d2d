package teekobot

import (
	"math/bits"

	"quadrille/engine/teeko"
)

// symmetries is the number of ways to lay a square board on itself. Bit 0
// mirrors the columns, then bit 1 the rows, then bit 2 swaps columns and rows.
const symmetries = 8

// folds maps the cells of a board into its images.
type folds [symmetries][teeko.NoCell + 1]uint8

func newFolds(b teeko.Board) *folds {
	size := b.Size()
	var f folds
	for sym := range f {
		for cell := range f[sym] {
			f[sym][cell] = uint8(cell) // NoCell stays
		}
		for cell := range size * size {
			column, row := cell%size, cell/size
			if sym&1 != 0 {
				column = size - 1 - column
			}
			if sym&2 != 0 {
				row = size - 1 - row
			}
			if sym&4 != 0 {
				column, row = row, column
			}
			f[sym][cell] = uint8(row*size + column)
		}
	}
	return &f
}

// inverse returns the symmetry that undoes another. Mirroring columns and then
// swapping is undone by mirroring rows and then swapping.
func inverse(symmetry uint8) uint8 {
	switch symmetry {
	case 4 | 1:
		return 4 | 2
	case 4 | 2:
		return 4 | 1
	}
	return symmetry
}

func (f *folds) marks(set uint32, symmetry uint8) uint32 {
	var image uint32
	for ; set != 0; set &= set - 1 {
		image |= 1 << f[symmetry][bits.TrailingZeros32(set)]
	}
	return image
}

func (f *folds) turn(t teeko.Turn, symmetry uint8) teeko.Turn {
	return teeko.NewMove(f[symmetry][t.From()], f[symmetry][t.To()])
}
