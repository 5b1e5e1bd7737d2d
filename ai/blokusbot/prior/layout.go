package prior

import "quadrille/engine/blokus"

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
	// all are the offsets of all in Rater.values, from the cell above and to
	// the left of the box.
	all   [32]uint16
	count uint8
}

// newFootprints describes all orientations.
func newFootprints() *[blokus.Orientations]footprint {
	all := new([blokus.Orientations]footprint)
	for o := range all {
		m := blokus.Placement(o * cells)
		all[o] = newFootprint(m)
	}
	return all
}

func newFootprint(m blokus.Placement) footprint {
	f := footprint{piece: uint8(m.Piece())}
	covered := map[[2]int]bool{}
	for _, cell := range m.AppendCells(nil) {
		covered[[2]int{int(cell) / side, int(cell) % side}] = true
	}
	for row := -1; row <= 5; row++ {
		for col := -1; col <= 5; col++ {
			offset := int16(row*width + col)
			has := func(dr, dc int) bool { return covered[[2]int{row + dr, col + dc}] }
			switch {
			case has(0, 0):
				f.cover = append(f.cover, offset)
			case has(1, 0) || has(-1, 0) || has(0, 1) || has(0, -1):
				f.edge = append(f.edge, offset)
			case has(1, 1) || has(1, -1) || has(-1, 1) || has(-1, -1):
				f.corner = append(f.corner, offset)
			}
		}
	}
	f.size = uint8(len(f.cover))
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

// at is the index of a cell on a padded board.
func at(row, col int) int { return (row+border)*width + col + border }

// padAt is the index of a cell of the board on a padded one.
var padAt = func() (of [cells]uint16) {
	for cell := range of {
		of[cell] = uint16(at(cell/side, cell%side))
	}
	return of
}()
