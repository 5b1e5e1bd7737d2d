package othello

import (
	"math/bits"

	"quadrille/engine"
)

// Perft counts the sequences of depth turns, a pass being a turn and a
// finished game counting one. The last turn is counted without being played,
// and a position that occurs again, or whose image by a symmetry of the board
// does, is counted once, as in the `count games` of Edax. It returns early,
// with a meaningless number, soon after stop returns true.
func (s *State) Perft(depth int, stop func() bool) uint64 {
	return newPerftCounter(depth, stop).count(s.Own, s.Opp, depth)
}

// SharedPerft returns Perft with one memory for all positions it is asked for.
func (p *Position) SharedPerft(depth int, stop func() bool) func(engine.Position, int) uint64 {
	c := newPerftCounter(depth, stop)
	return func(p engine.Position, depth int) uint64 {
		s := p.(*Position).state
		return c.count(s.Own, s.Opp, depth)
	}
}

// newPerftCounter returns a counter for depths up to the given one.
func newPerftCounter(depth int, stop func() bool) *perftCounter {
	c := &perftCounter{stop: stop}
	if depth > memoLeast {
		c.bits = min(2*depth-5, memoBits)
		c.memo = make([]perftEntry, 1<<c.bits)
	}
	return c
}

// memoLeast is the least depth whose counts are remembered: below it counting
// costs less than looking up.
const (
	memoLeast = 4
	memoBits  = 20 // at most; the memo of depth 9 has 8,192 entries
)

// perftCounter counts turn sequences. memo has an entry for each value of a
// hash, the latest written; it is nil when the count is too small to need it.
type perftCounter struct {
	stop func() bool
	memo []perftEntry
	bits int // binary logarithm of its length
}

// perftEntry is a count below a position; a depth of 0 marks an empty entry.
type perftEntry struct {
	own, opp uint64 // the least of the eight images
	depth    int
	nodes    uint64
}

func (c *perftCounter) count(own, opp uint64, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if depth < memoLeast || c.memo == nil {
		return c.play(own, opp, depth)
	}
	own, opp = leastImage(own, opp)
	e := &c.memo[(engine.Mix(own)+3*engine.Mix(opp)+uint64(depth))>>(64-c.bits)]
	if e.depth == depth && e.own == own && e.opp == opp {
		return e.nodes
	}
	n := c.play(own, opp, depth)
	if !c.stop() {
		*e = perftEntry{own, opp, depth, n}
	}
	return n
}

// play is count by playing the turns.
func (c *perftCounter) play(own, opp uint64, depth int) uint64 {
	if depth == 2 {
		return perftTwo(own, opp)
	}
	moves := Moves(own, opp)
	if depth == 1 {
		return uint64(max(1, bits.OnesCount64(moves))) // a pass and an end are one
	}
	if moves == 0 {
		if Moves(opp, own) == 0 {
			return 1
		}
		return c.count(opp, own, depth-1)
	}
	var n uint64
	for ; moves != 0; moves &= moves - 1 {
		if depth > memoLeast && c.stop() {
			break
		}
		square := uint8(bits.TrailingZeros64(moves))
		flips := Flips(own, opp, square)
		n += c.count(opp&^flips, own|flips|1<<square, depth-1)
	}
	return n
}

// leastImage returns the least of the eight images of a position under the
// symmetries of the board, by which positions that differ only so are known
// as one.
func leastImage(own, opp uint64) (uint64, uint64) {
	leastOwn, leastOpp := own, opp
	for i := range 7 {
		if i%2 == 0 {
			own, opp = transpose(own), transpose(opp)
		} else {
			own, opp = bits.ReverseBytes64(own), bits.ReverseBytes64(opp)
		}
		if own < leastOwn || own == leastOwn && opp < leastOpp {
			leastOwn, leastOpp = own, opp
		}
	}
	return leastOwn, leastOpp
}

// transpose exchanges rows and columns by three rounds of swapping blocks
// (Warren, Hacker's Delight, section 7-3).
func transpose(set uint64) uint64 {
	t := (set ^ set>>7) & 0x00aa00aa00aa00aa
	set ^= t ^ t<<7
	t = (set ^ set>>14) & 0x0000cccc0000cccc
	set ^= t ^ t<<14
	t = (set ^ set>>28) & 0x00000000f0f0f0f0
	return set ^ t ^ t<<28
}

// perftTwo counts the sequences of two turns.
func perftTwo(own, opp uint64) uint64 {
	if vector {
		return perftTwoVector(own, opp)
	}
	return perftTwoScalar(own, opp)
}

// perftTwoScalar is perftTwo for any machine.
func perftTwoScalar(own, opp uint64) uint64 {
	moves := movesScalar(own, opp)
	if moves == 0 {
		return uint64(max(1, bits.OnesCount64(movesScalar(opp, own))))
	}
	n := 0
	for ; moves != 0; moves &= moves - 1 {
		square := uint8(bits.TrailingZeros64(moves))
		flips := flipsScalar(own, opp, square)
		n += max(1, bits.OnesCount64(movesScalar(opp&^flips, own|flips|1<<square)))
	}
	return uint64(n)
}
