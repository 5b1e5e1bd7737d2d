package square4

import "math/bits"

// The searches look for wins by operations on whole sets of cells. A set in
// which a tile has been slid has its own frame: the same marble on the same
// tile stands for another bit. SlideCells goes from a frame to the next, and
// SlideCells with the two squares exchanged goes back.

// Neighbours is the set of squares next to a square, bit n for square n.
func Neighbours(square uint8) uint16 { return neighbours[square] }

// Completing is the set of cells any one of which would complete a 2×2 block
// with three cells of the set. They may be occupied by the other side.
func Completing(cells uint64) uint64 {
	upper := cells & (cells >> 1) & pairCells // pairs that may be the upper row
	lower := upper >> gridSize                // pairs that may be the lower row
	return ((upper&(cells>>gridSize))<<(gridSize+1) |
		(upper&(cells>>(gridSize+1)))<<gridSize |
		(lower&cells)<<1 |
		lower&(cells>>1)) &^ cells
}

// WindowCells is the union of the windows with the given top left cells.
func WindowCells(corners uint64) uint64 {
	rows := corners | corners<<1
	return rows | rows<<gridSize
}

// Counts sorts the 2×2 windows inside usable by how many of their cells are in
// own, a subset of usable: one for exactly one, two for exactly two, three for
// three or more. Windows are given by their top left cells.
func Counts(own, usable uint64) (one, two, three uint64) {
	inside := Windows(usable)
	a, b, c, d := own, own>>1, own>>gridSize, own>>(gridSize+1)
	// Add four bits a window: ab and cd are sums of rows with carries.
	sumAB, carryAB := a^b, a&b
	sumCD, carryCD := c^d, c&d
	low := sumAB ^ sumCD
	carry := sumAB & sumCD
	high := carryAB ^ carryCD ^ carry
	four := carryAB & carryCD
	return inside & low &^ high, inside & high &^ low, inside & (high&low | four)
}

// WinsNow says whether the side to move, in a state that is not over, has a
// turn that wins at once.
func (s *State) WinsNow() bool {
	own, other := s.Marbles[s.Side], s.Marbles[s.Side^1]
	places := !s.Moving()
	if places && Completing(own)&s.Empty() != 0 {
		return true
	}
	for slides := s.Slides(); slides != 0; slides &= slides - 1 {
		square := uint8(bits.TrailingZeros16(slides))
		o, x := SlideCells(own, square, s.Hole), SlideCells(other, square, s.Hole)
		if HasBlock(x) {
			continue
		}
		if HasBlock(o) || places && Completing(o)&^(x|TileCells(square)) != 0 {
			return true
		}
	}
	return false
}
