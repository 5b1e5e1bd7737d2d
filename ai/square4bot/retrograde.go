package square4bot

import (
	"math/bits"

	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

// phase is a movement phase: all positions that slides lead to from one. Who is to move
// goes by where the hole is, since every slide takes it from a corner or the centre to
// the middle of a side, or back.
type phase struct {
	orders *tileOrders
	// kinds are what the tiles of each kind carry, the most frequent kind first, of
	// equally many the least: slots of Red in the lower half of a byte, those of Blue in
	// the upper. If all tiles differ the last two are exchanged where that makes the
	// orders even.
	kinds    [tiles]uint8
	evenSide uint8 // who is to move with the hole in a corner or the centre
	noBack   bool
}

// slotsOf puts the cells of square 0 into four bits.
func slotsOf(cells uint64) uint8 { return uint8(cells&3 | cells>>4&12) }

// phaseOf is the phase of a state, and the place of the state's order.
func phaseOf(s *square4.State) (p phase, place uint16) {
	red, blue := tileCells(s.Marbles[0], s.Hole), tileCells(s.Marbles[1], s.Hole)
	var carried, kind [tiles]uint8 // by place
	var counts kindCounts
	n := 0
	for i := range carried {
		carried[i] = slotsOf(red[i]) | slotsOf(blue[i])<<4
		k := 0
		for k < n && p.kinds[k] != carried[i] {
			k++
		}
		if k == n {
			p.kinds[k] = carried[i]
			n++
		}
		counts[k]++
	}
	for i := range n { // by insertion
		for k := i; k > 0 && (counts[k] > counts[k-1] || counts[k] == counts[k-1] && p.kinds[k] < p.kinds[k-1]); k-- {
			counts[k], counts[k-1] = counts[k-1], counts[k]
			p.kinds[k], p.kinds[k-1] = p.kinds[k-1], p.kinds[k]
		}
	}
	for i, c := range carried {
		for p.kinds[kind[i]] != c {
			kind[i]++
		}
	}
	p.orders, p.evenSide, p.noBack = ordersOf(counts), s.Side^s.Hole&1, s.NoBack
	o := orderOf(&kind)
	if p.orders.distinct && o.odd() {
		const a, b = tiles - 2, tiles - 1
		p.kinds[a], p.kinds[b] = p.kinds[b], p.kinds[a]
		for i, k := range kind {
			switch k {
			case a:
				kind[i] = b
			case b:
				kind[i] = a
			}
		}
		o = orderOf(&kind)
	}
	return p, p.orders.place(o)
}

// side is who is to move with the hole on a square.
func (p *phase) side(hole uint8) uint8 { return (p.evenSide ^ hole) & 1 }

// state is a position of the phase.
func (p *phase) state(place uint16, hole, barred uint8) (s square4.State) {
	s = square4.State{Hole: hole, Side: p.side(hole), Barred: barred, NoBack: p.noBack}
	o := p.orders.order[place]
	for i := range tiles {
		square := i
		if i >= int(hole) {
			square++
		}
		for slots := p.kinds[o.at(i)]; slots != 0; slots &= slots - 1 {
			slot := bits.TrailingZeros8(slots)
			s.Marbles[slot/4] |= 1 << square4.CellAt(square, slot%4)
		}
	}
	return s
}

// holes is a set of squares that the hole may be on, from bit 0 on for Red and from bit 16 on
// for Blue.
type holes uint32

const (
	ofBoth   = 1<<16 + 1
	allHoles = 1<<9 - 1
)

// holesIf has all squares for each side that has all of four slots of a tile.
func holesIf(slots uint8) (h holes) {
	if slots&15 == 15 {
		h = allHoles
	}
	if slots>>4 == 15 {
		h |= allHoles << 16
	}
	return h
}

// meeting says, by the place of the last of some tiles, on which squares the hole must be so
// that they meet: with the tile of the place before side by side; with the second or third tile
// before, one below the other; and four in a point, the first of them being the third or fourth before.
var meeting = func() (m [tiles]struct{ beside, secondBelow, thirdBelow, thirdInPoint, fourthInPoint holes }) {
	for hole := range 9 {
		bit := holes(ofBoth << hole)
		square := func(place int) int {
			if place >= hole {
				place++
			}
			return place
		}
		for n := range m {
			to := square(n)
			above := func(before, rows int) bool { return n >= before && square(n-before) == to-rows }
			beside := above(1, 1) && to%3 > 0
			switch {
			case above(2, 3):
				m[n].secondBelow |= bit
			case above(3, 3):
				m[n].thirdBelow |= bit
			}
			if beside {
				m[n].beside |= bit
				switch {
				case above(3, 4) && above(2, 3):
					m[n].thirdInPoint |= bit
				case above(4, 4) && above(3, 3):
					m[n].fourthInPoint |= bit
				}
			}
		}
	}
	return m
}()

// blocks says for each order with the hole on which squares there are blocks.
func (p *phase) blocks() []holes {
	inside := holes(0)
	var beside, below [tiles][tiles]holes // by what is to the right or below
	for a, k := range p.kinds {
		inside |= holesIf(k)
		for b, l := range p.kinds {
			beside[b][a] = holesIf(k>>1&0x55 | l<<1&0xaa)
			below[b][a] = holesIf(k>>2&0x33 | l<<2&0xcc)
		}
	}
	found := make([]holes, len(p.orders.order))
	upTo := [tiles + 1]holes{inside} // made by so many tiles from the first on
	var kind [tiles]uint8
	before := ^tileOrder(0)
	for i, o := range p.orders.order {
		same := (bits.LeadingZeros32(uint32(o^before)) - (32 - kindBits*tiles))
		before = o
		for n := max(same, 0) / kindBits; n < tiles; n++ {
			k, m, h := o.at(n), &meeting[n], upTo[n]
			kind[n] = k
			if n >= 1 {
				h |= beside[k][kind[n-1]] & m.beside
			}
			if n >= 2 {
				h |= below[k][kind[n-2]] & m.secondBelow
			}
			if n >= 3 {
				h |= below[k][kind[n-3]] & m.thirdBelow
				lower := p.kinds[k] & (p.kinds[kind[n-1]] >> 1)
				h |= pointed(lower&(p.kinds[kind[n-2]]>>2)&(p.kinds[kind[n-3]]>>3)) & m.thirdInPoint
				if n >= 4 {
					h |= pointed(lower&(p.kinds[kind[n-3]]>>2)&(p.kinds[kind[n-4]]>>3)) & m.fourthInPoint
				}
			}
			upTo[n+1] = h
		}
		found[i] = upTo[tiles]
	}
	return found
}

// pointed has all squares for each side that has the first slot in a set.
func pointed(slots uint8) holes {
	return holes(slots&1)*allHoles | holes(slots>>4&1)*(allHoles<<16)
}

// winTable has the positions of a phase that one side, the attacker, wins.
type winTable struct {
	phase
	attacker uint8
	won      []passages // by place of the order: the positions as waysWon has them
	// plies are how many slides lead to the end of a won position, by place of the order and
	// passage. It is nil where nobody asked.
	plies []uint16
}

// longest bounds the plies to a forced end that a table looks for.
const longest = 500

// solve finds the positions that the attacker wins, backwards from those in which he
// alone has a block (retrograde analysis, Ströhlein 1970). drawn are positions that count as
// draws, since they have been seen often enough, by place of the order.
func (p *phase) solve(blocks []holes, attacker uint8, drawn map[uint16]passages, plies bool) *winTable {
	n := len(p.orders.order)
	w := &winTable{phase: *p, attacker: attacker, won: make([]passages, n)}
	if plies {
		w.plies = make([]uint16, n*allWays)
	}
	const reached = 1 << 31 // marks the orders that the list of those reached has
	open, leads, fresh := make([]passages, n), make([]passages, n), make([]passages, n)
	queue, touched := make([]uint16, 0, n), make([]uint16, 0, n)
	for i, b := range blocks {
		own, other := b>>(16*attacker)&allHoles, b>>(16*(attacker^1))&allHoles
		open[i] = everyWay &^ outOf[own|other]
		if over := outOf[own&^other]; over != 0 {
			w.won[i], fresh[i] = over, over
			queue = append(queue, uint16(i))
		}
	}
	for i, d := range drawn {
		open[i] &^= d
	}
	tables := waysOf()
	ways := &tables[btoi(p.noBack)][btoi(attacker == p.evenSide)]
	for ply := uint16(1); len(queue) > 0 && ply <= longest; ply++ {
		touched = touched[:0]
		reach := func(i uint16, p passages) {
			if leads[i]&reached == 0 {
				touched = append(touched, i)
			}
			leads[i] |= p | reached
		}
		for _, i := range queue {
			won := fresh[i]
			if plies {
				if back := turned(won) & leftRight; back&^leads[i] != 0 {
					reach(i, back)
				}
			} else { // slides to the left and right can be followed at once
				for more := won; more != 0; won |= more {
					leads[i] |= turned(more) & leftRight
					more = ways.won(leads[i]&everyWay) & open[i]
					open[i] &^= more
					w.won[i] |= more
				}
			}
			next := &p.orders.next[i]
			for won &= upOrDown; won != 0; won &= won - 1 {
				way := uint8(bits.TrailingZeros32(won))
				reach(next[column(way)], turned(1<<way))
			}
		}
		queue = queue[:0]
		for _, i := range touched {
			leads[i] &^= reached
			if more := ways.won(leads[i]) & open[i]; more != 0 {
				open[i] &^= more
				w.won[i] |= more
				fresh[i] = more
				queue = append(queue, i)
				for ; plies && more != 0; more &= more - 1 {
					w.plies[int(i)*allWays+bits.TrailingZeros32(more)] = ply
				}
			}
		}
	}
	return w
}

// has says whether the attacker wins a position.
func (w *winTable) has(place uint16, way uint8) bool { return w.won[place]>>way&1 != 0 }

// pliesOf is the number of plies to the end of a position that the attacker wins.
func (w *winTable) pliesOf(place uint16, way uint8) int {
	return int(w.plies[int(place)*allWays+int(way)])
}

// movementTable holds the value of every position of one movement phase.
type movementTable struct {
	phase
	wins [2]*winTable // of Red and of Blue
}

// solveMovement values all positions that slides lead to from root, in which both sides
// have placed everything, and says at which place the root's order is. Those in drawn are draws.
func solveMovement(root square4.State, drawn map[square4.State]bool) (m *movementTable, place uint16) {
	m = new(movementTable)
	m.phase, place = phaseOf(&root)
	seen := map[uint16]passages{}
	for s := range drawn {
		if i, ok := m.find(&s); ok {
			seen[i] |= m.alike(&s)
		}
	}
	blocks := m.blocks()
	for side := range m.wins {
		m.wins[side] = m.solve(blocks, uint8(side), seen, true)
	}
	return m, place
}

// alike are the positions of an order that stand for a state: all with its hole if no square
// is barred.
func (p *phase) alike(s *square4.State) passages {
	if p.noBack {
		return 1 << passage[s.Hole][s.Barred]
	}
	return outOf[1<<s.Hole]
}

// find returns the place of a state's order, and whether slides lead to it from the root
// of the table.
func (m *movementTable) find(s *square4.State) (place uint16, ok bool) {
	p, place := phaseOf(s)
	return place, p == m.phase
}

// after returns the value of the position after a slide, from the view of the side then to
// move. The order before the slide, that of the state, is at the given place.
func (m *movementTable) after(place uint16, s *square4.State, square uint8) int {
	return m.value(m.orders.slid(place, s.Hole, square), passage[square][s.Hole])
}

// value is that of a position, from the view of the side to move.
func (m *movementTable) value(place uint16, way uint8) int {
	side := m.side(passageFrom[way])
	switch own, other := m.wins[side], m.wins[side^1]; {
	case own.has(place, way):
		return alphabeta.Win - own.pliesOf(place, way)
	case other.has(place, way):
		return other.pliesOf(place, way) - alphabeta.Win
	}
	return 0
}
