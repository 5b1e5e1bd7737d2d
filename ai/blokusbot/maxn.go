package blokusbot

// Max^n (Luckhardt and Irani, "An algorithmic solution of n-person games", 1986): every
// seat makes its own result as good as it can, whatever that is for the others. Where
// turns are equally good for the seat that chooses, which it chooses matters to the
// others, and so to the values of positions before. Here it is the first in the order
// of ratings, or what was found for a position with the same future. So the result is
// one equilibrium, not the only one, and it proves nothing.
//
// For two seats max^n is what value does, where deep cutoffs hold too; here they do
// not.

import (
	"math"
	"slices"

	"quadrille/ai/mcts"
	"quadrille/ai/tt"
	"quadrille/engine"
	"quadrille/engine/blokus"
)

// finals are the scores of the seats at the end of a game, of at most 89 squares left
// and 20 bonus points.
type finals [mcts.MaxSeats]int8

// aim is what a seat that ends with own points makes as large as it can, against
// others that end with these. The hero plays for its rank, of equal ranks for its
// points; the others play for their points.
func (v *solver) aim(seat, players int, own int8, others *finals) int {
	const rank = 1 << 8 // half of one is worth more than any points
	worth := int(own)
	if seat != v.hero {
		return worth
	}
	for other, score := range others[:players] {
		switch {
		case other == seat:
		case score < own:
			worth += 2 * rank
		case score == own:
			worth += rank
		}
	}
	return worth
}

// prospects are how the seats may end.
type prospects struct {
	low, high finals
	// settled has a bit for each colour whose cells no other can cover: it gets what
	// it gets alone, and its turns bear on nobody else's.
	settled uint8
	over    bool // nobody's score changes any more, but for settled colours
	gain    int  // of the colour to move
	key     uint64
}

// prospects looks ahead of a node by the forecasts of the colours. What they look at
// counts as nodes.
func (v *solver) prospects(n *node) prospects {
	s := &n.state
	var ahead [4]forecast
	for colour := range s.Colours() {
		work := forecastWork
		if v.budget > 0 {
			work = min(work, int(v.budget-min(v.nodes, v.budget)))
		}
		var looks int
		ahead[colour], looks = v.forecasts.of(s, colour, work)
		v.nodes += uint64(looks)
		v.aborted = v.aborted || looks > 0 && v.stop()
	}
	p := prospects{over: true, settled: settled(s, &ahead)}
	p.low, p.high, p.gain = n.kept, n.kept, ahead[s.Side()].gain
	p.key = uint64(s.Side())<<8 | uint64(v.hero)
	for colour := range s.Colours() {
		f, counts := &ahead[colour], !s.Shared(colour)
		seat := s.Owner(colour)
		if counts {
			p.low[seat] += int8(s.Score(colour))
			p.high[seat] += int8(s.Score(colour) + f.gain)
		}
		switch {
		case f.key == 0:
		case p.settled>>colour&1 == 0:
			p.over = p.over && !counts
			p.key = engine.Mix(p.key^f.key) + uint64(4*seat+colour)
		case counts:
			p.low[seat] = p.high[seat]
		}
	}
	for seat, score := range p.low[:s.Players()] {
		p.key = engine.Mix(p.key ^ uint64(seat)<<8 ^ uint64(uint8(score)))
	}
	p.key ^= s.RulesKey()
	return p
}

// settled returns the colours that neither stand in another's way nor have anybody in
// theirs, bit n for colour n, if it is known what they get. Where a colour may end the
// game by placing everything there are none.
func settled(s *blokus.State, ahead *[4]forecast) uint8 {
	set := uint8(0)
	for colour := range s.Colours() {
		f := &ahead[colour]
		if s.FirstOut() && f.all {
			return 0
		}
		alone := f.key != 0 && f.exact
		for other := range s.Colours() {
			alone = alone && (other == colour || disjoint(&f.cells, &ahead[other].cells))
		}
		if alone {
			set |= 1 << colour
		}
	}
	return set
}

func disjoint(a, b *rowSets) bool {
	shared := uint32(0)
	for row := range a {
		shared |= a[row] & b[row]
	}
	return shared == 0
}

// maxn returns how the game ends from a node. If parent, the seat that chooses whether
// to come here, is offered no more than floor, it may return false instead; -1 is
// nobody. Only the seat that chooses just before may be asked: what another could
// have had further back may have made this one choose otherwise (Sturtevant and Korf,
// "On pruning techniques for multi-player games", 2000, call it shallow pruning).
func (v *solver) maxn(n *node, parent, floor int) (finals, bool) {
	if v.count(); v.aborted {
		return finals{}, false
	}
	s := &n.state
	p := v.prospects(n)
	if p.over || s.Finished() {
		return p.low, true
	}
	if v.atMost(&p, parent, s.Players()) <= floor {
		return finals{}, false
	}
	if p.settled>>s.Side()&1 != 0 {
		next := v.after(n, blokus.Pass)
		if !s.Shared(s.Side()) {
			next.kept[s.Seat()] += int8(p.gain)
		}
		return v.maxn(next, parent, floor)
	}
	if e := v.table.Get(p.key); e != 0 {
		return finalsOf(e), true
	}
	list := v.list(n)
	v.sort(s, list, blokus.NoPlacement)
	r, _, ok := v.choose(n, list, &p, parent, floor)
	if ok {
		v.table.Put(p.key, entryOf(r, maxPlies-n.ply), tt.Latest)
	}
	return r, ok
}

// choose returns the end and the turn that the seat to move likes best; see maxn.
func (v *solver) choose(n *node, list []blokus.Placement, p *prospects, parent, floor int) (finals, blokus.Placement, bool) {
	players, seat := n.state.Players(), n.state.Seat()
	best, move, worth := finals{}, blokus.NoPlacement, math.MinInt
	most := v.atMost(p, seat, players)
	for _, m := range list {
		r, ok := v.maxn(v.after(n, m), seat, worth)
		if v.aborted {
			return finals{}, move, false
		}
		if !ok {
			continue // no better for the seat
		}
		if w := v.aim(seat, players, r[seat], &r); w > worth {
			best, move, worth = r, m, w
		}
		if worth >= most {
			break
		}
		if seat != v.hero && parent == v.hero {
			// The seat will end with no less.
			p.low[seat] = best[seat]
			if v.atMost(p, parent, players) <= floor {
				return finals{}, move, false
			}
		}
	}
	return best, move, true
}

// atMost is the best that a seat may hope for; there is no limit for nobody.
func (v *solver) atMost(p *prospects, seat, players int) int {
	if seat < 0 {
		return math.MaxInt
	}
	return v.aim(seat, players, p.high[seat], &p.low)
}

// entryOf is an entry for the end of a game, with a byte for each seat in place of the
// move and the value.
func entryOf(f finals, depth int) tt.Entry {
	return tt.NewEntry(uint16(uint8(f[0]))|uint16(uint8(f[1]))<<8, int(uint8(f[2]))|int(uint8(f[3]))<<8, depth, tt.Exact)
}

func finalsOf(e tt.Entry) finals {
	return finals{int8(e.Move()), int8(e.Move() >> 8), int8(e.Value()), int8(e.Value() >> 8)}
}

// ending is what max^n says of a position.
type ending struct {
	ok     bool
	scores finals
	line   []blokus.Placement
}

// solveMaxN returns how the game ends when the hero chooses among the given turns, and
// follows the line.
func (v *solver) solveMaxN(s *blokus.State, roots []blokus.Placement) ending {
	v.bound = unbounded()
	n := node{state: *s}
	scores, move, ok := v.likes(&n, roots)
	if !ok {
		return ending{}
	}
	e := ending{ok: true, scores: scores}
	for ok {
		e.line = append(e.line, move)
		if n = *v.after(&n, move); n.state.Over() {
			break
		}
		_, move, ok = v.likes(&n, v.list(&n))
	}
	return e
}

// likes returns the end and the turn that the seat to move likes best of a list.
func (v *solver) likes(n *node, list []blokus.Placement) (finals, blokus.Placement, bool) {
	list = slices.Clone(list)
	v.sort(&n.state, list, blokus.NoPlacement)
	p := v.prospects(n)
	return v.choose(n, list, &p, -1, 0)
}
