package square4

import "quadrille/engine"

// TransformCells applies a symmetry (see engine.Symmetries) to a set of cells.
func TransformCells(cells uint64, sym uint8) uint64 {
	if sym&1 != 0 {
		cells = mirrorColumns(cells)
	}
	if sym&2 != 0 {
		cells = mirrorRows(cells)
	}
	if sym&4 != 0 {
		cells = transpose(cells)
	}
	return cells
}

// TransformSquare applies a symmetry to a square; NoSquare stays.
func TransformSquare(square, sym uint8) uint8 {
	if square == NoSquare {
		return NoSquare
	}
	return engine.TransformCell(square, 3, sym)
}

// TransformCell applies a symmetry to a cell; NoCell stays.
func TransformCell(cell, sym uint8) uint8 {
	if cell == NoCell {
		return NoCell
	}
	return engine.TransformCell(cell, gridSize, sym)
}

// Transform applies a symmetry to a state.
func (s State) Transform(sym uint8) State {
	s.Marbles[0] = TransformCells(s.Marbles[0], sym)
	s.Marbles[1] = TransformCells(s.Marbles[1], sym)
	s.Hole = TransformSquare(s.Hole, sym)
	s.Barred = TransformSquare(s.Barred, sym)
	return s
}

// Transform applies a symmetry to a turn.
func (t Turn) Transform(sym uint8) Turn {
	return NewTurn(TransformCell(t.Place(), sym), TransformSquare(t.Slide(), sym))
}

// mirrorColumns reverses every row of six bits.
func mirrorColumns(x uint64) uint64 {
	const (
		outer = 0b100000_100000_100000_100000_100000_100000
		next  = 0b010000_010000_010000_010000_010000_010000
		inner = 0b001000_001000_001000_001000_001000_001000
	)
	return x&outer>>5 | x&next>>3 | x&inner>>1 |
		x&(inner>>1)<<1 | x&(next>>3)<<3 | x&(outer>>5)<<5
}

// mirrorRows reverses the order of the six rows.
func mirrorRows(x uint64) uint64 {
	const row = 0b111111
	return x>>30&row | x>>18&(row<<6) | x>>6&(row<<12) |
		x<<6&(row<<18) | x<<18&(row<<24) | x<<30&(row<<30)
}

// transpose exchanges rows and columns: the cells above the diagonal by d
// columns move down by d rows, those below it move up.
func transpose(x uint64) uint64 {
	const d0 = 1 | 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35
	const (
		up1   = 1<<1 | 1<<8 | 1<<15 | 1<<22 | 1<<29
		up2   = 1<<2 | 1<<9 | 1<<16 | 1<<23
		up3   = 1<<3 | 1<<10 | 1<<17
		up4   = 1<<4 | 1<<11
		up5   = 1 << 5
		shift = gridSize - 1
	)
	return x&d0 |
		x&up1<<shift | x>>shift&up1 |
		x&up2<<(2*shift) | x>>(2*shift)&up2 |
		x&up3<<(3*shift) | x>>(3*shift)&up3 |
		x&up4<<(4*shift) | x>>(4*shift)&up4 |
		x&up5<<(5*shift) | x>>(5*shift)&up5
}
