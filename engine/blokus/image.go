package blokus

import (
	"math/bits"

	"quadrille/engine"
)

// FoldedHash returns a 64-bit key of the board as the side to move sees it, which
// is the same for positions that are images of each other under the symmetries of
// the square, with the colours taken in their order from the side to move on. The
// rules of the end of the game and of the scores do not bear on it. A position and
// its image have the same future, since the starting points that a colour may still
// use belong to the board.
func (s *State) FoldedHash() uint64 {
	boards := make([]board, 0, 8)
	rest := uint64(s.size)<<8 | uint64(s.colours)<<16 | uint64(s.seats)<<24
	if s.junior {
		rest |= 1
	}
	for i := range int(s.colours) {
		c := (int(s.side) + i) % int(s.colours)
		boards = append(boards, s.Free(c), s.Corners(c))
		rest = engine.Mix(rest ^ uint64(s.left[c])<<21 ^ uint64(s.spare[c]) ^ uint64(s.out>>c&1)<<63)
	}
	least := ^uint64(0)
	for range 2 {
		for range 4 {
			least = min(least, hashOf(boards, rest))
			for i := range boards {
				quarter(&boards[i], int(s.size))
			}
		}
		for i := range boards {
			transpose(&boards[i], int(s.size))
		}
	}
	return least
}

// board is a set of cells, bit n of a row for column n.
type board = [maxSize]uint32

// transpose exchanges rows and columns.
func transpose(b *board, size int) {
	var t board
	for row, cells := range b[:size] {
		for ; cells != 0; cells &= cells - 1 {
			t[bits.TrailingZeros32(cells)] |= 1 << row
		}
	}
	*b = t
}

// quarter turns the board by a quarter: it exchanges rows and columns and then the
// first column with the last, and so on.
func quarter(b *board, size int) {
	transpose(b, size)
	for row := range b[:size] {
		b[row] = bits.Reverse32(b[row]) >> (32 - size)
	}
}

func hashOf(boards []board, rest uint64) uint64 {
	h := rest
	for i := range boards {
		for row := 0; row < maxSize; row += 2 {
			h = engine.Mix(h ^ (uint64(boards[i][row])<<32 | uint64(boards[i][row+1])))
		}
	}
	return h
}
