package square4bot

import (
	"math/bits"

	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

// frame is the board after one of the slides of the side to move, before the
// marble of that turn: own and other are sets of cells in this new frame.
type frame struct {
	square     uint8 // that slid, now the hole
	own, other uint64
	// safe are the cells, in the frame before the slide, on which a marble
	// placed before the slide leaves the other side without a win at once. For
	// a side that only slides it is all cells or none.
	safe uint64
}

// analysis is what bit operations tell about a state that is not decided.
type analysis struct {
	frames [4]frame
	n      int
	empty  uint64 // cells open to a placement
	places bool   // the side to move places before it slides
}

// analyse values a state if it is over, in the movement phase, or decided
// within two plies; else it fills in the analysis.
func (g rules) analyse(s *square4.State, a *analysis) (value int, known bool) {
	if v, over := overNow(s); over {
		return v, true
	}
	moving := s.Moving()
	otherMoving := s.Placed(int(s.Side^1)) >= int(s.Pieces)
	switch {
	case moving && g.oneIsRepetition:
		return 0, true
	case moving && otherMoving:
		return movementLeaf(s)
	}
	if s.WinsNow() {
		return alphabeta.Win - 1, true
	}
	a.places, a.empty = !moving, s.Empty()
	return g.findSafe(s, a, otherMoving)
}

// findSafe fills in the frames. When no turn is safe the state is lost: in two
// plies, or in one if every slide completes a block of the other side.
func (g rules) findSafe(s *square4.State, a *analysis, otherMoving bool) (value int, known bool) {
	own, other := s.Marbles[s.Side], s.Marbles[s.Side^1]
	lost, any := -alphabeta.Win+1, uint64(0)
	a.n = 0
	for slides := s.Slides(); slides != 0; slides &= slides - 1 {
		f := &a.frames[a.n]
		a.n++
		f.square = uint8(bits.TrailingZeros16(slides))
		f.own = square4.SlideCells(own, f.square, s.Hole)
		f.other = square4.SlideCells(other, f.square, s.Hole)
		f.safe = 0
		if square4.HasBlock(f.other) {
			f.safe = f.mustDraw(s.Hole, a.places)
		} else {
			lost = -alphabeta.Win + 2
			f.safe = square4.AllCells
			if !otherMoving || !g.oneIsRepetition {
				f.safe = square4.SlideCells(f.mustHold(s, a.places, !otherMoving), s.Hole, f.square)
			}
		}
		if a.places {
			f.safe &= a.empty
		}
		any |= f.safe
	}
	return lost, any == 0
}

// safeTurns counts the turns after which the other side does not win at once.
func (a *analysis) safeTurns() (n int) {
	for i := range a.n {
		if safe := a.frames[i].safe; a.places {
			n += bits.OnesCount64(safe)
		} else if safe != 0 {
			n++
		}
	}
	return n
}

// mustDraw returns the cells, in the frame before the slide, on which the marble
// must lie so that a slide that gives the other side a block is a draw.
func (f *frame) mustDraw(hole uint8, places bool) uint64 {
	switch {
	case square4.HasBlock(f.own):
		return square4.AllCells
	case places:
		return square4.SlideCells(square4.Completing(f.own)&^(f.other|square4.TileCells(f.square)), hole, f.square)
	}
	return 0
}

// mustHold returns the cells, in the frame after the slide, on which the
// marble placed this turn must lie so that the other side cannot win at once.
// A marble prevents a win by lying where the other side would complete its
// block, or by being the fourth of a block that the other's slide completes
// too, which makes a draw.
func (f *frame) mustHold(s *square4.State, places, otherPlaces bool) uint64 {
	hold := uint64(square4.AllCells)
	free := square4.AllCells &^ (f.own | f.other | square4.TileCells(f.square))
	if otherPlaces {
		hold = holdAgainst(square4.Completing(f.other)&free, 0, places)
	}
	slides := square4.Neighbours(f.square)
	if s.NoBack {
		slides &^= 1 << s.Hole
	}
	for ; slides != 0 && hold != 0; slides &= slides - 1 {
		square := uint8(bits.TrailingZeros16(slides))
		other := square4.SlideCells(f.other, square, f.square)
		own := square4.SlideCells(f.own, square, f.square)
		if square4.HasBlock(own) {
			continue // the other side cannot win by this slide
		}
		ways := uint64(0)
		full := square4.HasBlock(other)
		if !full && otherPlaces {
			ways = square4.Completing(other) &^ (own | square4.TileCells(square))
		}
		if !full && ways == 0 {
			continue
		}
		var must uint64
		if places {
			must = square4.Completing(own) &^ (other | square4.TileCells(square))
		}
		if !full {
			must = holdAgainst(ways, must, places)
		}
		hold &= square4.SlideCells(must, f.square, square)
	}
	return hold
}

// holdAgainst returns the cells that answer all of the ways to win: the way
// itself if there is only one, and the answers that hold against any.
func holdAgainst(ways, always uint64, places bool) uint64 {
	switch {
	case ways == 0:
		return square4.AllCells
	case !places:
		return 0
	case ways&(ways-1) == 0:
		return ways | always
	}
	return always
}
