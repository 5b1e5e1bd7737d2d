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
// placements of the rivals or of the colour itself cover them.
const (
	coverFeatures  = 0
	edgeFeatures   = coverFeatures + 2*closeness
	cornerFeatures = edgeFeatures + edgeClasses
	pieceFeatures  = cornerFeatures + cornerClasses
	middleFeatures = pieceFeatures + blokus.Pieces
	coverRivalHeat = middleFeatures + rings
	coverOwnHeat   = coverRivalHeat + heats
	edgeOwnHeat    = coverOwnHeat + heats
	cornerOwnHeat  = edgeOwnHeat + heats
	cornerFoeHeat  = cornerOwnHeat + heats
	features       = cornerFoeHeat + heats
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

// heat is the class of a cell that so many placements cover.
func heat(n uint16) uint8 {
	switch {
	case n < 1:
		return 0
	case n < 3:
		return 1
	case n < 6:
		return 2
	case n < 12:
		return 3
	case n < 24:
		return 4
	case n < 48:
		return 5
	case n < 96:
		return 6
	}
	return 7
}

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
// less.
type traits [4]uint8

const noFeature = features

// board has the features of each cell, covered, by edge and by corner, for the
// side to move.
type board struct {
	cover, edge, corner [padded]traits
	// own and foes are how many placements of the side to move and of its
	// rivals cover a cell.
	own, foes  [padded]uint16
	placements []blokus.Placement
	phase      int
	duo        bool
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

// look classifies the cells of a position for the side to move, whose legal
// placements are given.
func (b *board) look(s *blokus.State, list []blokus.Placement, prints *[blokus.Orientations]footprint) {
	size := s.Size()
	b.duo = s.Colours() == 2
	b.phase = phase(blokus.Pieces - bits.OnesCount32(s.Left(s.Side())))
	b.warm(s, list, prints)
	var v rivalry
	v.look(s)
	free, own := s.Free(s.Side()), s.Corners(s.Side())
	reach := spread(&own, &free, size)
	reach = spread(&reach, &free, size)
	reach = spread(&reach, &free, size)
	for i := range b.edge {
		b.edge[i] = traits{edgeFeatures + edgeOff, noFeature, noFeature, noFeature}
		b.corner[i] = traits{cornerFeatures + cornerOff, noFeature, noFeature, noFeature}
	}
	for row := range size {
		for col := range size {
			b.classify(&v, &free, &own, &reach, row, col, size)
		}
	}
}

// warm counts the placements that cover each cell.
func (b *board) warm(s *blokus.State, list []blokus.Placement, prints *[blokus.Orientations]footprint) {
	b.own, b.foes = [padded]uint16{}, [padded]uint16{}
	add(&b.own, list, prints)
	for colour := range s.Colours() {
		if colour != s.Side() && !s.Out(colour) {
			b.placements = s.AppendPlacements(b.placements[:0], colour)
			add(&b.foes, b.placements, prints)
		}
	}
}

func add(to *[padded]uint16, list []blokus.Placement, prints *[blokus.Orientations]footprint) {
	for _, m := range list {
		cell := int(m % cells)
		origin := at(cell/side, cell%side)
		for _, offset := range prints[m/cells].cover {
			to[origin+int(offset)]++
		}
	}
}

func (b *board) classify(v *rivalry, free, own, reach *rowSets, row, col, size int) {
	i, bit := at(row, col), uint32(1)<<col
	if free[row]&bit == 0 {
		b.edge[i][0], b.corner[i][0] = edgeFeatures+edgeTaken, cornerFeatures+cornerTaken
		if v.free[row]&bit != 0 {
			b.edge[i][0], b.corner[i][0] = edgeFeatures+edgeLost, cornerFeatures+cornerLost
		}
		return
	}
	level := v.level(row, bit)
	ring := uint8(middleFeatures + max(abs(2*row-size+1), abs(2*col-size+1))/2)
	hot, foe := heat(b.own[i]), heat(b.foes[i])
	b.cover[i] = traits{coverFeatures + level, ring, coverRivalHeat + foe, coverOwnHeat + hot}
	b.edge[i] = traits{edgeFeatures + edgeFree, edgeOwnHeat + hot, noFeature, noFeature}
	b.corner[i] = traits{cornerFeatures + cornerHad, cornerOwnHeat + hot, cornerFoeHeat + foe, noFeature}
	switch {
	case v.free[row]&bit == 0:
		b.edge[i][0] = edgeFeatures + edgeSole
	case level != far:
		b.edge[i][0] = edgeFeatures + edgeDisputed
	}
	if own[row]&bit != 0 {
		b.cover[i][0] += closeness
		b.edge[i][0] = edgeFeatures + edgeOwn
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
	b.corner[i][0] = uint8(cornerFeatures + class)
}

func abs(n int) int { return max(n, -n) }
