package check

import (
	"fmt"
	"strings"
)

const (
	red   = 'R'
	blue  = 'B'
	empty = '.'
	none  = '#' // a slot of the hole
)

// slot is a place of the 6×6 grid.
type slot struct{ row, col int }

// at returns the slot with a number 0..3 of a square 0..8.
func at(square, number int) slot {
	return slot{square/3*2 + number/2, square%3*2 + number%2}
}

func (s slot) square() int { return s.row/2*3 + s.col/2 }
func (s slot) number() int { return s.row%2*2 + s.col%2 }

// slots are all slots by square and number.
var slots = func() (all [36]slot) {
	for i := range all {
		all[i] = at(i/4, i%4)
	}
	return all
}()

// neighbours are the squares up, down, left and right of each.
var neighbours = [9][]int{{1, 3}, {0, 2, 4}, {1, 5}, {0, 4, 6}, {1, 3, 5, 7}, {2, 4, 8}, {3, 7}, {4, 6, 8}, {5, 7}}

// board is a grid of marbles and the hole.
type board struct {
	grid [6][6]byte
	hole int
}

// newBoard is an empty board with the hole at a square.
func newBoard(hole int) board {
	b := board{hole: hole}
	for _, s := range slots {
		b.put(s, empty)
		if s.square() == hole {
			b.put(s, none)
		}
	}
	return b
}

// get returns what lies on a slot.
func (b *board) get(s slot) byte { return b.grid[s.row][s.col] }

// put places a marble on a slot.
func (b *board) put(s slot, colour byte) { b.grid[s.row][s.col] = colour }

// slide moves a square into the hole, with what lies on it.
func (b *board) slide(square int) {
	for number := range 4 {
		from, to := at(square, number), at(b.hole, number)
		b.put(to, b.get(from))
		b.put(from, none)
	}
	b.hole = square
}

// afterSlide is where a slot's marble lies after a square has slid.
func (b *board) afterSlide(s slot, square int) slot {
	if s.square() == square {
		return at(b.hole, s.number())
	}
	return s
}

// hasBlock says whether four marbles of a colour make a 2×2 block.
func (b *board) hasBlock(colour byte) bool {
	for row := range 5 {
		for col := range 5 {
			if b.grid[row][col] == colour && b.grid[row][col+1] == colour &&
				b.grid[row+1][col] == colour && b.grid[row+1][col+1] == colour {
				return true
			}
		}
	}
	return false
}

// count is the number of marbles of a colour.
func (b *board) count(colour byte) int {
	n := 0
	for _, s := range slots {
		if b.get(s) == colour {
			n++
		}
	}
	return n
}

// What ending says besides red and blue.
const (
	goesOn     byte = 0
	bothBlocks byte = '='
)

// ending says how the blocks on the board end the game: by a win of red or
// blue, by bothBlocks, or not at all.
func (b *board) ending() byte {
	switch r, bl := b.hasBlock(red), b.hasBlock(blue); {
	case r && bl:
		return bothBlocks
	case r:
		return red
	case bl:
		return blue
	}
	return goesOn
}

// other is the other colour.
func other(colour byte) byte {
	if colour == red {
		return blue
	}
	return red
}

// String writes the board row by row.
func (b board) String() string {
	var rows []string
	for _, row := range b.grid {
		rows = append(rows, string(row[:]))
	}
	return strings.Join(rows, "/")
}

// String writes a slot as the game does.
func (s slot) String() string { return fmt.Sprintf("%d.%d", s.square(), s.number()) }

// String writes a turn as the game does.
func (t turn) String() string { return fmt.Sprintf("%vs%d", t.place, t.slide) }
