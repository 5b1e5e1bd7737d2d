package square4bot

import (
	"math/bits"

	"quadrille/engine/square4"
)

// phases decides positions of movement phases with slideback=false, one phase
// after the other as a search meets them. Positions that differ in how the tiles
// lie have one table, so that all slides of all turns that put the marbles into
// the same slots of the same tiles share it.
type phases struct {
	tables     map[attackedPhase]*winTable
	size, most int // of the tables that are kept, in bytes
	work       int // orders of tiles of all tables made so far
}

type attackedPhase struct {
	phase
	attacker uint8
}

// newPhases knows no phase yet, and keeps tables of so many bytes at most.
func newPhases(most int) *phases {
	return &phases{tables: map[attackedPhase]*winTable{}, most: most}
}

// wins says whether a side wins a state, in which both sides only slide, that is
// not over and that a slide led to.
//
// A plan that needs no table may tell. Else first the other side's marbles are taken away. Without them the side has all
// the wins that it has now, and maybe more, since they can only end the game
// against it: a slide is allowed or not whatever lies on the tiles. There are few
// such tables, they are small since many tiles are alike, and often they say no. Where
// they say yes, the way to win that they know mostly leads past the other side's blocks. Only
// where it does not, the phase is solved with all that lies there.
func (p *phases) wins(s *square4.State, side uint8) bool {
	if won, known := byRim(s, side); known {
		return won
	}
	plies, leads := p.winsAlone(s, side, mostMore)
	if leads || plies == 0 {
		return leads
	}
	w, place := p.table(s, side)
	return w.has(place, passage[s.Hole][s.Barred])
}

// winsAlone says within how many plies a side wins a state if the other side's marbles are taken
// away, or 0, and whether the same way wins with them, or one of so many plies more.
func (p *phases) winsAlone(s *square4.State, side uint8, more int) (plies int, leads bool) {
	alone, tried := *s, 0
	alone.Marbles[side^1] = 0
	w, place := p.table(&alone, side)
	if way := passage[s.Hole][s.Barred]; w.has(place, way) {
		return w.pliesOf(place, way), w.leads(place, s, more, &tried)
	}
	return 0, false
}

// within says within how many plies, the fewest, a side wins a state that it wins. It does not need more
// than without the other side's marbles if the same way wins, and never less.
func (p *phases) within(s *square4.State, side uint8) int {
	if plies, leads := p.winsAlone(s, side, 0); leads {
		return plies
	}
	phase, place := phaseOf(s)
	w := phase.solve(phase.blocks(), side, nil, true)
	return w.pliesOf(place, passage[s.Hole][s.Barred])
}

// table returns the table of a state's phase and the place of its order there. Plies are
// counted where the attacker is alone.
func (p *phases) table(s *square4.State, attacker uint8) (*winTable, uint16) {
	phase, place := phaseOf(s)
	key := attackedPhase{phase, attacker}
	if w := p.tables[key]; w != nil {
		return w, place
	}
	w := phase.solve(phase.blocks(), attacker, nil, s.Marbles[attacker^1] == 0)
	size := 4*len(w.won) + 2*len(w.plies)
	if p.size += size; p.size > p.most {
		clear(p.tables)
		p.size = size
	}
	p.work += len(w.won)
	p.tables[key] = w
	return w, place
}

const (
	mostTried = 5000 // positions in which a way to win is tried: no more than a whole table costs
	mostMore  = 10   // plies that it may take more than the quickest
)

// leads says whether the attacker, sliding as the table says, which knows nothing of the other
// side's marbles, wins a state that is not over whatever the other does, in at most so many plies more than
// the table says. It gives up after mostTried positions.
func (w *winTable) leads(place uint16, s *square4.State, more int, tried *int) bool {
	if *tried++; *tried > mostTried {
		return false
	}
	attacks := s.Side == w.attacker
	for slides := s.Slides(); slides != 0; {
		square, after := uint8(bits.TrailingZeros16(slides)), more
		if attacks {
			var plies int
			square, plies = w.quickest(place, s, slides)
			after -= plies + 1 - w.pliesOf(place, passage[s.Hole][s.Barred])
			if after < 0 {
				return false
			}
		}
		slides &^= 1 << square
		next := s.Slid(square)
		v, over := overNow(&next)
		won := v != 0 && (v > 0) == (next.Side == w.attacker)
		if !over {
			won = w.leads(w.orders.slid(place, s.Hole, square), &next, after, tried)
		}
		if won == attacks || *tried > mostTried {
			return won
		}
	}
	return !attacks
}

// quickest is the slide among some with which the attacker wins soonest by the table, and the plies after it.
func (w *winTable) quickest(place uint16, s *square4.State, slides uint16) (best uint8, plies int) {
	plies = longest + 1
	for ; slides != 0; slides &= slides - 1 {
		square := uint8(bits.TrailingZeros16(slides))
		next, way := w.orders.slid(place, s.Hole, square), passage[square][s.Hole]
		if w.has(next, way) && w.pliesOf(next, way) < plies {
			best, plies = square, w.pliesOf(next, way)
		}
	}
	return best, plies
}
