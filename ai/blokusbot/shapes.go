package blokusbot

import "quadrille/engine/blokus"

// boardRows is the number of rows of the larger board; cells are numbered
// boardRows*row + column on both.
const boardRows = 20

// shape is an orientation of a piece, as the features of a placement need it.
type shape struct {
	size, height uint8
	piece        uint8
	// rows are the squares by row, bit c for column c. corners are the cells
	// that only share a corner with a square: row 0 lies above the piece and
	// bit 0 to the left of it.
	rows    [5]uint32
	corners [7]uint32
	// nearest is by how many steps of half a cell the middle of the bounding
	// box lies from its top left cell.
	midRow, midCol uint8
}

type shapeTable [blokus.Orientations]shape

func newShapes() *shapeTable {
	t := new(shapeTable)
	for o := range t {
		t[o] = newShape(blokus.Placement(o * blokus.Cells))
	}
	return t
}

// newShape describes a placement in the top left of the board.
func newShape(m blokus.Placement) shape {
	s := shape{size: uint8(m.Size()), piece: uint8(m.Piece())}
	width := uint8(0)
	for _, cell := range m.AppendCells(nil) {
		row, col := uint8(cell/boardRows), uint8(cell%boardRows)
		s.rows[row] |= 1 << col
		s.height, width = max(s.height, row+1), max(width, col+1)
	}
	s.midRow, s.midCol = s.height-1, width-1
	var own [9]uint32 // two rows above and below, a column to the left
	for i, row := range s.rows {
		own[i+2] = row << 1
	}
	for i := range s.corners {
		above, same, below := own[i], own[i+1], own[i+2]
		edges := same<<1 | same>>1 | above | below
		s.corners[i] = (above<<1 | above>>1 | below<<1 | below>>1) &^ same &^ edges
	}
	return s
}
