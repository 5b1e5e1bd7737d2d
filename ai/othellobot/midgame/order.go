package midgame

import (
	"math/bits"

	"quadrille/engine/othello"
)

// move is a turn and the position it leads to.
type move struct {
	own, opp uint64 // from the view of the side to move then
	order    int32
	square   uint8
}

// maxMoves bounds the placements in a position; 33 are known to be possible.
const maxMoves = 36

// promises of a square by its place. It never changes.
var promises = newPromises()

func newPromises() (p [64]int32) {
	for square := range p {
		switch bit := uint64(1) << square; {
		case bit&corners != 0:
			p[square] = 400
		case bit&around(corners)&^edges != 0:
			p[square] = -150
		case bit&around(corners) != 0:
			p[square] = -50
		case bit&edges != 0:
			p[square] = 40
		}
	}
	return p
}

// wipeOut is the promise of a move that leaves the other side no disk.
const wipeOut = 1 << 25

// expand fills the list with the moves to a set of squares.
func expand(own, opp, squares uint64, list []move) []move {
	for ; squares != 0; squares &= squares - 1 {
		square := uint8(bits.TrailingZeros64(squares))
		flips := othello.Flips(own, opp, square)
		list = append(list, move{own: opp &^ flips, opp: own | flips | 1<<square, square: square})
	}
	return list
}

// bringKnown brings the moves that the table knows to be best to the front, and
// says how many: one of them is often enough, and then the others need no order.
func bringKnown(list []move, known entry) int {
	n := 0
	for _, square := range known.moves {
		for i := n; i < len(list); i++ {
			if list[i].square == square {
				list[n], list[i] = list[i], list[n]
				n++
				break
			}
		}
	}
	return n
}

// sort gives every move its promise, by how few turns it leaves the other side,
// and in deeper searches by what a shallow one says.
func (w *worker) sort(list []move, depth int, toEnd bool, ply int) {
	for i := range list {
		m := &list[i]
		if m.own == 0 {
			m.order = wipeOut
		} else {
			m.order = w.promise(m, depth, toEnd, ply)
		}
	}
}

func (w *worker) promise(m *move, depth int, toEnd bool, ply int) int32 {
	replies := othello.Moves(m.own, m.opp)
	order := -int32(bits.OnesCount64(replies) + bits.OnesCount64(replies&corners))
	if depth < w.s.tune.SortDepth {
		open := bits.OnesCount64(around(m.opp) &^ (m.own | m.opp))
		return promises[m.square] + 40*order - 10*int32(open) + w.history[m.square]/64
	}
	order *= int32(w.s.tune.SortMobility)
	if toEnd {
		order *= int32(w.s.tune.SortEnd)
	}
	return order - int32(w.glance(m, depth, ply))
}

// glance is a shallow value of the position that a move leads to.
func (w *worker) glance(m *move, depth, ply int) int {
	if d := (depth - w.s.tune.GlanceFrom) / w.s.tune.GlanceStep; depth >= w.s.tune.GlanceFrom && !w.glancing {
		w.glancing = true
		v := w.node(m.own, m.opp, -maxValue-1, maxValue+1, min(1+d, 3), ply+1)
		w.glancing = false
		return v
	}
	if !w.visit() {
		return 0
	}
	flips := m.opp & w.boards[ply].opp
	return w.estimateMove(m.own, m.opp, m.square, flips, ply)
}

// bringBest brings the move of the highest order to the front.
func bringBest(list []move) *move {
	best := 0
	for i := range list {
		if list[i].order > list[best].order {
			best = i
		}
	}
	list[0], list[best] = list[best], list[0]
	return &list[0]
}

// Sets of squares are as in engine/othello: a1 is bit 0, b1 bit 1, h8 bit 63.
const (
	columnA       = 0x0101010101010101
	columnH       = columnA << 7
	row1          = 0x00000000000000ff
	row8          = row1 << 56
	edges         = columnA | columnH | row1 | row8
	corners       = (columnA | columnH) & (row1 | row8)
	besideCorners = 0x42c300000000c342
	noColumnA     = ^uint64(columnA)
	noColumnH     = ^uint64(columnH)
)

// around returns the squares next to a set, without promise about the set.
func around(set uint64) uint64 {
	set |= set<<1&noColumnA | set>>1&noColumnH
	return set | set<<8 | set>>8
}
