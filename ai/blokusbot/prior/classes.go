package prior

import (
	"math/bits"

	"quadrille/engine/blokus"
)

// How close a cell is to where rivals may go on. The latest placements of
// rivals are those of the last three turns.
const (
	far      = iota
	near     // a rival comes there in two steps by edges from a growth corner
	next     // shares an edge with a rival's growth corner
	growth   // is a rival's growth corner
	recent   // like next, of one of the latest placements
	answered // like growth, of one of the latest placements
	closeness
)

// The features by number: covered cells by closeness, twice for own growth
// corners; then cells by edge, cells by corner, pieces, and covered cells by
// their distance from the middle; then free cells of each kind by how many
// placements of the rivals or of the colour itself cover them, and by which cells
// around them are free and which some rival could cover.
const (
	coverFeatures     = 0
	edgeFeatures      = coverFeatures + 2*closeness
	cornerFeatures    = edgeFeatures + edgeClasses
	pieceFeatures     = cornerFeatures + cornerClasses
	middleFeatures    = pieceFeatures + blokus.Pieces
	coverRivalHeat    = middleFeatures + rings
	coverOwnHeat      = coverRivalHeat + heats
	edgeOwnHeat       = coverOwnHeat + heats
	cornerOwnHeat     = edgeOwnHeat + heats
	cornerFoeHeat     = cornerOwnHeat + heats
	coverFreeAround   = cornerFoeHeat + heats
	edgeFreeAround    = coverFreeAround + surroundings
	cornerFreeAround  = edgeFreeAround + surroundings
	coverRivalAround  = cornerFreeAround + surroundings
	edgeRivalAround   = coverRivalAround + surroundings
	cornerRivalAround = edgeRivalAround + surroundings
	features          = cornerRivalAround + surroundings
)

// The classes of cells that share an edge with a piece. The colour itself can
// never cover them again.
const (
	edgeOff      = iota // off the board
	edgeTaken           // nobody could cover it
	edgeLost            // only others could
	edgeOwn             // was an own growth corner
	edgeFree            // was free and far from others
	edgeDisputed        // was free and others come near
	edgeSole            // only the colour itself could cover it
	edgeClasses
)

// The classes of cells that only share a corner. Those that become growth
// corners are told apart by how many of their neighbours are free, whether
// rivals come near, and whether they lie beyond what own growth corners reach.
const (
	cornerOff     = iota
	cornerTaken   // nobody can cover it
	cornerLost    // only others can
	cornerHad     // is a growth corner already
	cornerNew     // + free neighbours, + 5 if rivals come near, + 10 if beyond
	cornerClasses = cornerNew + 20
)

// rings are the distances from the middle of the board, by row or column,
// whichever is more.
const rings = 10

// heats are the classes of cells by the number of placements that cover them.
const heats = 8

// surroundings are the sets of the eight neighbours of a cell, those that are images of
// each other once.
const surroundings = 51

// surroundingOf is the class of a set of neighbours, which are numbered from the upper
// left, row by row.
var surroundingOf = func() (of [256]uint16) {
	// Where each neighbour is after a quarter turn and after a reflection.
	turn, flip := [8]int{2, 4, 7, 1, 6, 0, 3, 5}, [8]int{2, 1, 0, 4, 3, 7, 6, 5}
	move := func(set int, to *[8]int) (image int) {
		for i, at := range to {
			image |= set >> i & 1 << at
		}
		return image
	}
	n := uint16(0)
	var known [256]bool
	for set := range of {
		if known[set] {
			continue
		}
		image := set
		for i := range 8 {
			of[image], known[image] = n, true
			if image = move(image, &turn); i == 3 {
				image = move(image, &flip)
			}
		}
		n++
	}
	return of
}()

// around is the class of the neighbours of a cell that are in a set, which has a row
// above the first.
func around(set *[side + 2]uint32, row, col int) uint16 {
	above, here, below := uint64(set[row])<<1>>col, uint64(set[row+1])<<1>>col, uint64(set[row+2])<<1>>col
	return surroundingOf[above&7|here&1<<3|here>>2&1<<4|below&7<<5]
}

// heatOf is the class of a cell that so many placements cover: none, below 3, 6,
// 12, 24, 48, 96, or more. What does not fit has the last class.
var heatOf = func() (of [256]uint16) {
	for n := 1; n < len(of); n++ {
		of[n] = uint16(min(1+bits.Len(uint(n/3)), heats-1))
	}
	return of
}()

func heat(n uint16) uint16 { return heatOf[min(n, 255)] }

// phases are the parts of a game by the pieces that a colour has placed.
const phases = 5

func phase(placed int) int {
	switch {
	case placed < 1:
		return 0
	case placed < 3:
		return 1
	case placed < 6:
		return 2
	case placed < 10:
		return 3
	}
	return 4
}

type rowSets = [side]uint32

// traits are the features of a cell in one role, noFeature where there are
// fewer.
type traits [6]uint16

const noFeature = features

// board is what the features of the cells need of a position, for the side to
// move.
type board struct {
	size, phase int
	// own and foes are how many placements of the side to move and of its
	// rivals cover a cell.
	own, foes  counts
	placements []blokus.Placement
	// free and growth are the cells that the side may cover and its growth
	// corners, rival the cells that some rival could cover, and beyond the
	// free cells that the growth corners do not reach. A row lies one below,
	// so that there is one above.
	free, growth, rival, beyond [side + 2]uint32
	// covered are the cells that placements of the side cover, and near those and
	// all around them: no others bear on a rating.
	covered, near [side + 2]uint32
	// level has the bits of the closeness of each cell.
	level [3][side + 2]uint32
}

// counts are numbers by cell of a padded board, with room for any index of nine
// bits.
type counts [512]uint16

// spread returns the cells of a set and their neighbours by edge within free.
func spread(set, free *rowSets, size int) rowSets {
	var to rowSets
	for r := range size {
		cells := set[r] | set[r]<<1 | set[r]>>1
		if r > 0 {
			cells |= set[r-1]
		}
		if r+1 < size {
			cells |= set[r+1]
		}
		to[r] = cells & free[r]
	}
	return to
}

// rivals finds where the rivals may go on.
func (b *board) rivals(s *blokus.State) {
	var levels [closeness]rowSets
	friends := s.Friends(s.Side())
	for colour := range s.Colours() {
		if friends>>colour&1 != 0 || s.Out(colour) {
			continue
		}
		free, corners := s.Free(colour), s.Corners(colour)
		one := spread(&corners, &free, b.size)
		two := spread(&one, &free, b.size)
		three := spread(&two, &free, b.size)
		latest := s.LatestCorners(colour)
		around := spread(&latest, &free, b.size)
		for row := range b.size {
			b.rival[row+1] |= free[row]
			levels[growth][row] |= corners[row]
			levels[next][row] |= one[row]
			levels[near][row] |= three[row]
			levels[answered][row] |= latest[row]
			levels[recent][row] |= around[row]
		}
	}
	for row := range b.size {
		higher := uint32(0)
		for l := closeness - 1; l > far; l-- {
			cells := levels[l][row] &^ higher
			higher |= cells
			for bit := range b.level {
				if l>>bit&1 != 0 {
					b.level[bit][row+1] |= cells
				}
			}
		}
	}
}

// prepare learns a position for the side to move, whose legal placements are
// given.
func (b *board) prepare(s *blokus.State, list []blokus.Placement, prints *[blokus.Orientations]footprint) {
	b.size = s.Size()
	b.phase = phase(s.Placed(s.Side()))
	b.warm(s, list, prints)
	b.rival, b.level = [side + 2]uint32{}, [3][side + 2]uint32{}
	b.rivals(s)
	free, own := s.Free(s.Side()), s.Corners(s.Side())
	reach := spread(&own, &free, b.size)
	reach = spread(&reach, &free, b.size)
	reach = spread(&reach, &free, b.size)
	b.free, b.growth, b.beyond = [side + 2]uint32{}, [side + 2]uint32{}, [side + 2]uint32{}
	for row := range b.size {
		b.free[row+1], b.growth[row+1], b.beyond[row+1] = free[row], own[row], free[row]&^reach[row]
	}
}

// warm counts the placements that cover each cell, those of rivals only for cells
// that are near.
func (b *board) warm(s *blokus.State, list []blokus.Placement, prints *[blokus.Orientations]footprint) {
	b.own, b.foes = counts{}, counts{}
	b.own.add(list, prints)
	free := s.Free(s.Side())
	b.findNear(&free)
	around := rowSets(b.near[1 : side+1])
	friends := s.Friends(s.Side())
	for colour := range s.Colours() {
		if friends>>colour&1 == 0 && !s.Out(colour) {
			b.placements = s.AppendPlacementsNear(b.placements[:0], colour, &around)
			b.foes.add(b.placements, prints)
		}
	}
}

// findNear finds which cells the placements counted cover and which are near.
func (b *board) findNear(free *rowSets) {
	b.covered, b.near = [side + 2]uint32{}, [side + 2]uint32{}
	for row := range b.size {
		counts := b.own[at(row, 0)&511:]
		for todo := free[row]; todo != 0; todo &= todo - 1 {
			if col := bits.TrailingZeros32(todo); counts[col] != 0 {
				b.covered[row+1] |= 1 << (col & 31)
			}
		}
	}
	for r := 1; r <= b.size; r++ {
		cells := b.covered[r-1] | b.covered[r] | b.covered[r+1]
		b.near[r] = (cells | cells<<1 | cells>>1) & (1<<b.size - 1)
	}
}

// add counts the cells of placements. Footprints of less than five squares
// count the corner of the board above and to the left of all cells for those
// that they do not have, which is not a cell.
func (c *counts) add(list []blokus.Placement, prints *[blokus.Orientations]footprint) {
	for _, m := range list {
		f := &prints[m/cells]
		origin := padAt[m%cells]
		c[(origin+f.five[0])&511]++
		if f.size == 5 {
			c[(origin+f.five[1])&511]++
			c[(origin+f.five[2])&511]++
			c[(origin+f.five[3])&511]++
			c[(origin+f.five[4])&511]++
			continue
		}
		for _, offset := range f.cover[1:] {
			c[(origin+uint16(offset))&511]++
		}
	}
}

// kinds are the features of a cell, noFeature where there are less.
type kinds struct{ cover, edge, corner traits }

// classify returns the features of a cell.
func (b *board) classify(row, col int) kinds {
	const no = noFeature
	edge, corner := uint16(edgeFeatures+edgeOff), uint16(cornerFeatures+cornerOff)
	if row >= 0 && col >= 0 && row < b.size && col < b.size {
		c, r := uint(col)&31, row+1
		if b.free[r]>>c&1 != 0 {
			f := b.cell(row, col)
			return f.kinds()
		}
		lost := uint16(b.rival[r] >> c & 1)
		edge, corner = edgeFeatures+edgeTaken+lost, cornerFeatures+cornerTaken+lost
	}
	return kinds{
		cover: traits{no, no, no, no, no, no}, edge: traits{edge, no, no, no, no, no}, corner: traits{corner, no, no, no, no, no},
	}
}

// kinds are the features of a free cell in each role.
func (f *cell) kinds() kinds {
	return kinds{
		cover:  traits{f.cover, f.ring, coverRivalHeat + f.foe, coverOwnHeat + f.hot, coverFreeAround + f.free, coverRivalAround + f.rival},
		edge:   traits{f.edge, edgeOwnHeat + f.hot, edgeFreeAround + f.free, edgeRivalAround + f.rival, noFeature, noFeature},
		corner: traits{f.corner, cornerOwnHeat + f.hot, cornerFoeHeat + f.foe, cornerFreeAround + f.free, cornerRivalAround + f.rival, noFeature},
	}
}

// cell are the features of a free cell.
type cell struct{ cover, edge, corner, ring, hot, foe, free, rival uint16 }

func (b *board) cell(row, col int) cell {
	c, r := uint(col)&31, row+1
	level := uint16(b.level[0][r]>>c&1 | b.level[1][r]>>c&1<<1 | b.level[2][r]>>c&1<<2)
	i := at(row, col) & 511
	f := cell{
		cover: coverFeatures + level,
		ring:  uint16(middleFeatures + max(abs(2*row-b.size+1), abs(2*col-b.size+1))/2),
		hot:   heat(b.own[i]), foe: heat(b.foes[i]),
		free: around(&b.free, row, col), rival: around(&b.rival, row, col),
	}
	if b.growth[r]>>c&1 != 0 {
		f.cover += closeness
		f.edge, f.corner = edgeFeatures+edgeOwn, cornerFeatures+cornerHad
		return f
	}
	f.edge = edgeFeatures + edgeFree
	class := uint32(cornerFeatures+cornerNew) + b.free[r]<<1>>c&1 + b.free[r]>>1>>c&1 + b.free[r-1]>>c&1 + b.free[r+1]>>c&1
	if level != far {
		f.edge = edgeFeatures + edgeDisputed
		class += 5
	}
	if b.rival[r]>>c&1 == 0 {
		f.edge = edgeFeatures + edgeSole
	}
	f.corner = uint16(class + 10*(b.beyond[r]>>c&1))
	return f
}

func abs(n int) int { return max(n, -n) }
