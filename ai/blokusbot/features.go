package blokusbot

import (
	"math/bits"

	"quadrille/engine/blokus"
)

// boardRows is the number of rows of the larger board; cells are numbered
// boardRows*row + column on both.
const boardRows = 20

type rowSets = [boardRows]uint32

// view is what the features of the placements of one side need of a state.
type view struct {
	own  rowSets // growth corners of the side to move
	free rowSets // cells it may cover
	// rivals are the growth corners of each colour of others that is not out; n is
	// their number.
	rivals [3]rowSets
	n      int
	size   int
	placed int // pieces of the side on the board
}

// prepare fills in a view of the side to move.
func (v *view) prepare(s *blokus.State) {
	side := s.Side()
	v.own, v.free, v.size = s.Corners(side), s.Free(side), s.Size()
	v.placed = s.Placed(side)
	v.n = 0
	friends := s.Friends(side)
	for colour := range s.Colours() {
		if friends>>colour&1 == 0 && !s.Out(colour) {
			v.rivals[v.n] = s.Corners(colour)
			v.n++
		}
	}
}

// weights say how good the features of a placement are, for the order in which
// the exact search tries them. The tree search has those of internal/prior.
type weights struct {
	square  int // of the piece, each
	corner  int // growth corner that it opens, each
	used    int // own growth corner that it covers, each
	block   int // growth corner of another colour that it covers, each
	centre  int // half cell from the middle of the board, by row or column, in the opening
	opening int // pieces of a colour that are its opening
}

func standardWeights() weights {
	return weights{square: 200, corner: 50, used: 10, block: 90, centre: -10, opening: 5}
}

// rate returns the weighted sum of the features of a placement.
func (w *weights) rate(shapes *[blokus.Orientations]blokus.Shape, v *view, m blokus.Placement) int {
	s := &shapes[m/blokus.Cells]
	row, col := int(m)%blokus.Cells/boardRows, int(m)%boardRows
	opened, used, blocked := 0, 0, 0
	for i := range int(s.Height) {
		cells := s.Rows[i] << (col & 31)
		used += bits.OnesCount32(cells & v.own[row+i])
		for r := range v.n {
			blocked += bits.OnesCount32(cells & v.rivals[r][row+i])
		}
	}
	for i := range int(s.Height) + 2 {
		if r := row + i - 1; uint(r) < uint(v.size) {
			corners := s.Corners[i] << (col & 31) >> 1
			opened += bits.OnesCount32(corners & v.free[r] &^ v.own[r])
		}
	}
	sum := w.square*int(s.Size) + w.corner*opened + w.used*used + w.block*blocked
	if v.placed < w.opening {
		sum += w.centre * v.offCentre(s, row, col)
	}
	return sum
}

// offCentre is how far the middle of a placement lies from the middle of the
// board, in half cells by row and column.
func (v *view) offCentre(s *blokus.Shape, row, col int) int {
	return abs(2*row+int(s.Height)-1-(v.size-1)) + abs(2*col+int(s.Width)-1-(v.size-1))
}

func abs(n int) int { return max(n, -n) }
