package square4bot

import (
	"math/bits"
	"slices"

	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

// phases decides positions of movement phases with slideback=false, one phase
// after the other as a search meets them. Positions that differ in how the tiles
// lie have one table, so that all slides of all turns that put the marbles into
// the same slots of the same tiles share it.
type phases struct {
	orders *orderTable
	tables map[contents]*movementTable
	most   int // tables that are kept
	solved int // tables made so far
}

// newPhases knows no phase yet, and keeps so many tables at most.
func newPhases(orders *orderTable, most int) *phases {
	return &phases{orders: orders, tables: map[contents]*movementTable{}, most: most}
}

// contents is what lies on the eight tiles, sorted: a tile's four slots of Red
// are the lower half of its byte, those of Blue the upper.
type contents [tiles]uint8

// tileContents describes a state.
func tileContents(s *square4.State) (c contents) {
	red, blue := tileCells(s.Marbles[0], s.Hole), tileCells(s.Marbles[1], s.Hole)
	for i := range c {
		c[i] = slotsOf(red[i]) | slotsOf(blue[i])<<4
	}
	slices.Sort(c[:])
	return c
}

// slotsOf puts the cells of square 0 into four bits.
func slotsOf(cells uint64) uint8 { return uint8(cells&3 | cells>>4&12) }

// wins says whether a side wins a state, in which both sides only slide, that is
// not over and that a slide led to.
//
// First the other side's marbles are taken away. Without them the side has all
// the wins that it has now, and maybe more, since they can only end the game
// against it: a slide is allowed or not whatever lies on the tiles. There are few
// such tables, and often they say no. Where they say yes, the way to win that they
// know mostly leads past the other side's blocks. Only where it does not, the
// phase is solved with all that lies there.
func (p *phases) wins(s *square4.State, side uint8) bool {
	alone := *s
	alone.Marbles[side^1] = 0
	m, a := p.table(&alone)
	if m.worth(a, &alone, side) <= 0 {
		return false
	}
	if m.leads(a, s, side) {
		return true
	}
	m, a = p.table(s)
	return m.worth(a, s, side) > 0
}

// table returns the table of a state's phase and its arrangement there.
func (p *phases) table(s *square4.State) (*movementTable, arrangement) {
	key := tileContents(s)
	if m := p.tables[key]; m != nil {
		if a, known := m.find(s); known {
			return m, a
		} // else it has the other half of the orders
	}
	if len(p.tables) >= p.most {
		clear(p.tables)
	}
	p.solved++
	m := solveMovement(p.orders, *s, nil)
	p.tables[key] = m
	return m, uint32(s.Hole) * orders
}

// worth is the value of a state, whose arrangement is given, for a side.
func (m *movementTable) worth(a arrangement, s *square4.State, side uint8) int {
	v := m.value(m.index(a, placeIn(square4.Neighbours(s.Hole), s.Barred)))
	if s.Side != side {
		return -v
	}
	return v
}

// leads says whether a side that slides as the table says, which knows less of
// what lies on the tiles, wins a state that is not over whatever the other does.
func (m *movementTable) leads(a arrangement, s *square4.State, side uint8) bool {
	slides := s.Slides()
	if s.Side == side {
		slides = 1 << m.quickest(a, s)
	}
	for ; slides != 0; slides &= slides - 1 {
		square := uint8(bits.TrailingZeros16(slides))
		next := s.Slid(square)
		if v, over := overNow(&next); over {
			if v == 0 || (v > 0) != (next.Side == side) {
				return false
			}
			continue
		}
		if after := m.orders.slide(a, square); !m.leads(after, &next, side) {
			return false
		}
	}
	return true
}

// quickest is the slide that wins soonest by the table.
func (m *movementTable) quickest(a arrangement, s *square4.State) (best uint8) {
	least := alphabeta.Win + 1
	for slides := s.Slides(); slides != 0; slides &= slides - 1 {
		square := uint8(bits.TrailingZeros16(slides))
		if v := m.after(a, s, square); v < least {
			best, least = square, v
		}
	}
	return best
}
