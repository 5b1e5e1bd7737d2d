package pattern

import "math/bits"

// A lane is one group of squares on the board, an image of a shape under a
// symmetry. What stands on it is a number in balanced ternary: the square at
// place i of the group counts 3^i, positive for a disk of the side to move and
// negative for the other's, so that changing sides changes the sign.

const (
	// Lanes is the number of groups of squares of an evaluation.
	Lanes = 54
	// width is Lanes rounded up to whole vector registers.
	width = 64

	squares = 64
)

// shape is a group of squares in one place on the board. The order of its squares
// is the order of the digits.
type shape struct {
	name    string
	squares string // "a1 b1 ..."
}

// shapes are the usual ones (Buro 1997, 2002), a triangle and an edge with the
// middle of the row beside it.
var shapes = [...]shape{
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

const shapeCount = len(shapes)

// layout is how shapes lie on the board and their tables in memory.
type layout struct {
	lanes [Lanes][]uint8 // squares of each lane, in the order of its digits
	shape [Lanes]int     // the shape of each lane
	// power holds what a disk on a square adds to the index of each lane.
	power [squares][width]int16
	// offset of a shape's table; entry 0 of the shape is in its middle.
	offset [shapeCount]int
	half   [shapeCount]int // the largest index of the shape
	middle [Lanes]int32    // the offset of each lane's shape
	size   int             // entries of all tables together
	// nibbles are the sums of power for every choice of four squares in half a row.
	nibbles [squares / 4][16][width]int16
	digits  [squares][]digit
}

// digit says what a disk on a square adds to the index of a lane.
type digit struct {
	lane  uint8
	power int16
}

// board never changes.
var board = newLayout()

func newLayout() *layout {
	var l layout
	next := 0
	for s, sh := range shapes {
		base := parseSquares(sh.squares)
		next = l.addLanes(s, base, next)
		l.half[s] = (power3(len(base)) - 1) / 2
		l.offset[s] = l.size + l.half[s]
		l.size += 2*l.half[s] + 1
	}
	if next != Lanes {
		panic("pattern: the number of lanes is not Lanes")
	}
	for lane, list := range l.lanes {
		l.middle[lane] = int32(l.offset[l.shape[lane]])
		for place, square := range list {
			power := int16(power3(place))
			l.power[square][lane] = power
			l.digits[square] = append(l.digits[square], digit{uint8(lane), power})
		}
	}
	l.addNibbles()
	return &l
}

func (l *layout) addNibbles() {
	for half := range l.nibbles {
		for set := 1; set < 16; set++ {
			square, rest := 4*half+bits.TrailingZeros(uint(set)), set&(set-1)
			for lane := range width {
				l.nibbles[half][set][lane] = l.nibbles[half][rest][lane] + l.power[square][lane]
			}
		}
	}
}

// addLanes adds the images of a shape that lie on different squares.
func (l *layout) addLanes(s int, base []uint8, next int) int {
	seen := map[uint64]bool{}
	for symmetry := range 8 {
		list := make([]uint8, len(base))
		var set uint64
		for i, square := range base {
			list[i] = image(square, symmetry)
			set |= 1 << list[i]
		}
		if !seen[set] {
			seen[set] = true
			l.lanes[next], l.shape[next] = list, s
			next++
		}
	}
	return next
}

// image maps a square by one of the eight symmetries of the board: mirror
// columns (1), mirror rows (2), swap rows and columns (4).
func image(square uint8, symmetry int) uint8 {
	row, column := square/8, square%8
	if symmetry&1 != 0 {
		column = 7 - column
	}
	if symmetry&2 != 0 {
		row = 7 - row
	}
	if symmetry&4 != 0 {
		row, column = column, row
	}
	return row*8 + column
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
