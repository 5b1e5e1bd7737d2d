package square4bot

import (
	"math/bits"

	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

// movementTable holds the value of every position of one movement phase:
// every arrangement of the tiles and which square is barred. Who is to move goes
// by where the hole is, since every slide takes it from a corner or the centre to the
// middle of a side, or back. The table is filled backwards from the decided positions (retrograde analysis, Ströhlein
// 1970): a position is a win if a slide leads to a lost one, and a loss when
// all lead to won ones.
type movementTable struct {
	orders *orderTable
	root   square4.State
	bars   uint32 // barred squares told apart: 1 with slideback, else 4
	// values are 0 for a draw, n+1 for a win in n plies, -(n+1) for a loss.
	values  []int8
	pending []uint8 // slides not yet known to lose
	queue   []uint32
	cells   [2][tiles]uint64
}

const (
	// decidedDraw marks draws that no slide follows.
	decidedDraw = -128
	// longest bounds the plies to a forced end that a value can hold.
	longest = 120
)

// solveMovement values all positions that slides lead to from root, in which
// both sides have placed everything. Positions for which drawn says so are
// draws, since they have been seen often enough.
func solveMovement(t *orderTable, root square4.State, drawn map[square4.State]bool) *movementTable {
	m := &movementTable{orders: t, root: root, bars: 1}
	if root.NoBack {
		m.bars = 4
	}
	m.values = make([]int8, arrangements*m.bars)
	m.pending = make([]uint8, len(m.values))
	for side := range m.cells {
		m.cells[side] = tileCells(root.Marbles[side], root.Hole)
	}
	for a := range arrangement(arrangements) {
		m.enter(a, drawn)
	}
	for i := 0; i < len(m.queue); i++ {
		m.propagate(m.queue[i])
	}
	m.pending, m.queue = nil, nil
	return m
}

// index numbers the positions of an arrangement; bar counts the neighbours of
// the hole.
func (m *movementTable) index(a arrangement, bar uint32) uint32 { return a*m.bars + bar }

// side is who is to move with the hole at a square.
func (m *movementTable) side(hole uint8) uint8 { return (m.root.Side ^ m.root.Hole ^ hole) & 1 }

// enter sets the values of positions that are over and counts the slides of
// the others.
func (m *movementTable) enter(a arrangement, drawn map[square4.State]bool) {
	red, blue := m.orders.cells(a, &m.cells[0]), m.orders.cells(a, &m.cells[1])
	blocks := [2]bool{square4.HasBlock(red), square4.HasBlock(blue)}
	hole := uint8(a / orders)
	squares := square4.Neighbours(hole)
	side := m.side(hole)
	for bar := range m.bars {
		if int(bar) >= bits.OnesCount16(squares) {
			break
		}
		i := m.index(a, bar)
		switch mine, theirs := blocks[side], blocks[side^1]; {
		case mine && theirs:
			m.values[i] = decidedDraw
		case mine:
			m.settle(i, 1)
		case theirs:
			m.settle(i, -1)
		case len(drawn) > 0 && drawn[m.state(red, blue, hole, bar)]:
			m.values[i] = decidedDraw
		default:
			m.pending[i] = uint8(bits.OnesCount16(squares))
			if m.bars > 1 {
				m.pending[i]--
			}
		}
	}
}

// state is the position with the given cells.
func (m *movementTable) state(red, blue uint64, hole uint8, bar uint32) square4.State {
	s := m.root
	s.Marbles, s.Hole, s.Side = [2]uint64{red, blue}, hole, m.side(hole)
	if m.bars > 1 {
		s.Barred = nthSquare(square4.Neighbours(hole), bar)
	}
	return s
}

func (m *movementTable) settle(i uint32, value int8) {
	m.values[i] = value
	m.queue = append(m.queue, i)
}

// nthSquare returns the n-th square of a set, from 0.
func nthSquare(set uint16, n uint32) uint8 {
	for ; n > 0; n-- {
		set &= set - 1
	}
	return uint8(bits.TrailingZeros16(set))
}

// placeIn says how many squares of a set come before the given one.
func placeIn(set uint16, square uint8) uint32 {
	return uint32(bits.OnesCount16(set & (1<<square - 1)))
}

// propagate tells the positions from which a slide leads to the settled one.
func (m *movementTable) propagate(i uint32) {
	a := i / m.bars
	if m.values[i] >= longest || m.values[i] <= -longest {
		return
	}
	hole := uint8(a / orders)
	squares := square4.Neighbours(hole)
	if m.bars > 1 { // the barred square is where the hole was
		squares = 1 << nthSquare(squares, i%m.bars)
	}
	for ; squares != 0; squares &= squares - 1 {
		was := uint8(bits.TrailingZeros16(squares))
		before := m.orders.slide(a, was)
		if m.bars == 1 {
			m.update(m.index(before, 0), m.values[i])
			continue
		}
		around := square4.Neighbours(was)
		for n := range uint32(bits.OnesCount16(around)) {
			if n != placeIn(around, hole) { // else the slide was barred
				m.update(m.index(before, n), m.values[i])
			}
		}
	}
}

// update takes into account that a slide from position i leads to a position of
// the given value.
func (m *movementTable) update(i uint32, value int8) {
	if m.values[i] != 0 {
		return
	}
	if value < 0 {
		m.settle(i, -value+1)
		return
	}
	m.pending[i]--
	if m.pending[i] == 0 {
		m.settle(i, -value-1)
	}
}

// find returns the arrangement of a state, and whether slides lead to it from
// the root of the table. Tiles that look the same may stand for each other.
func (m *movementTable) find(s *square4.State) (arrangement, bool) {
	if s.Pieces != m.root.Pieces || s.NoBack != m.root.NoBack || s.Side != m.side(s.Hole) {
		return 0, false
	}
	red, blue := tileCells(s.Marbles[0], s.Hole), tileCells(s.Marbles[1], s.Hole)
	var order [tiles]uint8
	taken := 0
	for i := range order {
		tile := 0
		for tile < tiles && (taken>>tile&1 != 0 || m.cells[0][tile] != red[i] || m.cells[1][tile] != blue[i]) {
			tile++
		}
		if tile == tiles {
			return 0, false
		}
		taken |= 1 << tile
		order[i] = uint8(tile)
	}
	for i := range order {
		for j := range i + 1 { // j == i leaves the order as it is
			tried := order
			tried[i], tried[j] = tried[j], tried[i]
			a := uint32(s.Hole)*orders + uint32(rank(&tried))
			if m.orders.cells(a, &m.cells[0]) == s.Marbles[0] && m.orders.cells(a, &m.cells[1]) == s.Marbles[1] {
				return a, true
			}
		}
	}
	return 0, false
}

// after returns the value of the position after a slide, from the view of the
// side then to move. The arrangement before the slide is that of the state.
func (m *movementTable) after(a arrangement, s *square4.State, square uint8) int {
	bar := uint32(0)
	if m.bars > 1 {
		bar = placeIn(square4.Neighbours(square), s.Hole)
	}
	return m.value(m.index(m.orders.slide(a, square), bar))
}

// value translates a value of the table into one of the search.
func (m *movementTable) value(i uint32) int {
	switch v := int(m.values[i]); {
	case v == decidedDraw:
		return 0
	case v > 0:
		return alphabeta.Win - (v - 1)
	case v < 0:
		return -alphabeta.Win + (-v - 1)
	}
	return 0
}
