package pattern

import (
	"math/bits"

	"quadrille/engine"
)

// A feature is one group of squares on the board, an image of a pattern under a
// symmetry. What stands on it is a number in balanced ternary: the square at
// place i of the group counts 3^i, positive for a disk of the side to move and
// negative for the other's, so that changing sides changes the sign. That number is
// kept as the place in the pattern's table, which begins with the least.

const (
	// Features is the number of groups of squares of an evaluation.
	Features = 54
	// width is Features rounded up to whole vector registers.
	width = 64

	squares = 64
)

// pattern is a group of squares in one place on the board. The order of its squares
// is the order of the digits.
type pattern struct {
	name    string
	squares string // "a1 b1 ..."
}

// patterns are the usual ones (Buro 1997, 2002), a triangle and an edge with the
// middle of the row beside it.
var patterns = [...]pattern{
	{"edge with X squares", "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2"},
	{"edge and middle of the second row", "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2"},
	{"corner triangle", "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"},
	{"corner 2x5", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"},
	{"corner 3x3", "a1 b1 c1 a2 b2 c2 a3 b3 c3"},
	{"row 2", "a2 b2 c2 d2 e2 f2 g2 h2"},
	{"row 3", "a3 b3 c3 d3 e3 f3 g3 h3"},
	{"row 4", "a4 b4 c4 d4 e4 f4 g4 h4"},
	{"diagonal of 8", "a1 b2 c3 d4 e5 f6 g7 h8"},
	{"diagonal of 7", "a2 b3 c4 d5 e6 f7 g8"},
	{"diagonal of 6", "a3 b4 c5 d6 e7 f8"},
	{"diagonal of 5", "a4 b5 c6 d7 e8"},
	{"diagonal of 4", "a5 b6 c7 d8"},
}

const patternCount = len(patterns)

// layout is how patterns lie on the board and their tables in memory.
type layout struct {
	features [Features][]uint8 // squares of each feature, in the order of its digits
	pattern  [Features]int     // the pattern of each feature
	power    powers
	nibbles  nibbles
	// offset of a pattern's table, in whose middle is the entry of nothing on it.
	offset [patternCount]int
	half   [patternCount]int // entries before the middle
	size   int               // entries of all tables together
}

// powers hold what a disk on a square adds to the place of each feature, and last
// the places of both sides' views of one board together.
type powers [squares + 1]lanes

// nibbles hold the sums of powers for every choice of four squares in half a row,
// and last the places on an empty board.
type nibbles [squares/4*16 + 1]lanes

// board never changes.
var board = newLayout()

func newLayout() *layout {
	var l layout
	next := 0
	for s, sh := range patterns {
		base := parseSquares(sh.squares)
		next = l.addFeatures(s, base, next)
		l.half[s] = (power3(len(base)) - 1) / 2
		l.offset[s] = l.size
		l.size += 2*l.half[s] + 1
	}
	if next != Features {
		panic("pattern: the number of features is not Features")
	}
	if l.offset != [...]int{0, of1, of2, of3, of4, of5, of6, of7, of8, of9, of10, of11, of12} || l.size != ofNone {
		panic("pattern: the tables are not where sumEntries looks for them")
	}
	for feature, list := range l.features {
		half := l.half[l.pattern[feature]]
		l.power[squares].set(feature, 2*half)
		l.nibbles[len(l.nibbles)-1].set(feature, half)
		for place, square := range list {
			l.power[square].set(feature, power3(place))
		}
	}
	l.addNibbles()
	return &l
}

func (l *layout) addNibbles() {
	for half := range squares / 4 {
		for set := 1; set < 16; set++ {
			square, rest := 4*half+bits.TrailingZeros(uint(set)), set&(set-1)
			l.nibbles[16*half+set] = l.nibbles[16*half+rest]
			l.nibbles[16*half+set].add(&l.power[square])
		}
	}
}

// addFeatures adds the images of a pattern that lie on different squares.
func (l *layout) addFeatures(s int, base []uint8, next int) int {
	seen := map[uint64]bool{}
	for symmetry := range uint8(engine.Symmetries) {
		list := make([]uint8, len(base))
		var set uint64
		for i, square := range base {
			list[i] = engine.TransformCell(square, 8, symmetry)
			set |= 1 << list[i]
		}
		if !seen[set] {
			seen[set] = true
			l.features[next], l.pattern[next] = list, s
			next++
		}
	}
	return next
}

func power3(n int) int {
	p := 1
	for range n {
		p *= 3
	}
	return p
}

// parseSquares reads names of squares with a space between any two.
func parseSquares(text string) []uint8 {
	var list []uint8
	for i := 0; i+1 < len(text); i += 3 {
		list = append(list, text[i]-'a'+8*(text[i+1]-'1'))
	}
	return list
}

// disks is the number of disks on a board.
func disks(own, opp uint64) int { return bits.OnesCount64(own | opp) }
