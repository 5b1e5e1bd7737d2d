package teekosolve

import (
	"math/bits"

	"quadrille/ai/atomic"
	"quadrille/engine/teeko"
)

// neighbours are the cells next to each cell once those of a set are taken off
// the board.
type neighbours [teeko.MaxCells]uint32

func newNeighbours(b teeko.Board, off uint32) *neighbours {
	var n neighbours
	for cells := b.Cells() &^ off; cells != 0; cells &= cells - 1 {
		cell := bits.TrailingZeros32(cells)
		n[squeezeCell(cell, off)] = squeeze(b.Neighbours(uint8(cell))&^off, off)
	}
	return &n
}

func squeezeCell(cell int, off uint32) int {
	return bits.TrailingZeros32(squeeze(1<<cell, off))
}

// prepare marks the positions of a row in which a side has a goal, and counts
// the turns in the others.
func (b *Builder) prepare(row int) {
	l, board := b.table.layers[allMarks], b.table.board
	first := l.first.sets[row]
	firstWon := board.IsGoal(first)
	near := newNeighbours(board, first)
	for rank, set := range b.subsets {
		place := row*l.stride + rank
		won := board.IsGoal(spread(set, first))
		switch {
		case firstWon:
			b.put(place, impossible) // as a value the first set is to move
		case won:
			b.put(place, 1)
		default:
			b.open[place] = uint8(near.turns(set))
		}
	}
}

// turns is the number of turns of a set of marks.
func (n *neighbours) turns(set uint32) int {
	turns := 0
	for from := set; from != 0; from &= from - 1 {
		turns += bits.OnesCount32(n[bits.TrailingZeros32(from)] &^ set)
	}
	return turns
}

// put sets the value at a place that has none or the same.
func (b *Builder) put(place int, value uint8) {
	atomic.OrUint32(&b.values[place/4], uint32(value)<<(place%4*8))
}

// pass looks in a row for the positions that were decided by the last pass.
// The side to move there, whose marks the row is about, waits in the positions
// before: those are in the same row of open, and a turn leads from one of
// their sets to the one at hand as it leads back.
func (b *Builder) pass(row int) {
	l := b.table.layers[allMarks]
	p := pass{
		Builder: b,
		first:   l.first.sets[row],
		open:    b.open[row*l.stride:],
		plies:   b.stage.plies,
	}
	p.near = newNeighbours(b.table.board, p.first)
	base := row * l.stride
	last := uint32(p.plies) * 0x01010101 // the last pass's value, plies plus one
	for word := base / 4; word < (base+l.stride)/4; word++ {
		found := atomic.LoadUint32(&b.values[word]) ^ last
		if (found-0x01010101)&^found&0x80808080 == 0 {
			continue // no byte is zero
		}
		for k := range 4 {
			if found>>(8*k)&0xff == 0 {
				p.before(b.subsets[4*word+k-base])
			}
		}
	}
	if p.fresh {
		b.fresh.Add(1)
	}
}

// pass is what the work on one row in one pass needs.
type pass struct {
	*Builder
	first uint32 // the marks that the row is about
	near  *neighbours
	open  []uint8
	plies int
	fresh bool
}

// before goes through the positions that can become the one with the second
// set. A turn to a lost position wins; a position whose turns have all become
// wins of the other side is lost.
func (p *pass) before(set uint32) {
	ranks := p.table.layers[allMarks].second
	for from := set; from != 0; from &= from - 1 {
		cell := bits.TrailingZeros32(from)
		rest := set &^ (1 << cell)
		for to := p.near[cell] &^ set; to != 0; to &= to - 1 {
			earlier := rest | to&-to
			open := &p.open[ranks.of(earlier)]
			if *open == 0 {
				continue
			}
			if p.plies%2 == 1 {
				*open = 0
			} else {
				*open--
			}
			if *open == 0 {
				p.decide(earlier)
			}
		}
	}
}

// decide writes down that the side with the given squeezed set is to move
// against the row's marks and wins or loses in so many plies as the pass says.
// Where its set has symmetries of its own, all images are written down.
func (p *pass) decide(set uint32) {
	p.fresh = true
	l := p.table.layers[allMarks]
	rank := l.first.ranks.of(spread(set, p.first))
	for maps := l.first.maps[rank]; maps != 0; maps &= maps - 1 {
		p.put(l.image(rank, p.first, uint8(bits.TrailingZeros8(maps))), uint8(p.plies+1))
	}
}
