package endgame

import (
	"math/bits"
	"sync"

	"quadrille/engine/othello"
)

// Disks that can never turn over bound the margin: the side that has n of them
// keeps them.

// edgeTable has, for the own disks and the other side's on an edge of eight
// squares, the own disks that no play on the edge can turn over, squares being
// filled in any order by either side.
type edgeTable [256 * 256]uint8

// stableEdges never changes.
var stableEdges = sync.OnceValue(newEdgeTable)

// Ready makes what all solvers share, which the first would else do.
func Ready() { stableEdges() }

func newEdgeTable() *edgeTable {
	t, known := &edgeTable{}, make([]bool, 256*256)
	for own := range uint64(256) {
		for opp := range uint64(256) {
			if own&opp == 0 {
				t.fill(known, own, opp)
			}
		}
	}
	return t
}

// fill finds the stable own disks of an edge: those that are so after every
// placement, in which the placed disk turns over what it outflanks on the edge.
func (t *edgeTable) fill(known []bool, own, opp uint64) uint8 {
	at := own<<8 | opp
	if known[at] {
		return t[at]
	}
	known[at] = true
	stable := uint8(own)
	for square := range uint8(8) {
		if (own|opp)>>square&1 != 0 {
			continue
		}
		mine := othello.Flips(own, opp, square) // on row 1
		stable &= t.fill(known, own|mine|1<<square, opp&^mine)
		theirs := othello.Flips(opp, own, square)
		stable &= t.fill(known, own&^theirs, opp|theirs|1<<square)
	}
	t[at] = stable
	return stable
}

// columnByte brings column a (0) or h (7) into a byte, row 1 lowest.
func columnByte(set uint64, column uint) uint64 {
	return set >> column & othello.ColumnA * othello.ColumnToRow >> 56
}

// byteColumn is the inverse of columnByte for column a.
func byteColumn(b uint64) uint64 { return (b&0xfe*0x0002040810204081 | b&1) & othello.ColumnA }

// Stable returns disks of own that can never turn over, as a set of squares in
// the order of engine/othello; it may miss some.
func Stable(own, opp uint64) uint64 { return stableEdges().stable(own, opp) }

// stable is Stable. A disk off the edge is safe along a line when the line is
// full, or when it has a stable own disk beside it there; it is stable when
// that holds for all four lines through it.
func (t *edgeTable) stable(own, opp uint64) uint64 {
	safe := uint64(t[own&255<<8|opp&255]) | uint64(t[own>>56<<8|opp>>56])<<56 |
		byteColumn(uint64(t[columnByte(own, 0)<<8|columnByte(opp, 0)])) |
		byteColumn(uint64(t[columnByte(own, 7)<<8|columnByte(opp, 7)]))<<7
	within := own &^ othello.Edges
	if within == 0 {
		return safe
	}
	full := own | opp
	across, along, falling, rising := fullRows(full), fullColumns(full), fullFalling(full), fullRising(full)
	safe |= within & across & along & falling & rising
	for safe != 0 {
		more := within & (across | safe<<1 | safe>>1) & (along | safe<<8 | safe>>8) &
			(falling | safe<<9 | safe>>9) & (rising | safe<<7 | safe>>7) &^ safe
		if more == 0 {
			break
		}
		safe |= more
	}
	return safe
}

// fullRows returns the rows without an empty square.
func fullRows(full uint64) uint64 {
	full &= full >> 4
	full &= full >> 2
	full &= full >> 1
	return full & othello.ColumnA * othello.Row1
}

// fullColumns returns the columns without an empty square.
func fullColumns(full uint64) uint64 {
	full &= bits.RotateLeft64(full, 32)
	full &= bits.RotateLeft64(full, 16)
	return full & bits.RotateLeft64(full, 8)
}

// fullFalling returns the squares, off the edge, on diagonals in the direction
// of a1 to h8 without an empty square. Beyond the board everything is full.
func fullFalling(full uint64) uint64 {
	const lower, upper = 0xff80808080808080, 0x01010101010101ff // h and 8; a and 1
	down := full & (full>>9 | lower)
	up := full & (full<<9 | upper)
	down &= down>>18 | 0xffffc0c0c0c0c0c0
	up &= up<<18 | 0x030303030303ffff
	return down & up & (down>>36 | 0xfffffffff0f0f0f0) & (up<<36 | 0x0f0f0f0fffffffff)
}

// fullRising is fullFalling in the direction of a8 to h1.
func fullRising(full uint64) uint64 {
	return bits.ReverseBytes64(fullFalling(bits.ReverseBytes64(full)))
}
