package square4

// Geometry of the 6×6 grid. A set of cells is a uint64 whose bit 6*row+column
// stands for a cell; a tile's four cells keep their shape wherever the tile
// lies, so a slide is a mask and two shifts.

const (
	squares   = 9
	slots     = 4
	gridSize  = 6
	tileShape = 0b11_0000_11 // the four cells of square 0
	centre    = 4
	// pairCells are the cells that have a right-hand neighbour.
	pairCells = 0b011111_011111_011111_011111_011111_011111
)

// AllCells is the set of the 36 cells.
const AllCells = 1<<36 - 1

// tileBase is the cell of slot 0 of each square.
var tileBase = [squares]uint8{0, 2, 4, 12, 14, 16, 24, 26, 28}

// neighbours are the squares next to each square, as a set of squares.
var neighbours = [squares]uint16{
	1<<1 | 1<<3, 1<<0 | 1<<2 | 1<<4, 1<<1 | 1<<5,
	1<<0 | 1<<4 | 1<<6, 1<<1 | 1<<3 | 1<<5 | 1<<7, 1<<2 | 1<<4 | 1<<8,
	1<<3 | 1<<7, 1<<4 | 1<<6 | 1<<8, 1<<5 | 1<<7,
}

// TileCells returns the set of the four cells of a square.
func TileCells(square uint8) uint64 { return tileShape << tileBase[square] }

// CellAt returns the cell of a slot of a square.
func CellAt(square, slot int) uint8 {
	return tileBase[square] + uint8(slot/2*gridSize+slot%2)
}

// squareSlot is the inverse of CellAt.
func squareSlot(cell uint8) (square, slot int) {
	row, col := int(cell)/gridSize, int(cell)%gridSize
	return row/2*3 + col/2, row%2*2 + col%2
}

// HasBlock says whether a set of cells contains a 2×2 block.
func HasBlock(cells uint64) bool { return Windows(cells) != 0 }

// Windows returns the top left cells of the 2×2 windows inside the set.
func Windows(cells uint64) uint64 {
	pairs := cells & (cells >> 1) & pairCells
	return pairs & (pairs >> gridSize)
}

// SlideCells moves the cells of one square to the hole, which must hold none.
func SlideCells(cells uint64, square, hole uint8) uint64 {
	moved := cells & TileCells(square)
	return cells ^ moved | moved>>tileBase[square]<<tileBase[hole]
}
