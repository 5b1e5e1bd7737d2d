package blokus

import "math/bits"

// Probe answers what a colour can lay on one cell. A playout that looks at a
// few growth corners only is several times faster with it than with
// AppendPlacements, which looks at all of them. The zero value is ready for
// Begin.
//
// It also knows the local cells: those where a rival, of no seat that plays the
// colour, could go on from one of
// the last three placements, and their neighbours by edge, as far as both may
// cover them. A reply covers some of them.
type Probe struct {
	tables *tableSet
	scan   scan
	// corners are the growth corners, and local and dull the free cells that
	// are local and those that are not, like scan.free.
	corners, local, dull paddedRows
	size                 int
	top, end             int  // rows from the first to before the last with local cells
	split                bool // dull is known
}

// paddedRows are the rows of a board with pad empty ones on either side.
type paddedRows = [maxSize + 2*pad]uint32

// Near is a placement that covers local cells: so many, growth corners counted
// twice.
type Near struct {
	Move  Placement
	Cells uint8
}

// Begin turns the probe to a colour in a state, which must not change until
// the last At.
func (p *Probe) Begin(s *State, colour int) {
	if p.tables == nil {
		p.tables = tables()
	}
	c := &p.scan
	c.avail = p.tables.members(s.left[colour])
	free, attach := &s.free[colour], &s.attach[colour]
	size := min(int(s.size), maxSize)
	if size != p.size {
		p.size = size
		c.free, p.corners = paddedRows{}, paddedRows{}
	}
	p.split = false
	if s.left[colour]&(1<<single) == 0 {
		// Only the single square covers a cell without free neighbours.
		above := uint32(0)
		for row := range size {
			f, below := free[row], uint32(0)
			if row+1 < len(free) {
				below = free[row+1]
			}
			c.free[row+pad] = f
			p.corners[row+pad] = attach[row] & f & (f<<1 | f>>1 | above | below)
			above = f
		}
		return
	}
	for row := range size {
		f := free[row]
		c.free[row+pad] = f
		p.corners[row+pad] = attach[row] & f
	}
}

// BeginLocal makes the local cells known for the colour of Begin and says
// whether there are any.
func (p *Probe) BeginLocal(s *State, colour int) bool {
	p.top, p.end = maxSize, 0
	p.local = paddedRows{}
	friends := s.Friends(colour)
	for _, r := range s.recent {
		if r != 0 && friends>>(r&3)&1 == 0 {
			p.addLocal(s, Placement(r>>2-1), int(r&3))
		}
	}
	some := uint32(0)
	for row := p.top; row < p.end; row++ {
		p.local[row+pad] &= s.free[colour][row]
		some |= p.local[row+pad]
	}
	return some != 0
}

// splitFree finds the dull cells, if it has not since Begin.
func (p *Probe) splitFree() {
	if p.split {
		return
	}
	p.split, p.dull = true, p.scan.free
	for row := p.top; row < p.end; row++ {
		p.dull[row+pad] &^= p.local[row+pad]
	}
}

// addLocal adds the corners of a rival's placement that it may cover, and their
// neighbours.
func (p *Probe) addLocal(s *State, m Placement, rival int) {
	shape := &p.tables.shapes[m/Cells]
	row, col := int(m)%Cells/maxSize, int(m)%maxSize
	free := &s.free[rival]
	from, end := max(row-2, 0), min(row+int(shape.Height)+2, int(s.size), maxSize)
	// Its corners in the row above, in the row itself and in that below.
	above, here, below := uint32(0), uint32(0), uint32(0)
	for r := from - 1; r < end; r++ {
		above, here, below = here, below, 0
		if i := r + 2 - row; uint(i) < uint(len(shape.Corners)) && r+1 < end {
			below = shape.Corners[i] << ((col + pad - 1) & 31) & free[r+1]
		}
		if r >= from {
			p.local[r+pad] |= (above | here | here<<1 | here>>1 | below) & free[r]
		}
	}
	p.top, p.end = min(p.top, from), max(p.end, end)
}

// NearLocal returns the growth corners within four steps of a local cell, which
// is how far a piece reaches, but those in a set.
func (p *Probe) NearLocal(but *CellSet) CellSet {
	around := within(&p.local, p.top, p.end)
	var set CellSet
	for i := range (p.size + 1) / 2 {
		set[i] = pairAt(&p.corners, i) & pairAt(&around, i) &^ but[i]
	}
	return set
}

// within returns the cells that are at most pad steps from those of a set, of
// which only rows from top to before end have any.
func within(set *paddedRows, top, end int) paddedRows {
	var around paddedRows
	for row := top; row < end; row++ {
		cells := set[row+pad]
		if cells == 0 {
			continue
		}
		a := (*[2*pad + 1]uint32)(around[row : row+2*pad+1])
		a[0] |= cells
		a[8] |= cells
		cells |= cells<<1 | cells>>1
		a[1] |= cells
		a[7] |= cells
		cells |= cells<<1 | cells>>1
		a[2] |= cells
		a[6] |= cells
		cells |= cells<<1 | cells>>1
		a[3] |= cells
		a[5] |= cells
		a[4] |= cells | cells<<1 | cells>>1
	}
	return around
}

// Corners returns the growth corners but those in a set. Those that only the single
// square could cover are left out when the colour has it no more.
func (p *Probe) Corners(but *CellSet) CellSet {
	var set CellSet
	for i := range (p.size + 1) / 2 {
		set[i] = pairAt(&p.corners, i) &^ but[i]
	}
	return set
}

// CellSet is a set of cells: the rows two by two, the upper one in the lower half
// of a word, with pad bits before the first column.
type CellSet [maxSize / 2]uint64

// pairAt is a word of a CellSet.
func pairAt(rows *paddedRows, i int) uint64 {
	return uint64(rows[pad+2*i]) | uint64(rows[pad+2*i+1])<<32
}

// Add adds a cell.
func (c *CellSet) Add(cell uint16) {
	row, col := cell/maxSize, cell%maxSize
	c[row/2] |= 1 << ((row%2*32 + col + pad) & 63)
}

// Len is the number of cells.
func (c *CellSet) Len() int {
	n := 0
	for _, pair := range c {
		n += bits.OnesCount64(pair)
	}
	return n
}

// Take takes the n-th cell by row and column, counted from 0, from a set that has
// more.
func (c *CellSet) Take(n int) uint16 {
	i := 0
	for ; i < len(c)-1; i++ {
		count := bits.OnesCount64(c[i])
		if n < count {
			break
		}
		n -= count
	}
	pair := c[i]
	for ; n > 0; n-- {
		pair &= pair - 1
	}
	c[i] &^= pair & -pair
	bit := bits.TrailingZeros64(pair)
	return uint16((2*i+bit/32)*maxSize + bit%32 - pad)
}

// At finds the placements of the colour that cover the cell, as a Reach that
// may be empty. They are legal if the cell is one of the colour's Corners.
func (p *Probe) At(cell uint16, r *Reach) {
	r.Cell = cell
	p.scan.row = int(cell / maxSize)
	p.scan.fit(p.tables, uint(cell%maxSize), &r.Set)
}

// AppendLocal appends those placements that cover the cell and a local one. It
// reports whether any placement covers the cell at all.
func (p *Probe) AppendLocal(cell uint16, list []Near) (_ []Near, alive bool) {
	var all, away Set
	col := uint(cell % maxSize)
	p.scan.row = int(cell / maxSize)
	p.scan.fit(p.tables, col, &all)
	if all.Empty() {
		return list, false
	}
	p.splitFree()
	p.scan.fitInto(p.tables, &p.dull, col, &away)
	local, growth := p.windows(uint(cell/maxSize), col)
	for word := range all {
		base, shapes := &p.tables.base[word], &p.tables.cells[word]
		for set := all[word] &^ away[word]; set != 0; set &= set - 1 {
			bit := bits.TrailingZeros64(set) & 63
			list = append(list, Near{Placement(cell + base[bit]), shapes[bit].overlap(&local) + shapes[bit].overlap(&growth)})
		}
	}
	return list, true
}

// window is a set of the cells of the nine rows and columns around a cell, five
// rows and four.
type window [2]uint64

func (w *window) overlap(other *window) uint8 {
	return uint8(bits.OnesCount64(w[0]&other[0]) + bits.OnesCount64(w[1]&other[1]))
}

// windows returns the local cells around a cell, and those of them that are
// growth corners.
func (p *Probe) windows(row, col uint) (local, growth window) {
	l, c := p.local[row:row+2*pad+1], p.corners[row:row+2*pad+1]
	for i := range 2*pad + 1 {
		half, shift := i/(pad+1), 9*(i%(pad+1))
		cells := l[i] >> (col & 31) & 511
		local[half&1] |= uint64(cells) << (shift & 63)
		growth[half&1] |= uint64(cells&(c[i]>>(col&31))) << (shift & 63)
	}
	return local, growth
}

// Append appends the members of words of a reach; see LargeWords.
func (p *Probe) Append(r *Reach, words int, list []Placement) []Placement {
	for word, set := range r.Set[:words] {
		base := &p.tables.base[word]
		for ; set != 0; set &= set - 1 {
			list = append(list, Placement(r.Cell+base[bits.TrailingZeros64(set)&63]))
		}
	}
	return list
}

// LatestCorners returns the cells at the corners of a colour's placements among
// the last three turns that it may still cover, by row as Corners does.
func (s *State) LatestCorners(colour int) [maxSize]uint32 {
	var rows [maxSize]uint32
	for _, r := range s.recent {
		if r == 0 || int(r&3) != colour {
			continue
		}
		m := Placement(r>>2 - 1)
		shape := &tables().shapes[m/Cells]
		row, col := int(m)%Cells/maxSize, int(m)%maxSize
		for i := range int(shape.Height) + 2 {
			if at := row + i - 1; uint(at) < uint(s.size) {
				rows[at] |= shape.Corners[i] << (col + pad - 1) & s.free[colour][at] >> pad
			}
		}
	}
	return rows
}
