package engine

// A square board has eight symmetries. A symmetry is a number whose bit 0
// mirrors left and right, bit 1 mirrors above and below and bit 2 then
// exchanges rows and columns.

// Symmetries is their number; 0 is the identity.
const Symmetries = 8

// InverseSymmetry returns the symmetry that undoes another. Only the two
// quarter turns are not their own inverses.
func InverseSymmetry(sym uint8) uint8 {
	return [Symmetries]uint8{0, 1, 2, 3, 4, 6, 5, 7}[sym]
}

// TransformCell applies a symmetry to a cell of a board of size×size cells,
// which are numbered row by row from 0.
func TransformCell(cell, size, sym uint8) uint8 {
	row, column := cell/size, cell%size
	if sym&1 != 0 {
		column = size - 1 - column
	}
	if sym&2 != 0 {
		row = size - 1 - row
	}
	if sym&4 != 0 {
		row, column = column, row
	}
	return row*size + column
}
