package blokusbot

import (
	"math/bits"

	"quadrille/engine/blokus"
)

type rowSets = [boardRows]uint32

// view is what the features of the placements of one side need of a state.
type view struct {
	own  rowSets // growth corners of the side to move
	free rowSets // cells it may cover
	// rivals are the growth corners of each other colour that is not out; n is
	// their number.
	rivals [3]rowSets
	n      int
	size   int
	placed int // pieces of the side on the board
}

// look fills in a view of the side to move.
func (v *view) look(s *blokus.State) {
	side := s.Side()
	v.own, v.free, v.size = s.Corners(side), s.Free(side), s.Size()
	v.placed = blokus.Pieces - bits.OnesCount32(s.Left(side))
	v.n = 0
	for colour := range s.Colours() {
		if colour != side && !s.Out(colour) {
			v.rivals[v.n] = s.Corners(colour)
			v.n++
		}
	}
}

// weights say how good the features of a placement are. The total is a
// logarithm of how likely the placement is to be the best, up to a constant.
type weights struct {
	square  float32 // of the piece, each
	corner  float32 // growth corner that it opens, each
	used    float32 // own growth corner that it covers, each
	block   float32 // growth corner of another colour that it covers, each
	centre  float32 // half cell from the middle of the board, by row or column, in the opening
	opening int     // pieces of a colour that are its opening
}

func standardWeights() weights {
	return weights{square: 2, corner: 0.5, used: 0.1, block: 0.9, centre: -0.1, opening: 5}
}

// rolloutWeights rate the few placements from which a playout chooses.
func rolloutWeights() weights {
	return weights{square: 1, corner: 0.25, used: -0.1, block: 0.45, centre: -0.12, opening: 5}
}

// rate returns the weighted sum of the features of a placement.
func (w *weights) rate(t *shapeTable, v *view, m blokus.Placement) float32 {
	s := &t[m/blokus.Cells]
	row, col := int(m)%blokus.Cells/boardRows, int(m)%boardRows
	opened, used, blocked := 0, 0, 0
	for i := range int(s.height) {
		cells := s.rows[i] << (col & 31)
		used += bits.OnesCount32(cells & v.own[row+i])
		for r := range v.n {
			blocked += bits.OnesCount32(cells & v.rivals[r][row+i])
		}
	}
	for i := range int(s.height) + 2 {
		if r := row + i - 1; uint(r) < uint(v.size) {
			corners := s.corners[i] << (col & 31) >> 1
			opened += bits.OnesCount32(corners & v.free[r] &^ v.own[r])
		}
	}
	sum := w.square*float32(s.size) + w.corner*float32(opened) + w.used*float32(used) + w.block*float32(blocked)
	if v.placed < w.opening {
		sum += w.centre * float32(v.offCentre(s, row, col))
	}
	return sum
}

// offCentre is how far the middle of a placement lies from the middle of the
// board, in half cells by row and column.
func (v *view) offCentre(s *shape, row, col int) int {
	return abs(2*row+int(s.midRow)-(v.size-1)) + abs(2*col+int(s.midCol)-(v.size-1))
}

func abs(n int) int { return max(n, -n) }
