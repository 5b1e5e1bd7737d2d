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
// their distance from the middle.
const (
	coverFeatures  = 0
	edgeFeatures   = coverFeatures + 2*closeness
	cornerFeatures = edgeFeatures + edgeClasses
	pieceFeatures  = cornerFeatures + cornerClasses
	middleFeatures = pieceFeatures + blokus.Pieces
	features       = middleFeatures + rings
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

// board has the class of each cell, as features, for the side to move.
type board struct {
	cover, edge, corner [padded]uint8
	ring                [padded]uint8
	phase               int
	duo                 bool
}

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

// join adds a set to another.
func join(to, set *rowSets) {
	for r := range to {
		to[r] |= set[r]
	}
}

// rivalry is what the classes need to know of the rivals.
type rivalry struct {
	free   rowSets // cells that some rival could cover
	levels [closeness]rowSets
}

func (v *rivalry) look(s *blokus.State) {
	*v = rivalry{}
	size := s.Size()
	for colour := range s.Colours() {
		if colour == s.Side() || s.Out(colour) {
			continue
		}
		free, corners := s.Free(colour), s.Corners(colour)
		one := spread(&corners, &free, size)
		two := spread(&one, &free, size)
		three := spread(&two, &free, size)
		join(&v.free, &free)
		join(&v.levels[growth], &corners)
		join(&v.levels[next], &one)
		join(&v.levels[near], &three)
		latest := s.LatestCorners(colour)
		around := spread(&latest, &free, size)
		join(&v.levels[answered], &latest)
		join(&v.levels[recent], &around)
	}
}

// level is the closeness of a cell.
func (v *rivalry) level(row int, bit uint32) uint8 {
	for l := closeness - 1; l > far; l-- {
		if v.levels[l][row]&bit != 0 {
			return uint8(l)
		}
	}
	return far
}

// look classifies the cells of a position for the side to move.
func (b *board) look(s *blokus.State) {
	size := s.Size()
	b.duo = s.Colours() == 2
	b.phase = phase(blokus.Pieces - bits.OnesCount32(s.Left(s.Side())))
	var v rivalry
	v.look(s)
	free, own := s.Free(s.Side()), s.Corners(s.Side())
	reach := spread(&own, &free, size)
	reach = spread(&reach, &free, size)
	reach = spread(&reach, &free, size)
	for i := range b.edge {
		b.edge[i], b.corner[i] = edgeFeatures+edgeOff, cornerFeatures+cornerOff
	}
	for row := range size {
		for col := range size {
			b.classify(&v, &free, &own, &reach, row, col, size)
		}
	}
}

func (b *board) classify(v *rivalry, free, own, reach *rowSets, row, col, size int) {
	i, bit := at(row, col), uint32(1)<<col
	b.ring[i] = uint8(middleFeatures + max(abs(2*row-size+1), abs(2*col-size+1))/2)
	if free[row]&bit == 0 {
		b.edge[i], b.corner[i] = edgeFeatures+edgeTaken, cornerFeatures+cornerTaken
		if v.free[row]&bit != 0 {
			b.edge[i], b.corner[i] = edgeFeatures+edgeLost, cornerFeatures+cornerLost
		}
		return
	}
	level := v.level(row, bit)
	b.cover[i] = coverFeatures + level
	switch {
	case v.free[row]&bit == 0:
		b.edge[i] = edgeFeatures + edgeSole
	case level != far:
		b.edge[i] = edgeFeatures + edgeDisputed
	default:
		b.edge[i] = edgeFeatures + edgeFree
	}
	if own[row]&bit != 0 {
		b.cover[i] += closeness
		b.edge[i] = edgeFeatures + edgeOwn
		b.corner[i] = cornerFeatures + cornerHad
		return
	}
	class := cornerNew + bits.OnesCount32(free[row]&(bit<<1|bit>>1))
	if row > 0 {
		class += int(free[row-1] >> col & 1)
	}
	if row+1 < size {
		class += int(free[row+1] >> col & 1)
	}
	if level != far {
		class += 5
	}
	if reach[row]&bit == 0 {
		class += 10
	}
	b.corner[i] = uint8(cornerFeatures + class)
}

func abs(n int) int { return max(n, -n) }
