package square4bot

import (
	"math/bits"

	"quadrille/engine"
	"quadrille/engine/square4"
)

// phases decides positions of movement phases with slideback=false, one phase
// after the other as a search meets them. Positions that differ in how the tiles
// lie have one table, so that all slides of all turns that put the marbles into
// the same slots of the same tiles share it.
type phases struct {
	tables     map[attackedPhase]*winTable
	size, most int                   // of the tables that are kept, in bytes
	work       int                   // orders of tiles of all tables made so far
	put        map[attackedState]int // how often states were put off
	led        [1 << ledBits]led     // what leads found last, by a hash of the state
}

type attackedPhase struct {
	phase
	attacker uint8
}

type attackedState struct {
	square4.State
	attacker uint8
}

// newPhases knows no phase yet, and keeps tables of so many bytes at most.
func newPhases(most int) *phases {
	return &phases{tables: map[attackedPhase]*winTable{}, most: most, put: map[attackedState]int{}}
}

// wins says whether a side wins a state, in which both sides only slide, that is
// not over and that a slide led to, and whether that is known. A state that needs a table which is not there
// is put off until it is asked about again, so that of many states those come first that need none.
//
// A plan that needs no table may tell. Else first the other side's marbles are taken away. Without them the side has all
// the wins that it has now, and maybe more, since they can only end the game
// against it: a slide is allowed or not whatever lies on the tiles. There are few
// such tables, they are small since many tiles are alike, and often they say no. Where
// they say yes, the way to win that they know mostly leads past the other side's blocks. Only
// where it does not, the phase is solved with all that lies there.
func (p *phases) wins(s *square4.State, side uint8) (won, known bool) {
	if won, known := byRim(s, side); known {
		return won, true
	}
	if p.putOff(s, alone(s, side), side, 1) {
		return false, false
	}
	if plies, leads := p.winsAlone(s, side, mostMore); leads || plies == 0 {
		return leads, true
	}
	if p.putOff(s, *s, side, 2) {
		return false, false
	}
	w, place := p.table(s, side)
	return w.has(place, passage[s.Hole][s.Barred]), true
}

// putOff says whether a state is to be put off, which it is if there is no table for what is left of it and it
// has not been put off so many times.
func (p *phases) putOff(s *square4.State, left square4.State, side uint8, times int) bool {
	const most = 1 << 16 // states that are remembered, of 40 bytes
	key := attackedState{*s, side}
	if p.put[key] >= times {
		return false
	}
	if phase, _ := phaseOf(&left); p.tables[attackedPhase{phase, side}] != nil {
		return false
	}
	if len(p.put) >= most {
		clear(p.put)
	}
	p.put[key] = times
	return true
}

// alone is a state with one side's marbles only.
func alone(s *square4.State, side uint8) square4.State {
	alone := *s
	alone.Marbles[side^1] = 0
	return alone
}

// winsAlone says within how many plies a side wins a state if the other side's marbles are taken
// away, or 0, and whether the same way wins with them, or one of so many plies more.
func (p *phases) winsAlone(s *square4.State, side uint8, more int) (plies int, leads bool) {
	own, tried := alone(s, side), 0
	w, place := p.table(&own, side)
	if way := passage[s.Hole][s.Barred]; w.has(place, way) {
		return w.pliesOf(place, way), p.leads(w, place, s, more, &tried)
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
	mostTried = 20_000 // positions in which a way to win is tried: no more than a whole table costs
	mostMore  = 20     // plies that it may take more than the quickest
)

// ledBits gives the number of states that leads keeps in mind, a power of two.
const ledBits = 13

// led is what leads found in a state in which the attacker moves.
type led struct {
	attackedState
	won  bool
	more int // plies more than the quickest that are enough if it is won, or are not
}

// recall is the place for what leads finds in a state.
func (p *phases) recall(s *square4.State) *led {
	key := s.Marbles[0]*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(s.Marbles[1]*0xc2b2ae3d27d4eb4f, 29) ^ uint64(s.Hole)<<8 ^ uint64(s.Barred)
	return &p.led[engine.Mix(key)>>(64-ledBits)]
}

// leads says whether the attacker, sliding as a table says, which knows nothing of the other
// side's marbles, wins a state that is not over whatever the other does, in at most so many plies more than
// the table says. It gives up after mostTried positions.
func (p *phases) leads(w *winTable, place uint16, s *square4.State, more int, tried *int) bool {
	if *tried++; *tried > mostTried {
		return false
	}
	attacks := s.Side == w.attacker
	known := &led{}
	if attacks {
		known = p.recall(s)
		switch key := (attackedState{*s, w.attacker}); {
		case known.attackedState != key:
		case known.won && more >= known.more:
			return true
		case !known.won && more <= known.more:
			return false
		}
	}
	for slides := s.Slides(); slides != 0; {
		square, after := uint8(bits.TrailingZeros16(slides)), more
		if attacks {
			var plies int
			square, plies = w.quickest(place, s, slides)
			after -= plies + 1 - w.pliesOf(place, passage[s.Hole][s.Barred])
			if after < 0 {
				break
			}
		}
		slides &^= 1 << square
		next := s.Slid(square)
		v, over := overNow(&next)
		won := v != 0 && (v > 0) == (next.Side == w.attacker)
		if !over {
			won = p.leads(w, w.orders.slid(place, s.Hole, square), &next, after, tried)
		}
		if *tried > mostTried {
			return won && attacks
		}
		if won == attacks {
			*known = led{attackedState{*s, w.attacker}, won, more}
			return won
		}
	}
	*known = led{attackedState{*s, w.attacker}, !attacks, more}
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
