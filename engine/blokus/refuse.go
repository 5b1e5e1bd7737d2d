package blokus

import (
	"math/bits"
	"strings"

	"quadrille/engine"
)

// check refuses an illegal turn and says why and what would be right.
func (p *Position) check(m Placement) error {
	side := p.state.Side()
	name := colourNames[side]
	can := p.state.Can(side)
	switch {
	case m == Pass && can:
		return engine.Refuse(engine.ErrIllegal,
			"%s can place a piece, such as %s, and only a colour that cannot may pass", name, p.example())
	case m == Pass:
		return nil
	case !can:
		return engine.Refuse(engine.ErrIllegal, "%s cannot place anything any more and must pass: pass", name)
	}
	switch p.state.blockedBy(m) {
	case usedPiece:
		if p.state.Junior() && juniorPieces>>m.Piece()&1 == 0 {
			return engine.Refuse(engine.ErrIllegal, "junior has no %s; pieces left: %s",
				PieceName(m.Piece()), strings.Join(p.piecesLeft(side), " "))
		}
		return engine.Refuse(engine.ErrIllegal, "%s has already placed %s; pieces left: %s",
			name, PieceName(m.Piece()), strings.Join(p.piecesLeft(side), " "))
	case notFree:
		return p.refuseCell(m)
	case noCorner:
		return p.refuseCorner()
	}
	return nil
}

// example is the token of a legal placement; there must be one.
func (p *Position) example() string {
	return p.placements(p.state.Side())[0].Token(p.state.Size())
}

// refuseCell names the first cell of a placement that the side to move may not
// cover.
func (p *Position) refuseCell(m Placement) error {
	side, size := p.state.Side(), p.state.Size()
	free := p.state.Free(side)
	cells := m.AppendCells(nil)
	for _, c := range cells {
		cell := int(c)
		if owner := p.owner[cell]; owner != nobody {
			return engine.Refuse(engine.ErrIllegal, "%s overlaps %s at %s; all cells of a placement must be empty",
				m.Token(size), colourNames[owner], cellName(cell, size))
		}
	}
	for _, c := range cells {
		if cell := int(c); free[cell/maxSize]>>(cell%maxSize)&1 == 0 {
			return engine.Refuse(engine.ErrIllegal,
				"%s touches an own edge at %s, where %s lies on %s; own pieces may touch at corners only",
				m.Token(size), cellName(cell, size), colourNames[side], cellName(p.ownNeighbour(cell), size))
		}
	}
	panic("blokus: no cell of " + m.Token(size) + " is in the way")
}

// ownNeighbour returns a cell of the side to move that shares an edge with the
// cell.
func (p *Position) ownNeighbour(cell int) int {
	side, size := uint8(p.state.Side()), p.state.Size()
	for _, n := range neighbours(cell, size) {
		if p.owner[n] == side {
			return n
		}
	}
	return cell
}

// neighbours returns the cells that share an edge with the cell.
func neighbours(cell, size int) []int {
	var near []int
	row, col := cell/maxSize, cell%maxSize
	if row > 0 {
		near = append(near, cell-maxSize)
	}
	if col > 0 {
		near = append(near, cell-1)
	}
	if col < size-1 {
		near = append(near, cell+1)
	}
	if row < size-1 {
		near = append(near, cell+maxSize)
	}
	return near
}

// refuseCorner says which cells the side to move must touch.
func (p *Position) refuseCorner() error {
	side := p.state.Side()
	corners := strings.Join(p.cornerNames(side), " ")
	if p.state.Placed(side) == 0 {
		return engine.Refuse(engine.ErrIllegal, "the first piece of %s must cover a corner: %s", colourNames[side], corners)
	}
	return engine.Refuse(engine.ErrIllegal, "the placement touches no own corner; it must cover one of: %s", corners)
}

// cornerNames returns the growth corners of a colour, from the top left.
func (p *Position) cornerNames(colour int) []string {
	var names []string
	for row, set := range p.state.Corners(colour) {
		for ; set != 0; set &= set - 1 {
			names = append(names, cellName(row*maxSize+bits.TrailingZeros32(set), p.state.Size()))
		}
	}
	return names
}
