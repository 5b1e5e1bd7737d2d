package prior

import (
	"math/bits"

	"quadrille/engine/blokus"
)

// Boards have 20 columns here, the duo board too.
const (
	side  = 20
	cells = blokus.Cells
	// border is the number of rows and columns of the padding around a board,
	// and width a row with it.
	border = 1
	width  = side + 2*border
	padded = width * width
)

// footprint is an orientation of a piece as offsets into a padded board from
// the cell at the top left of its bounding box.
type footprint struct {
	piece, size         uint8
	cover, edge, corner []int16
	// five are the offsets of cover.
	five [5]uint16
	// all are the offsets of all in Rater.rows, from the cell above and to the
	// left of the box.
	all   [32]uint16
	count uint8
}

// newFootprints describes all orientations.
func newFootprints() *[blokus.Orientations]footprint {
	all := new([blokus.Orientations]footprint)
	for o := range all {
		all[o] = newFootprint(&blokus.Shapes()[o])
	}
	return all
}

func newFootprint(s *blokus.Shape) footprint {
	f := footprint{
		piece: s.Piece, size: s.Size,
		cover: offsets(s.Rows[:], 0), edge: offsets(s.Edges[:], 1), corner: offsets(s.Corners[:], 1),
	}
	for i, offset := range f.cover {
		f.five[i] = uint16(offset)
	}
	for table, offsets := range [][]int16{f.cover, f.edge, f.corner} {
		for _, offset := range offsets {
			f.all[f.count] = uint16(table*padded + width + 1 + int(offset))
			f.count++
		}
	}
	return f
}

// offsets lists cells that are given by rows, which begin so many cells above
// the bounding box and to the left of it.
func offsets(rows []uint32, before int) (list []int16) {
	for row, cells := range rows {
		for ; cells != 0; cells &= cells - 1 {
			list = append(list, int16((row-before)*width+bits.TrailingZeros32(cells)-before))
		}
	}
	return list
}

// at is the index of a cell on a padded board.
func at(row, col int) int { return (row+border)*width + col + border }

// padAt is the index of a cell of the board on a padded one.
var padAt = func() (of [cells]uint16) {
	for cell := range of {
		of[cell] = uint16(at(cell/side, cell%side))
	}
	return of
}()
