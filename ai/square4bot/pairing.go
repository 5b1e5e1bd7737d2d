package square4bot

import (
	"math/bits"
	"slices"

	"quadrille/engine/square4"
)

// A pairing strategy proves that a side cannot lose (Hales and Jewett,
// "Regularity and positional games", 1963).
//
// With slideback=true a side, the defender, may slide the tile back that the
// other side, the attacker, has just slid. If it always does, then every turn
// of the attacker begins in one arrangement of the tiles, the home, and the
// attacker can only complete blocks at home or one slide away from it. These
// are the lines, at most 34 sets of four slots. If the empty slots can be
// paired so that every line that has no marble of the defender contains a pair,
// then the defender answers each marble with one on the slot's partner, and no
// line is ever completed, in the placement phase or after it.

// Pair is two cells of the home arrangement: the answer to one is the other.
type Pair [2]uint8

// pairLines has the lines of each hole: the sets of four cells of the home
// arrangement that form a block there or after one slide.
var pairLines = newPairLines()

func newPairLines() (all [9][]uint64) {
	for hole := range uint8(9) {
		all[hole] = appendBlocks(nil, hole, square4.NoSquare)
		for slides := square4.Neighbours(hole); slides != 0; slides &= slides - 1 {
			all[hole] = appendBlocks(all[hole], hole, uint8(bits.TrailingZeros16(slides)))
		}
	}
	return all
}

// appendBlocks appends the blocks there may be after a square slides into the
// hole, or without a slide, seen from before it, that are not there yet.
func appendBlocks(found []uint64, hole, square uint8) []uint64 {
	empty := hole
	if square != square4.NoSquare {
		empty = square
	}
	for corners := square4.Windows(square4.AllCells &^ square4.TileCells(empty)); corners != 0; corners &= corners - 1 {
		line := square4.WindowCells(corners & -corners)
		if square != square4.NoSquare {
			line = square4.SlideCells(line, hole, square)
		}
		if !slices.Contains(found, line) {
			found = append(found, line)
		}
	}
	return found
}

// FindPairs looks for a pairing with which the side that is not to move cannot lose
// from a state that is not over. It is only looked for where tiles may slide
// back and the defender has a marble for every answer; pairs may then be empty,
// if nothing need be answered. That there is none says nothing about the game.
func FindPairs(s *square4.State) (pairs []Pair, found bool) {
	m := matching{limit: findLimit}
	if !m.find(s) {
		return nil, false
	}
	return m.pairs, true
}

// find is FindPairs within a limit.
func (m *matching) find(s *square4.State) (found bool) {
	attacker, defender := s.Side, s.Side^1
	left := int(s.Pieces) - s.Placed(int(attacker))
	// The attacker's last marble needs no answer: there is no other to come.
	if s.NoBack || int(s.Pieces)-s.Placed(int(defender)) < left-1 {
		return false
	}
	var buffer [40]uint64
	todo := buffer[:0]
	for _, line := range pairLines[s.Hole] {
		if line&s.Marbles[defender] != 0 {
			continue
		}
		line &^= s.Marbles[attacker]
		switch n := bits.OnesCount64(line); {
		case n > left:
			continue // more than the attacker can fill
		case n < 2:
			return false
		}
		todo = append(todo, line)
	}
	return m.cover(todo, s.Empty())
}

// findLimit is the most nodes that FindPairs spends. Seldom does it need a hundred.
const findLimit = 2000

// matching is a search for disjoint pairs.
type matching struct {
	pairs []Pair
	limit int
}

// cover finds disjoint pairs of free cells, so that each line contains one.
// It takes the line that leaves the least choice.
func (m *matching) cover(lines []uint64, free uint64) bool {
	if len(lines) == 0 {
		return true
	}
	if m.limit--; m.limit < 0 {
		return false
	}
	tightest, fewest := uint64(0), 5
	for _, line := range lines {
		if n := bits.OnesCount64(line & free); n < fewest {
			tightest, fewest = line&free, n
		}
	}
	if fewest < 2 {
		return false
	}
	for _, pair := range byUse(tightest, lines) {
		if pair == 0 {
			break
		}
		var buffer [40]uint64
		rest := buffer[:0]
		for _, line := range lines {
			if line&pair != pair {
				rest = append(rest, line)
			}
		}
		m.pairs = append(m.pairs, Pair{uint8(bits.TrailingZeros64(pair)), uint8(63 - bits.LeadingZeros64(pair))})
		if m.cover(rest, free&^pair) {
			return true
		}
		m.pairs = m.pairs[:len(m.pairs)-1]
	}
	return false
}

// byUse lists the up to six pairs of a set of up to four cells, those that
// most lines contain first.
func byUse(cells uint64, lines []uint64) (pairs [6]uint64) {
	var uses [6]int
	n := 0
	for ; cells != 0; cells &= cells - 1 {
		first := cells & -cells
		for others := cells ^ first; others != 0; others &= others - 1 {
			pair, use := first|others&-others, 0
			for _, line := range lines {
				if line&pair == pair {
					use++
				}
			}
			i := n
			for ; i > 0 && uses[i-1] < use; i-- {
				pairs[i], uses[i] = pairs[i-1], uses[i-1]
			}
			pairs[i], uses[i] = pair, use
			n++
		}
	}
	return pairs
}
