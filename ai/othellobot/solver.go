package othellobot

import (
	"math/bits"

	"quadrille/ai"
	"quadrille/ai/tt"
	"quadrille/engine/othello"
)

// solver finds exact final margins, in disks from the view of the side to
// move, the empty squares counting for the winner.
type solver struct {
	table *tt.Table
	ctl   *ai.Control
	limit uint64 // nodes; 0 for no limit
	nodes uint64
	// stopped is set when the time or the nodes are used up; what the solver
	// returns from then on means nothing.
	stopped bool
	// progress, if set, is called now and then.
	progress func()
}

// progressNodes is how often a solver says that it is still there.
const progressNodes = 1 << 23

const (
	maxMargin = 64
	// checkEvery is how many nodes are visited between two looks at the clock,
	// a fraction of a millisecond.
	checkEvery = 1 << 12
	// sortedEmpties is from how many empty squares on turns are sorted by the
	// other side's turns and results are kept in the table.
	sortedEmpties = 8
	// solverKey tells entries of the solver from those of the alpha-beta
	// search.
	solverKey = 0x656e6467616d6521
)

// visit counts a node and says whether the search was stopped.
func (e *solver) visit() bool {
	if e.limit > 0 && e.nodes >= e.limit {
		e.stopped = true
	}
	if e.stopped {
		return true
	}
	e.nodes++
	if e.nodes%checkEvery == 0 {
		e.stopped = e.ctl.Done()
		if e.nodes%progressNodes == 0 && e.progress != nil {
			e.progress()
		}
	}
	return e.stopped
}

// quadrants are the four quarters of the board. In an odd one the side that
// begins there is likely to move last there as well.
var quadrants = [4]uint64{0x000000000f0f0f0f, 0x00000000f0f0f0f0, 0x0f0f0f0f00000000, 0xf0f0f0f000000000}

// oddQuadrants returns the quarters with an odd number of empty squares.
func oddQuadrants(empty uint64) uint64 {
	var odd uint64
	for _, q := range quadrants {
		if bits.OnesCount64(empty&q)&1 != 0 {
			odd |= q
		}
	}
	return odd
}

// value is the margin of a state if it lies between alpha and beta, and else
// a bound on the side where it lies.
func (e *solver) value(own, opp uint64, alpha, beta int) int {
	empty := ^(own | opp)
	switch n := bits.OnesCount64(empty); {
	case n == 1:
		return e.lastSquare(own, opp, empty)
	case n >= sortedEmpties:
		return e.sorted(own, opp, alpha, beta, n)
	}
	return e.plain(own, opp, alpha, beta)
}

// lastSquare fills the last square, whoever can.
func (e *solver) lastSquare(own, opp, empty uint64) int {
	if e.visit() {
		return 0
	}
	square, mine := uint8(bits.TrailingZeros64(empty)), bits.OnesCount64(own)
	if n := bits.OnesCount64(othello.Flips(own, opp, square)); n > 0 {
		return 2*(mine+n+1) - maxMargin
	}
	if n := bits.OnesCount64(othello.Flips(opp, own, square)); n > 0 {
		return 2*(mine-n) - maxMargin
	}
	return finalMargin(own, opp)
}

// margin is value for any state, the full board included.
func (e *solver) margin(s *othello.State, alpha, beta int) int {
	if s.Empty() == 0 {
		return s.Margin()
	}
	return e.value(s.Own, s.Opp, alpha, beta)
}

func finalMargin(own, opp uint64) int {
	s := othello.State{Own: own, Opp: opp}
	return s.Margin()
}

// plain tries the empty squares as they come, those of odd quarters first.
func (e *solver) plain(own, opp uint64, alpha, beta int) int {
	if e.visit() {
		return 0
	}
	empty := ^(own | opp)
	odd := oddQuadrants(empty)
	best := -maxMargin - 1
	for _, part := range [2]uint64{empty & odd, empty &^ odd} {
		for ; part != 0; part &= part - 1 {
			square := uint8(bits.TrailingZeros64(part))
			flips := othello.Flips(own, opp, square)
			if flips == 0 {
				continue
			}
			v := -e.value(opp&^flips, own|flips|1<<square, -beta, -max(alpha, best))
			if e.stopped {
				return 0
			}
			if best = max(best, v); best >= beta {
				return best
			}
		}
	}
	if best < -maxMargin {
		return e.noTurn(own, opp, alpha, beta)
	}
	return best
}

// noTurn values a state in which the side to move has no turn: a pass or the
// end.
func (e *solver) noTurn(own, opp uint64, alpha, beta int) int {
	if othello.Moves(opp, own) == 0 {
		return finalMargin(own, opp)
	}
	return -e.value(opp, own, -beta, -alpha)
}

// candidate is a turn and the state it leads to.
type candidate struct {
	square   uint8
	order    int32
	own, opp uint64 // after the turn, from the view of the side to move then
}

// sorted searches the turns in order of their promise, the table's turn first.
func (e *solver) sorted(own, opp uint64, alpha, beta, empties int) int {
	// 1. Stop, or settle it by disks that never turn over.
	if e.visit() {
		return 0
	}
	if alpha >= maxMargin-2*bits.OnesCount64(opp) {
		if most := maxMargin - 2*bits.OnesCount64(stable(opp, own)); most <= alpha {
			return most
		}
	}
	// 2. What the table says.
	key := (&othello.State{Own: own, Opp: opp}).Hash() ^ solverKey
	first := uint8(othello.NoTurn)
	if entry, found := e.table.Get(key); found {
		if v := int(entry.Value); settles(entry, v, alpha, beta) {
			return v
		}
		first = uint8(entry.Move - 1)
	}
	// 3. The turns.
	var buffer [32]candidate
	turns := candidates(own, opp, first, buffer[:0])
	if len(turns) == 0 {
		return e.noTurn(own, opp, alpha, beta)
	}
	// 4. The first with the whole window, the others with an empty one that
	// asks whether they are better.
	best, bestSquare := -maxMargin-1, first
	for i := range turns {
		bringBest(turns[i:])
		c := &turns[i]
		lower := max(alpha, best)
		v := 0
		if i > 0 {
			v = -e.value(c.own, c.opp, -lower-1, -lower)
		}
		if i == 0 || v > lower && v < beta && !e.stopped {
			v = -e.value(c.own, c.opp, -beta, -lower)
		}
		if e.stopped {
			return 0
		}
		if v > best {
			best, bestSquare = v, c.square
		}
		if best >= beta {
			break
		}
	}
	// 5. Remember.
	e.remember(key, best, bestSquare, alpha, beta, empties)
	return best
}

// settles says whether a table entry answers a search with the given window.
func settles(entry tt.Entry, v, alpha, beta int) bool {
	return entry.Bound == tt.Exact || entry.Bound == tt.Lower && v >= beta || entry.Bound == tt.Upper && v <= alpha
}

func (e *solver) remember(key uint64, v int, square uint8, alpha, beta, empties int) {
	entry := tt.Entry{Move: uint16(square) + 1, Value: int16(v), Depth: uint8(empties), Bound: tt.Exact}
	switch {
	case v >= beta:
		entry.Bound = tt.Lower
	case v <= alpha:
		entry.Bound = tt.Upper
	}
	e.table.Put(key, entry)
}

// candidates appends the turns. Those that leave the other side few replies
// come first, since they make the smallest trees.
func candidates(own, opp uint64, first uint8, list []candidate) []candidate {
	odd := oddQuadrants(^(own | opp))
	for squares := othello.Moves(own, opp); squares != 0; squares &= squares - 1 {
		square := uint8(bits.TrailingZeros64(squares))
		flips := othello.Flips(own, opp, square)
		c := candidate{square: square, own: opp &^ flips, opp: own | flips | 1<<square}
		replies := othello.Moves(c.own, c.opp)
		c.order = -16 * int32(bits.OnesCount64(replies)+bits.OnesCount64(replies&corners))
		bit := uint64(1) << square
		if bit&odd != 0 {
			c.order += 8
		}
		if bit&corners != 0 {
			c.order += 24
		}
		if square == first {
			c.order = 1 << 20
		}
		list = append(list, c)
	}
	return list
}

// bringBest brings the candidate of the highest order to the front.
func bringBest(list []candidate) {
	best := 0
	for i := range list {
		if list[i].order > list[best].order {
			best = i
		}
	}
	list[0], list[best] = list[best], list[0]
}
