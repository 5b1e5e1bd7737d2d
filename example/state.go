package example

import "math/bits"

// state is a position for searches: the marks of Cross and of Nought as sets
// of cells, bit 0 being a1, bit 1 b1. Who is to move follows from their number.
type state struct{ marks [2]uint64 }

// side is 0 when Cross is to move and 1 when Nought is.
func (s state) side() int { return bits.OnesCount64(s.marks[0]|s.marks[1]) % 2 }

// play returns the state after a mark of the side to move.
func (s state) play(cell int) state {
	s.marks[s.side()] |= 1 << cell
	return s
}

// board is what a size and a row mean. It is made once a game and never
// changed.
type board struct {
	size, row int
	all       uint64   // every cell
	lines     []uint64 // the rows that win
}

func newBoard(size, row int) *board {
	b := &board{size: size, row: row, all: ^uint64(0) >> (64 - size*size)}
	for y := range size {
		for x := range size {
			for _, step := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
				if line := b.line(x, y, step[0], step[1]); line != 0 {
					b.lines = append(b.lines, line)
				}
			}
		}
	}
	return b
}

// line is the row that starts at a cell and goes in a direction, or 0 where it
// leaves the board.
func (b *board) line(x, y, dx, dy int) (line uint64) {
	endX, endY := x+(b.row-1)*dx, y+(b.row-1)*dy
	if endX < 0 || endX >= b.size || endY >= b.size {
		return 0
	}
	for i := range b.row {
		line |= 1 << ((y+i*dy)*b.size + x + i*dx)
	}
	return line
}

// won is the union of the rows that the marks fill, 0 for none.
func (b *board) won(marks uint64) (cells uint64) {
	for _, line := range b.lines {
		if marks&line == line {
			cells |= line
		}
	}
	return cells
}

// empty is the set of cells without a mark.
func (b *board) empty(s state) uint64 { return b.all &^ (s.marks[0] | s.marks[1]) }
