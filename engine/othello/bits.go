package othello

import "math/bits"

// A set of squares is a uint64 whose bit 8*row+column stands for a square, so
// that a1 is bit 0, b1 bit 1 and h8 bit 63.

const (
	size    = 8
	squares = 64
	// inner are the squares that are in neither the first nor the last column.
	// A disk there is the only kind that a line with a sideways component can
	// pass over.
	inner = 0x7e7e7e7e7e7e7e7e
)

// Moves returns the squares where the side with the disks own may place one
// against the disks opp.
func Moves(own, opp uint64) uint64 {
	side := opp & inner
	reach := beyondUp(own, side, 1) | beyondDown(own, side, 1) |
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

// Flips returns the disks of opp that turn over when the side with the disks
// own places one on the square, 0 to 63. It is empty when the move is not
// legal; the square must be empty.
//
// In each direction the first square that is not the opponent's decides. Going
// up it is the lowest bit, going down the highest; what lies nearer turns over
// if it is an own disk, and the arithmetic makes an empty set of "if not".
func Flips(own, opp uint64, square uint8) uint64 {
	l := &linesFrom[square%squares]
	return flipsUp(l.up[0], own, opp) | flipsUp(l.up[1], own, opp) |
		flipsUp(l.up[2], own, opp) | flipsUp(l.up[3], own, opp) |
		flipsDown(l.down[0], own, opp) | flipsDown(l.down[1], own, opp) |
		flipsDown(l.down[2], own, opp) | flipsDown(l.down[3], own, opp)
}

// flipsUp returns the part of the line below its first square that is not the
// opponent's, if that is an own disk.
func flipsUp(line, own, opp uint64) uint64 {
	rest := line &^ opp
	end := rest & -rest & own
	some := (end | -end) >> 63 // 1 unless end is empty
	return (end - some) & line
}

// flipsDown returns the part of the line above the first square, counted from
// the top bit, that is not the opponent's, if that is an own disk. The shift
// by 64 of an empty line gives no bit.
func flipsDown(line, own, opp uint64) uint64 {
	end := uint64(1) << 63 >> bits.LeadingZeros64(line&^opp) & own
	return -(end << 1) & line
}
