package endgame

import (
	"math/bits"

	"quadrille/ai/tt"
)

// Table is the transposition table of all Othello searches, whose keys keep
// their entries apart.
type Table = tt.Table[Entry]

// Entry is what the table says about a position: bounds of its value, in disks
// or whatever the search counts in, how deep and how selectively it was searched,
// and the two best moves. 0 is no entry.
type Entry uint64

// The fields of an entry, from the lowest bit. Values have an offset that makes
// them positive; moves are one more than the square, 0 for none.
const (
	valueBits        = 14
	valueMask        = 1<<valueBits - 1
	valueZero        = 1 << (valueBits - 1)
	upperShift       = valueBits
	moveShift        = 2 * valueBits
	moveBits         = 7
	moveMask         = 1<<moveBits - 1
	selectivityShift = tt.Worth
	depthShift       = tt.Worth + 3
)

// NoMove stands for a missing move.
const NoMove = 255

// NewEntry returns the entry of a search with a window that found a value and the
// two best moves, the best first. A value outside the window is a bound. Values
// are less than 8192 either way, the depth is at least 1 and selectivity at most 7.
func NewEntry(depth, selectivity, alpha, beta, value int, moves [2]uint8) Entry {
	lower, upper := -valueZero, valueZero-1
	if value < beta {
		upper = value
	}
	if value > alpha {
		lower = value
	}
	return bounds(lower, upper).withMoves(moves) | Entry(selectivity)<<selectivityShift | Entry(depth)<<depthShift
}

func bounds(lower, upper int) Entry {
	return Entry(lower+valueZero) | Entry(upper+valueZero)<<upperShift
}

func (e Entry) withMoves(moves [2]uint8) Entry {
	e &^= (1<<(2*moveBits) - 1) << moveShift
	return e | Entry(moves[0]+1)&moveMask<<moveShift | Entry(moves[1]+1)&moveMask<<(moveShift+moveBits)
}

// newEntry is NewEntry for searches of this package.
func newEntry(depth, alpha, beta, margin int, move uint8) Entry {
	return NewEntry(depth, 0, alpha, beta, margin, [2]uint8{move, NoMove})
}

// Lower is the lower bound of the value.
func (e Entry) Lower() int { return int(e&valueMask) - valueZero }

// Upper is the upper bound of the value of an entry, which must not be 0.
func (e Entry) Upper() int { return int(e>>upperShift&valueMask) - valueZero }

// Moves are the best moves, the latest first, or NoMove.
func (e Entry) Moves() [2]uint8 {
	return [2]uint8{uint8(e>>moveShift&moveMask) - 1, uint8(e>>(moveShift+moveBits)&moveMask) - 1}
}

// Depth is how deep the search was, in disks, 0 for no entry. For an exact one of
// this package it is the number of empty squares.
func (e Entry) Depth() int { return int(uint8(e >> depthShift)) }

// Selectivity says how selective the search was, the higher the less.
func (e Entry) Selectivity() int { return int(e >> selectivityShift & 7) }

// Cutoff returns what answers a search with a window, if the entry does.
func (e Entry) Cutoff(alpha, beta int) (int, bool) {
	lower, upper := e.Lower(), e.Upper()
	switch {
	case lower >= beta || lower == upper:
		return lower, true
	case upper <= alpha:
		return upper, true
	}
	return 0, false
}

// Join is what is known of a position when e comes after old: the better search,
// or the bounds of both if they were alike, and the latest moves.
func Join(e, old Entry) Entry {
	quality, before := e>>tt.Worth&tt.MaxWorth, old>>tt.Worth&tt.MaxWorth
	moves, earlier := e.Moves(), old.Moves()
	switch {
	case before > quality:
		if earlier[0] == NoMove {
			return old.withMoves(moves)
		}
		return old
	case before == quality:
		lower, upper := max(e.Lower(), old.Lower()), min(e.Upper(), old.Upper())
		if lower <= upper { // else evaluations contradict each other
			e = e&^(1<<moveShift-1) | bounds(lower, upper)
		}
	}
	switch {
	case moves[0] == NoMove:
		moves = earlier
	case moves[1] != NoMove:
	case moves[0] != earlier[0]:
		moves[1] = earlier[0]
	default:
		moves[1] = earlier[1]
	}
	return e.withMoves(moves)
}

// SelectiveKey returns the key that a position has for searches that may be
// selective, or end before the game does, and that count in hundredths of a disk.
func SelectiveKey(own, opp uint64) uint64 { return selectiveKey(Key(own, opp)) }

func selectiveKey(key uint64) uint64 { return key * 0xbf58476d1ce4e5b9 }

// Key returns the key of a position: one multiplication, whose high and low
// halves are folded.
func Key(own, opp uint64) uint64 {
	hi, lo := bits.Mul64(own^0x9e3779b97f4a7c15, opp^0xd1b54a32d192ed03)
	return hi ^ lo
}
