package square4bot

import (
	"math/bits"

	"quadrille/engine/square4"
)

// attackTwo says whether the side to move, which has a marble to place but no
// turn that wins at once, wins within two turns.
func (m *mateSearch) attackTwo(s *square4.State) bool {
	empty := s.Empty()
	for slides := s.Slides(); slides != 0; slides &= slides - 1 {
		square := uint8(bits.TrailingZeros16(slides))
		for cells := candidates(s, square) & empty; cells != 0; cells &= cells - 1 {
			next := s.Play(square4.NewTurn(uint8(bits.TrailingZeros64(cells)), square))
			if m.Defend(&next, 1) {
				return true
			}
		}
	}
	return false
}

// candidates returns the cells, in the frame before the slide, on which a
// marble placed before the given slide may win within two turns. All others
// cannot: for each slide of the other side there must then be two ways to
// complete a block, since one marble blocks one; or one if the other side has
// no marble left; or a block that a slide of ours completes without a marble;
// or the other side's own slide must complete one.
func candidates(s *square4.State, square uint8) uint64 {
	side := s.Side
	left := int(s.Pieces) - s.Placed(int(side))
	defends := s.Placed(int(side^1)) < int(s.Pieces)
	own := square4.SlideCells(s.Marbles[side], square, s.Hole)
	other := square4.SlideCells(s.Marbles[side^1], square, s.Hole)
	if square4.HasBlock(other) {
		return 0
	}
	slides := square4.Neighbours(square)
	if s.NoBack {
		slides &^= 1 << s.Hole
	}
	cells := uint64(square4.AllCells)
	for ; slides != 0 && cells != 0; slides &= slides - 1 {
		reply := uint8(bits.TrailingZeros16(slides))
		own := square4.SlideCells(own, reply, square)
		other := square4.SlideCells(other, reply, square)
		if square4.HasBlock(other) {
			return 0
		}
		if square4.HasBlock(own) {
			continue
		}
		bar := uint8(square4.NoSquare)
		if s.NoBack {
			bar = square
		}
		found := waysAfter(own, other, reply, bar, left >= 2, defends)
		cells &= square4.SlideCells(found, square, reply)
	}
	return square4.SlideCells(cells, s.Hole, square)
}

// waysAfter returns the cells on which one more marble of own gives it, to
// move with the hole as given, ways enough to win at once. places says that it
// will also have a marble for that turn, defends that the other side may put a
// marble in the way.
func waysAfter(own, other uint64, hole, bar uint8, places, defends bool) uint64 {
	var complete, once, twice uint64 // cells that complete a block now; that do with one more marble
	for squares := square4.Neighbours(hole)&^(1<<bar) | 1<<hole; squares != 0; squares &= squares - 1 {
		square := uint8(bits.TrailingZeros16(squares)) // that slides; the hole stands for none
		o, x := square4.SlideCells(own, square, hole), square4.SlideCells(other, square, hole)
		if square4.HasBlock(x) {
			continue
		}
		if square4.HasBlock(o) {
			return square4.AllCells
		}
		usable := square4.AllCells &^ (x | square4.TileCells(square))
		complete |= square4.SlideCells(square4.Completing(o)&usable, hole, square)
		if _, two, _ := square4.Counts(o, usable); places && two != 0 {
			var a, b uint64
			tally(two, &a, &b)
			a, b = square4.SlideCells(a, hole, square), square4.SlideCells(b, hole, square)
			twice |= b | once&a
			once |= a
		}
	}
	n := 0
	if places {
		n = bits.OnesCount64(complete)
	}
	if !defends {
		n++
	}
	switch n {
	case 0:
		return complete | twice
	case 1:
		return complete | once
	}
	return square4.AllCells
}

// tally adds the cells of the windows with the given top left cells to those
// that lie in at least one and in at least two. They may include cells that
// are taken.
func tally(corners uint64, once, twice *uint64) {
	for _, shift := range [...]uint{0, 1, 6, 7} {
		*twice |= *once & (corners << shift)
		*once |= corners << shift
	}
}
