package othello

import (
	"math"
	"math/bits"
)

// The last empty squares, where most of the time of an exact search goes: no table,
// and below LastMax no list of turns, only the squares one after the other, those in
// places with an odd number of empty squares first, since who begins there
// is likely to place last there as well: single squares, where that is certain,
// or, without any, quadrants.

// The numbers of empty squares that SolveLast is for.
const (
	LastMin = 4
	LastMax = 7
)

// SolveLast returns the final margin of the side to move with best play if that is
// more than alpha, and else an upper bound that is at most alpha; if it is
// more, what it returns is a lower bound that is more than alpha. So it answers
// a search with the window (alpha, alpha+1). nodes is the number of positions
// it looked at. There must be that many empty squares, LastMin to LastMax, and moves
// as Moves returns them; otherwise the answer is meaningless.
func SolveLast(own, opp, moves uint64, empties, alpha int) (margin, nodes int) {
	if vector {
		return solveLastVector(own, opp, moves, empties, alpha)
	}
	return solveLastScalar(own, opp, moves, empties, alpha)
}

// lastTables never changes.
var lastTables = newLastTables()

// counts is what the counting of the last flips looks up. The vector kernel
// knows its layout.
type counts struct {
	lines [squares]lines // linesFrom
	// flips has, for a place on a line and the own disks on it, twice the
	// number of disks that turn over, all other places being the other side's.
	flips  [size][256]uint8
	square [squares]countsOfSquare
	bit    [squares]uint64
	// The two multipliers of flipsScalar.
	columnA, columnToRow uint64
}

// countsOfSquare has the diagonals through a square, and where in flips the
// places of its column and of its row begin.
type countsOfSquare struct {
	rising, falling uint64
	column, row     uint64
}

func newLastTables() (t counts) {
	t.lines = linesFrom
	for place := range size {
		for own := range 256 {
			for _, step := range [2]int{1, -1} {
				at := place + step
				for at >= 0 && at < size && own>>at&1 == 0 {
					at += step
				}
				if at >= 0 && at < size {
					t.flips[place][own] += uint8(2 * ((at-place)*step - 1))
				}
			}
		}
	}
	for square := range squares {
		d := lineTables.through[square]
		t.square[square] = countsOfSquare{d.rising, d.falling, 256 * uint64(square%size), 256 * uint64(square/size)}
		t.bit[square] = 1 << square
	}
	t.columnA, t.columnToRow = ColumnA, ColumnToRow
	return t
}

// countLastFlips returns twice the number of disks that turn over when the side
// with the disks own takes the only empty square.
func countLastFlips(own uint64, square uint8) int {
	t, column, row := &lastTables, square&7, square>>3&7
	d, flips := &t.square[square&63], &t.flips[column]
	return int(flips[uint8(own>>(row*size))]) +
		int(flips[uint8((own&d.rising)*ColumnA>>56)]) +
		int(flips[uint8((own&d.falling)*ColumnA>>56)]) +
		int(t.flips[row][uint8((own>>column&ColumnA)*ColumnToRow>>56)])
}

// lastSolver is a search.
type lastSolver struct{ nodes int }

// solveLastScalar is SolveLast for any machine.
func solveLastScalar(own, opp, moves uint64, empties, alpha int) (margin, nodes int) {
	l := &lastSolver{}
	if empties == LastMax && squares-bits.OnesCount64(own|opp) <= LastMax {
		margin = l.solveSorted(own, opp, moves, alpha, false)
	} else {
		margin = l.solve(own, opp, empties, alpha, false)
	}
	return margin, l.nodes
}

// solveSorted is the search with LastMax empty squares, where the order of turns is
// worth a list of them.
func (l *lastSolver) solveSorted(own, opp, moves uint64, alpha int, passed bool) int {
	l.nodes++
	if moves == 0 {
		if passed {
			return Margin(own, opp)
		}
		return -l.solveSorted(opp, own, movesScalar(opp, own), ^alpha, true)
	}
	var list [LastMax]Child
	n, first := childrenScalar(own, opp, moves, list[:])
	best := lowest
	for range n {
		c := &list[first]
		v := -l.solve(c.Own, c.Opp, LastMax-1, ^alpha, false)
		if best = max(best, v); best > alpha {
			break
		}
		c.Order = math.MinInt32
		for i := range n {
			if list[i].Order > list[first].Order {
				first = i
			}
		}
	}
	return best
}

// solve is the search with four empty squares or more. Of each kind of squares
// corners come first and the squares that give them away last.
func (l *lastSolver) solve(own, opp uint64, empties, alpha int, passed bool) int {
	if empties < LastMin {
		return l.solve3(own, opp, alpha, passed)
	}
	l.nodes++
	moves := movesScalar(own, opp)
	if moves == 0 {
		if passed {
			return Margin(own, opp)
		}
		return -l.solve(opp, own, empties, ^alpha, true)
	}
	odd := OddQuadrants(^(own | opp))
	if single := isolated(^(own | opp)) & moves; single != 0 {
		odd = single
	}
	best := lowest
	for _, part := range [2]uint64{moves & odd, moves &^ odd} {
		for part != 0 {
			square := firstSquare(part)
			part &^= 1 << square
			flips := flipsScalar(own, opp, square)
			v := -l.solve(opp&^flips, own|flips|1<<square, empties-1, ^alpha, false)
			if best = max(best, v); best > alpha {
				return best
			}
		}
	}
	return best
}

// firstSquare returns the square of a set that is tried first.
func firstSquare(set uint64) uint8 {
	switch {
	case set&Corners != 0:
		set &= Corners
	case set&^XSquares != 0:
		set &^= XSquares
	}
	return uint8(bits.TrailingZeros64(set))
}

func (l *lastSolver) solve3(own, opp uint64, alpha int, passed bool) int {
	l.nodes++
	empty := ^(own | opp)
	var square [3]uint8
	square[0] = uint8(bits.TrailingZeros64(empty & OddQuadrants(empty)))
	empty &^= 1 << square[0]
	square[1], square[2] = uint8(bits.TrailingZeros64(empty)), uint8(63-bits.LeadingZeros64(empty))
	best := lowest
	for i, s := range square {
		flips := flipsScalar(own, opp, s)
		if flips == 0 {
			continue
		}
		one, other := square[(2-i)/2], square[2-i/2] // the two others in order
		v := -l.solve2(opp&^flips, own|flips|1<<s, ^alpha, one, other)
		if best = max(best, v); best > alpha {
			return best
		}
	}
	switch {
	case best > lowest:
		return best
	case passed:
		return Margin(own, opp)
	}
	return -l.solve3(opp, own, ^alpha, true)
}

func (l *lastSolver) solve2(own, opp uint64, alpha int, one, other uint8) int {
	l.nodes++
	if best := l.placeOf2(own, opp, alpha, one, other); best > lowest {
		return best
	}
	if best := l.placeOf2(opp, own, ^alpha, one, other); best > lowest {
		return -best
	}
	return Margin(own, opp)
}

// placeOf2 is solve2 without passes: lowest if there is no turn.
func (l *lastSolver) placeOf2(own, opp uint64, alpha int, one, other uint8) int {
	best := lowest
	if flips := flipsScalar(own, opp, one); flips != 0 {
		if best = l.solve1(opp&^flips, alpha, other); best > alpha {
			return best
		}
	}
	if flips := flipsScalar(own, opp, other); flips != 0 {
		best = max(best, l.solve1(opp&^flips, alpha, one))
	}
	return best
}

// solve1 returns the margin from the view of the side that is not to move: the
// side with the disks own is, and one square is empty. It does not look at the
// other side's turn if the margin is more than alpha without it.
func (l *lastSolver) solve1(own uint64, alpha int, square uint8) int {
	l.nodes++
	n := 2 * bits.OnesCount64(own)
	if flips := countLastFlips(own, square); flips != 0 {
		return squares - 2 - n - flips
	}
	final := squares - n // the empty square is the winner's
	if n >= squares {
		final -= 2
	}
	if final > alpha {
		return final
	}
	if flips := countLastFlips(^own, square); flips != 0 {
		return squares - n + flips
	}
	return final
}

// lowest is below all margins.
const lowest = -squares - 1

// OddQuadrants returns the quadrants of the board that have an odd number of the
// given squares.
func OddQuadrants(set uint64) uint64 {
	set ^= set >> 1
	set ^= set >> 2
	set ^= set >> 8
	set ^= set >> 16
	return set & 0x0000001100000011 * 0x0f0f0f0f
}

// isolated returns the squares of a set that have none of its other squares beside
// them, in any of the eight directions.
func isolated(set uint64) uint64 {
	row := set<<1&^ColumnA | set>>1&^ColumnH
	rows := set | row
	return set &^ (row | rows<<8 | rows>>8)
}
