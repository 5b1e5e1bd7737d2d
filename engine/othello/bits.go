package othello

// A set of squares is a uint64 whose bit 8*row+column stands for a square, so
// that a1 is bit 0, b1 bit 1 and h8 bit 63.

const (
	size    = 8
	squares = 64
)

// Sets of squares.
const (
	ColumnA = 0x0101010101010101
	ColumnH = ColumnA << 7
	Row1    = 0x00000000000000ff
	Row8    = Row1 << 56
	Edges   = ColumnA | ColumnH | Row1 | Row8
	Corners = (ColumnA | ColumnH) & (Row1 | Row8)
	// XSquares are diagonally inside the corners, CSquares beside them.
	XSquares = 0x0042000000004200
	CSquares = 0x4281000000008142

	// inner are the squares that are in neither the first nor the last column.
	// A disk there is the only kind that a line with a sideways component can
	// pass over.
	inner = ^uint64(ColumnA | ColumnH)
)

// ColumnToRow times a subset of column A has that column as its topmost byte,
// row 1 lowest.
const ColumnToRow = 0x0102040810204080

// Moves returns the squares where the side with the disks own may place one
// against the disks opp.
func Moves(own, opp uint64) uint64 {
	if vector {
		return movesVector(own, opp)
	}
	return movesScalar(own, opp)
}

// movesScalar is Moves for any machine. Along a row with rising columns one
// addition carries through the disks to pass over.
func movesScalar(own, opp uint64) uint64 {
	side := opp & inner
	reach := (side + side&(own<<1)) &^ side
	reach |= beyondDown(own, side, 1) |
		beyondUp(own, side, size-1) | beyondDown(own, side, size-1) |
		beyondUp(own, opp, size) | beyondDown(own, opp, size) |
		beyondUp(own, side, size+1) | beyondDown(own, side, size+1)
	return reach &^ (own | opp)
}

// beyondUp returns the squares one step beyond unbroken lines of over that
// start next to own, in the direction of a shift to the left. There are at
// most six disks to pass over: the fill covers one, two, four and six of them,
// by the doubling steps of Kogge and Stone's adder. It is short enough to be
// inlined, which makes the shifts constant.
func beyondUp(own, over uint64, shift uint) uint64 {
	run := over & (own << shift)
	run |= over & (run << shift)
	over &= over << shift
	run |= over & (run << (2 * shift))
	run |= over & (run << (2 * shift))
	return run << shift
}

// beyondDown is beyondUp in the direction of a shift to the right.
func beyondDown(own, over uint64, shift uint) uint64 {
	run := over & (own >> shift)
	run |= over & (run >> shift)
	over &= over >> shift
	run |= over & (run >> (2 * shift))
	run |= over & (run >> (2 * shift))
	return run >> shift
}

// lines are the squares that lie from a square in each direction up to the
// edge, without the square itself.
type lines struct {
	// up are the directions with rising bit numbers: right, down left, down,
	// down right. down are their opposites.
	up, down [4]uint64
}

// linesFrom never changes.
var linesFrom = newLines()

func newLines() (from [squares]lines) {
	steps := [4][2]int{{1, 0}, {-1, 1}, {0, 1}, {1, 1}} // column, row
	for square := range squares {
		for i, step := range steps {
			from[square].up[i] = line(square, step[0], step[1])
			from[square].down[i] = line(square, -step[0], -step[1])
		}
	}
	return from
}

func line(square, columns, rows int) uint64 {
	var set uint64
	column, row := square%size+columns, square/size+rows
	for column >= 0 && column < size && row >= 0 && row < size {
		set |= 1 << (row*size + column)
		column, row = column+columns, row+rows
	}
	return set
}

// Around returns the squares next to a set, diagonally too, and the set itself.
func Around(set uint64) uint64 {
	set |= set<<1&^ColumnA | set>>1&^ColumnH
	return set | set<<8 | set>>8
}

// Flips returns the disks of opp that turn over when the side with the disks
// own places one on the square, 0 to 63. It is empty when the move is not
// legal; the square must be empty.
func Flips(own, opp uint64, square uint8) uint64 {
	if vector {
		return flipsVector(own, opp, square)
	}
	return flipsScalar(own, opp, square)
}
