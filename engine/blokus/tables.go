package blokus

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

const (
	// Orientations is the number of different orientations of all pieces.
	Orientations = 91
	// Cells is the number of cells of the larger board; cell 20*row+column
	// counts from the top left, on the smaller board too.
	Cells = maxSize * maxSize

	maxSize    = 20
	classicTop = 20 // rows and columns of the classic board
	duoTop     = 14 // and of the duo board
	// pad is the number of bits to the left of a board row, and of rows above
	// the board in a scan. A piece covers no cell further than that from
	// another of its cells.
	pad = maxSide - 1
	// setWords is the size of a Set.
	setWords = 7
	// smallBits is the first bit of the pieces with fewer than five squares.
	smallBits = 320
)

// Shape is one orientation of a piece.
type Shape struct {
	Piece         uint8 // 0 to Pieces-1
	Size          uint8 // squares
	Height, Width uint8
	name          uint8 // index of its canonical name
	// cells are the squares as offsets 20*row+column from the top left of the
	// bounding box, in the order of a token: lowest row first, then from the
	// left.
	cells [maxSide]uint16
	// Rows are the squares row by row, bit c for column c.
	Rows [maxSide]uint32
	// Edges and Corners are the cells that share an edge with the piece and
	// those that only share a corner. Row 0 lies above the bounding box and
	// bit 0 to the left of it.
	Edges, Corners [maxSide + 2]uint32
}

// Shapes returns the shapes of all orientations. The caller must not change
// them.
func Shapes() *[Orientations]Shape { return &tables().shapes }

// Set is a set of ways to cover a given cell: every orientation of every
// piece, times the square of it that lies on the cell. There are 414. The
// pieces of five squares have the words 0 to 4 to themselves, all others share
// the words 5 and 6.
type Set [setWords]uint64

// Empty says whether the set has no members.
func (s *Set) Empty() bool { return s[0]|s[1]|s[2]|s[3]|s[4]|s[5]|s[6] == 0 }

// Large says whether it has members that are pieces of five squares.
func (s *Set) Large() bool { return s[0]|s[1]|s[2]|s[3]|s[4] != 0 }

func (s *Set) add(bit int) { s[bit/64] |= 1 << (bit % 64) }

// tableSet is everything that is computed once about the pieces. It is the
// same for both boards, small enough for the caches (97 KiB, of which a
// generation touches about half), and never changes once it is built.
type tableSet struct {
	shapes [Orientations]Shape
	// named is the shape of each piece in each named orientation.
	named [Pieces][8]uint8
	// byGrid finds the shape with the given squares.
	byGrid map[grid]uint8
	// base turns a bit of a Set and the covered cell into a Placement by
	// addition (modulo 1<<16).
	base [setWords][64]uint16
	// cells are the cells that a member covers, around the covered cell.
	cells [setWords][64]window
	// near, and the others, say which members of a Set remain when a part of
	// the neighbourhood has the given free cells: near for the row of the
	// covered cell (nine bits), above and below for the rows next to it
	// (seven), above2 and below2 for those beyond (five), far for the two
	// outermost rows on either side (1+3+3+1).
	near           [512]Set
	above, below   [128]Set
	above2, below2 [32]Set
	far            [256]Set
	// left is the members of a Set whose pieces are in a set of pieces, seven
	// pieces at a time.
	left [3][128]Set
}

// tables returns the tables. They are built on first use, so that a program
// that plays another game does not pay for them, and shared by all positions:
// sync.OnceValue makes that safe, and nothing writes to them afterwards, so two
// engines in one process do not notice each other.
func tables() *tableSet {
	if t := built.Load(); t != nil {
		return t
	}
	return build()
}

var (
	// built is what build has returned, for calls that the compiler can do without.
	built atomic.Pointer[tableSet]
	build = sync.OnceValue(func() *tableSet {
		t := buildTables()
		built.Store(t)
		return t
	})
)

func buildTables() *tableSet {
	t := &tableSet{byGrid: map[grid]uint8{}}
	n := uint8(0)
	for piece, d := range drawings {
		for name, g := range d.orientations() {
			if _, known := t.byGrid[g]; !known {
				t.byGrid[g] = n
				t.shapes[n] = newShape(piece, name, g)
				n++
			}
			t.named[piece][name] = t.byGrid[g]
		}
	}
	t.buildSets()
	return t
}

func newShape(piece, name int, g grid) Shape {
	s := Shape{Piece: uint8(piece), name: uint8(name)}
	for row := maxSide - 1; row >= 0; row-- {
		for col := range maxSide {
			if !g.has(row, col) {
				continue
			}
			s.cells[s.Size] = uint16(maxSize*row + col)
			s.Size++
			s.Rows[row] |= 1 << col
			s.Height = max(s.Height, uint8(row+1))
			s.Width = max(s.Width, uint8(col+1))
		}
	}
	s.buildContacts()
	return s
}

// buildContacts derives edges and corners from rows.
func (s *Shape) buildContacts() {
	var own [maxSide + 4]uint32 // two rows above, so that i-1 below is never negative
	for i, row := range s.Rows {
		own[i+2] = row << 1
	}
	for i := range s.Edges {
		above, same, below := own[i], own[i+1], own[i+2]
		s.Edges[i] = (same<<1 | same>>1 | above | below) &^ same
		s.Corners[i] = (above<<1 | above>>1 | below<<1 | below>>1) &^ same &^ s.Edges[i]
	}
}

// buildSets numbers the ways to cover a cell and fills the tables over them.
func (t *tableSet) buildSets() {
	large, small := 0, smallBits
	for o, s := range t.shapes {
		for _, cell := range s.cells[:s.Size] {
			next := &small
			if s.Size == maxSide {
				next = &large
			}
			t.addMember(*next, o, int(cell)/maxSize, int(cell)%maxSize)
			*next++
		}
	}
}

// addMember enters orientation o with its square at row and col on the cell.
func (t *tableSet) addMember(bit, o, row, col int) {
	s := &t.shapes[o]
	t.base[bit/64][bit%64] = uint16(o*Cells - row*maxSize - col)
	for subset := range 128 {
		if group := s.Piece / 7; subset>>(s.Piece%7)&1 != 0 {
			t.left[group][subset].add(bit)
		}
	}
	var need [2*pad + 1]uint32 // squares by row relative to the cell, bit pad for its column
	for i := range int(s.Height) {
		need[i-row+pad] = s.Rows[i] << pad >> col
	}
	for i, cells := range need {
		t.cells[bit/64][bit%64][i/(pad+1)] |= uint64(cells) << (9 * (i % (pad + 1)))
	}
	addWhere(t.near[:], need[pad], bit)
	addWhere(t.above[:], need[pad-1]>>1, bit)
	addWhere(t.below[:], need[pad+1]>>1, bit)
	addWhere(t.above2[:], need[pad-2]>>2, bit)
	addWhere(t.below2[:], need[pad+2]>>2, bit)
	addWhere(t.far[:], need[0]>>4|need[1]>>3<<1|need[7]>>3<<4|need[8]>>4<<7, bit)
}

// addWhere adds the bit to the sets of all indices that contain need.
func addWhere(sets []Set, need uint32, bit int) {
	for free := range sets {
		if need&^uint32(free) == 0 {
			sets[free].add(bit)
		}
	}
}

// members returns the members of a Set that belong to a set of pieces.
func (t *tableSet) members(pieces uint32) Set {
	a, b, c := &t.left[0][pieces&127], &t.left[1][pieces>>7&127], &t.left[2][pieces>>14&127]
	var s Set
	for i := range s {
		s[i] = a[i] | b[i] | c[i]
	}
	return s
}

// squaresIn is the number of squares of a set of pieces.
func squaresIn(pieces uint32) int {
	return bits.OnesCount32(pieces&1) + 2*bits.OnesCount32(pieces>>1&1) +
		3*bits.OnesCount32(pieces>>2&3) + 4*bits.OnesCount32(pieces>>4&31) +
		5*bits.OnesCount32(pieces>>9)
}
