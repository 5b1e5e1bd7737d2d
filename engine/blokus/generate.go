package blokus

import (
	"math/bits"
	"slices"
)

// Reach is the placements of a colour that cover a cell; see Probe.At.
type Reach struct {
	Cell uint16
	Set  Set
}

// LargeWords is the number of words at the beginning of a Set that hold the
// pieces of five squares.
const LargeWords = smallBits / 64

func (s *Set) count() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) +
		bits.OnesCount64(s[3]) + bits.OnesCount64(s[4]) + bits.OnesCount64(s[5]) + bits.OnesCount64(s[6])
}

// scan goes over the growth corners of a colour. Every corner it has visited
// counts as taken from then on, so that a placement which covers several of
// them is met once, at the first.
type scan struct {
	state  *State
	colour int
	avail  Set // ways to cover a cell with the pieces left
	row    int
	todo   uint32 // corners of the row that have not been visited
	// free are the colour's free cells with pad empty rows on either side.
	free [maxSize + 2*pad]uint32
}

// begin prepares the scan. It returns false when the colour has no pieces.
func (c *scan) begin(s *State, colour int, t *tableSet) bool {
	if s.left[colour] == 0 {
		return false
	}
	c.state, c.colour = s, colour
	c.avail = t.members(s.left[colour])
	copy(c.free[pad:], s.free[colour][:])
	c.row, c.todo = 0, s.attach[colour][0]&s.free[colour][0]
	return true
}

// next finds the next corner and what can cover it. It returns false when
// there is none.
func (c *scan) next(t *tableSet, found *Set) (cell uint16, ok bool) {
	for c.todo == 0 {
		c.row++
		if c.row == int(c.state.size) {
			return 0, false
		}
		c.todo = c.state.attach[c.colour][c.row] & c.state.free[c.colour][c.row]
	}
	col := bits.TrailingZeros32(c.todo) - pad
	c.fit(t, uint(col), found)
	c.free[c.row+pad] &^= c.todo & -c.todo
	c.todo &= c.todo - 1
	return uint16(c.row*maxSize + col), true
}

// fit computes which of the available ways to cover the cell at c.row and col
// need free cells only. A way covers cells of a diamond of 41 cells around the
// cell; each of six parts of it rules out some ways by a table.
func (c *scan) fit(t *tableSet, col uint, found *Set) {
	c.fitInto(t, &c.free, col, found)
}

// fitInto is fit with other free cells.
func (c *scan) fitInto(t *tableSet, free *[maxSize + 2*pad]uint32, col uint, found *Set) {
	col &= 31 // spares the compiler a test at each shift
	f := (*[2*pad + 1]uint32)(free[c.row : c.row+2*pad+1])
	near := &t.near[f[4]>>col&511]
	above := &t.above[f[3]>>(col&31+1)&127]
	below := &t.below[f[5]>>(col&31+1)&127]
	above2 := &t.above2[f[2]>>(col&31+2)&31]
	below2 := &t.below2[f[6]>>(col&31+2)&31]
	far := &t.far[f[0]>>(col+4)&1|f[1]>>(col+3)&7<<1|f[7]>>(col+3)&7<<4|f[8]>>(col+4)&1<<7]
	found[0] = c.avail[0] & near[0] & above[0] & below[0] & above2[0] & below2[0] & far[0]
	found[1] = c.avail[1] & near[1] & above[1] & below[1] & above2[1] & below2[1] & far[1]
	found[2] = c.avail[2] & near[2] & above[2] & below[2] & above2[2] & below2[2] & far[2]
	found[3] = c.avail[3] & near[3] & above[3] & below[3] & above2[3] & below2[3] & far[3]
	found[4] = c.avail[4] & near[4] & above[4] & below[4] & above2[4] & below2[4] & far[4]
	found[5] = c.avail[5] & near[5] & above[5] & below[5] & above2[5] & below2[5] & far[5]
	found[6] = c.avail[6] & near[6] & above[6] & below[6] & above2[6] & below2[6] & far[6]
}

// AppendPlacements appends the legal placements of a colour, as if it were its
// turn, each once. With room in the slice it allocates nothing. A colour
// without any passes.
func (s *State) AppendPlacements(list []Placement, colour int) []Placement {
	t := tables()
	var c scan
	if !c.begin(s, colour, t) {
		return list
	}
	var found Set
	for cell, ok := c.next(t, &found); ok; cell, ok = c.next(t, &found) {
		list = t.appendMembers(list, cell, &found)
	}
	return list
}

// AppendPlacementsNear is AppendPlacements for those placements that cover any of
// the cells given by row, as Corners gives them; it may append others too.
func (s *State) AppendPlacementsNear(list []Placement, colour int, cells *[maxSize]uint32) []Placement {
	t := tables()
	var c scan
	if !c.begin(s, colour, t) {
		return list
	}
	var set paddedRows
	for row, r := range cells {
		set[row+pad] = r << pad
	}
	around := within(&set, 0, int(s.size))
	var found Set
	// What covers a corner that is passed over covers nothing near, so it does no
	// harm that it is met again at another.
	for row := range int(s.size) {
		c.row = row
		for c.todo = s.attach[colour][row] & s.free[colour][row] & around[row+pad]; c.todo != 0; {
			cell, _ := c.next(t, &found)
			list = t.appendMembers(list, cell, &found)
		}
	}
	return list
}

// appendMembers appends the placements of the members of a set on the cell. A
// word has three members on average and is hard to predict, so four are written
// without asking, and what is too much is overwritten by the next word.
func (t *tableSet) appendMembers(list []Placement, cell uint16, found *Set) []Placement {
	const unasked = 4
	list = slices.Grow(list, found.count()+unasked)
	room := list[len(list):cap(list)]
	n := 0
	for word, set := range found {
		base, end := &t.base[word], n+bits.OnesCount64(set)
		next := (*[unasked]Placement)(room[n:])
		next[0] = Placement(cell + base[bits.TrailingZeros64(set)&63])
		set &= set - 1
		next[1] = Placement(cell + base[bits.TrailingZeros64(set)&63])
		set &= set - 1
		next[2] = Placement(cell + base[bits.TrailingZeros64(set)&63])
		set &= set - 1
		next[3] = Placement(cell + base[bits.TrailingZeros64(set)&63])
		set &= set - 1
		for n += unasked; n < end; n++ {
			room[n] = Placement(cell + base[bits.TrailingZeros64(set)&63])
			set &= set - 1
		}
		n = end
	}
	return list[:len(list)+n]
}

// Count returns the number of legal placements of a colour, as if it were its
// turn.
func (s *State) Count(colour int) int {
	t := tables()
	var c scan
	if !c.begin(s, colour, t) {
		return 0
	}
	n := 0
	var found Set
	for _, ok := c.next(t, &found); ok; _, ok = c.next(t, &found) {
		n += found.count()
	}
	return n
}

// Can says whether a colour has a legal placement.
func (s *State) Can(colour int) bool {
	t := tables()
	var c scan
	if s.Out(colour) || !c.begin(s, colour, t) {
		return false
	}
	var found Set
	for _, ok := c.next(t, &found); ok; _, ok = c.next(t, &found) {
		if !found.Empty() {
			return true
		}
	}
	return false
}

// Legal says whether the side to move may make a placement, or must pass.
func (s *State) Legal(m Placement) bool {
	if m == Pass {
		return !s.Can(int(s.side))
	}
	return m < Pass && s.blockedBy(m) == fits
}

// Corners returns the growth corners of a colour by row from the top, bit c
// for column c: the free cells of which its next piece must cover one.
func (s *State) Corners(colour int) [maxSize]uint32 {
	var rows [maxSize]uint32
	for i := range rows {
		rows[i] = s.attach[colour][i] & s.free[colour][i]
		rows[i] >>= pad
	}
	return rows
}

// Free returns the cells that a colour may cover, as Corners does.
func (s *State) Free(colour int) [maxSize]uint32 {
	var rows [maxSize]uint32
	for i := range rows {
		rows[i] = s.free[colour][i] >> pad
	}
	return rows
}

// obstacle is why a placement is illegal.
type obstacle uint8

const (
	fits      obstacle = iota
	usedPiece          // the piece has been placed before
	offBoard           // part of it lies off the board
	notFree            // it covers a cell that is taken or next to an own piece
	noCorner           // it covers no growth corner
)

// blockedBy returns the first obstacle to a placement of the side to move.
func (s *State) blockedBy(m Placement) obstacle {
	shape := &tables().shapes[m/Cells]
	row, col := int(m)%Cells/maxSize, int(m)%maxSize
	switch {
	case s.left[s.side]>>shape.Piece&1 == 0:
		return usedPiece
	case row+int(shape.Height) > int(s.size) || col+int(shape.Width) > int(s.size):
		return offBoard
	}
	touches := false
	for i := range int(shape.Height) {
		cells, free := shape.Rows[i]<<(col+pad), s.free[s.side][row+i]
		if cells&^free != 0 {
			return notFree
		}
		touches = touches || cells&s.attach[s.side][row+i] != 0
	}
	if !touches {
		return noCorner
	}
	return fits
}

// Perft counts the sequences of depth turns, a pass being one and a finished
// game counting one. It returns early soon after stop returns true.
func (s *State) Perft(depth int, stop func() bool) uint64 {
	return s.perft(make([]State, max(0, depth)), stop)
}

// perft counts the sequences of as many turns as there is room for states. The
// states are made once: one that a recursive call points to lies on the heap, and
// to collect millions of them took half of the time.
func (s *State) perft(room []State, stop func() bool) uint64 {
	depth := len(room)
	if depth == 0 || s.Finished() {
		return 1
	}
	if depth == 1 {
		// A pass, or the end of the game, counts one.
		return uint64(max(1, s.Count(int(s.side))))
	}
	var buffer [1024]Placement
	list := s.AppendPlacements(buffer[:0], int(s.side))
	if len(list) == 0 {
		if s.Over() {
			return 1
		}
		list = append(list, Pass)
	}
	var n uint64
	next := &room[0]
	for _, m := range list {
		if depth > 2 && stop() {
			break
		}
		*next = *s
		next.Play(m)
		n += next.perft(room[1:], stop)
	}
	return n
}
