package teeko

import (
	"math/bits"

	"quadrille/engine"
)

// imageTable has the image of each cell under each symmetry of a board (see
// engine.Symmetries). NoCell stays.
type imageTable [engine.Symmetries][NoCell + 1]uint8

func newImageTable(size uint8) (t imageTable) {
	for sym := range t {
		t[sym][NoCell] = NoCell
		for cell := range size * size {
			t[sym][cell] = engine.TransformCell(cell, size, uint8(sym))
		}
	}
	return t
}

// TransformCells applies a symmetry to a set of cells.
func (b Board) TransformCells(cells uint32, sym uint8) uint32 {
	images, set := &geometries[b].images[sym], uint32(0)
	for ; cells != 0; cells &= cells - 1 {
		set |= 1 << images[bits.TrailingZeros32(cells)]
	}
	return set
}

// TransformTurn applies a symmetry to a turn.
func (b Board) TransformTurn(t Turn, sym uint8) Turn {
	images := &geometries[b].images[sym]
	return NewMove(images[t.From()], images[t.To()])
}

// Transform applies a symmetry to a state.
func (s State) Transform(sym uint8) State {
	for side, marks := range s.Marks {
		s.Marks[side] = s.Board.TransformCells(marks, sym)
	}
	return s
}
