package teekosolve

import (
	"math/bits"

	"quadrille/engine/teeko"
)

// allMarks is the number of marks on the board in the move phase.
const allMarks = 2 * teeko.Marks

// Table has the value of every position of a board. It is not changed any
// more, so any number of goroutines may read it.
type Table struct {
	board  teeko.Board
	layers [allMarks + 1]*layer // by marks on the board
	values [allMarks + 1][]byte
}

// newTable returns a table without values.
func newTable(b teeko.Board) *Table {
	t := &Table{board: b}
	for marks := range t.layers {
		t.layers[marks] = newLayer(b, marks)
	}
	return t
}

// Board is the board that the table is about.
func (t *Table) Board() teeko.Board { return t.board }

// Value returns the value of a state of the table's board that is in a game
// without repetition. A state with a goal of the side that moved last is lost
// in 0 plies; one with a goal of the side to move cannot be reached and counts
// as a draw.
func (t *Table) Value(s teeko.State) Value {
	marks := bits.OnesCount32(s.Marks[0] | s.Marks[1])
	first, second := s.Marks[s.Side^1], s.Marks[s.Side]
	if marks == allMarks {
		first, second = second, first
	}
	return decode(t.values[marks][t.layers[marks].place(first, second)])
}

// Counts says how often each result occurs among all placements of the marks,
// images counted, whoever is to move.
type Counts struct {
	Win, Loss, Draw int // for the side to move
	Over            int // a side has a goal already
	Longest         int // plies to the end, among won and lost positions
}

// Count counts the placements with so many marks on the board, 0 to 8.
func (t *Table) Count(marks int) Counts {
	var c Counts
	l := t.layers[marks]
	for row := range l.rows() {
		size := l.first.size(row)
		for _, b := range t.values[marks][row*l.stride : row*l.stride+l.second.count] {
			c.add(b, size)
		}
	}
	return c
}

func (c *Counts) add(b uint8, size int) {
	v := decode(b)
	switch {
	case b == impossible || b == 1:
		c.Over += size
	case v.Result == Win:
		c.Win += size
	case v.Result == Loss:
		c.Loss += size
	default:
		c.Draw += size
	}
	if b != impossible {
		c.Longest = max(c.Longest, v.Plies)
	}
}
