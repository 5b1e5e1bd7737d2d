package teeko

import (
	"math/bits"

	"quadrille/engine"
)

// Board is a board together with what wins on it.
type Board uint8

// The boards.
const (
	Small    Board = iota // 4×4, the default
	Scarne                // 5×5
	Advanced              // 5×5, squares of every size win
	boards
)

// MaxCells is the number of cells of the largest board.
const MaxCells = 25

// geometry is what the rules need to know about a board. A set of cells is a
// uint32 whose bit n-1 stands for the cell with number n.
type geometry struct {
	size       int
	cells      uint32
	neighbours [MaxCells]uint32
	images     imageTable
	shapes     []shape
	goals      goalTable
}

// shape is a goal wherever it fits: four cells, of which the lowest is one of
// bases and the others are that many cells further on.
type shape struct {
	steps [3]uint8
	bases uint32
}

// geometries never changes.
var geometries = [boards]geometry{
	Small:    newGeometry(4, 2),
	Scarne:   newGeometry(5, 2),
	Advanced: newGeometry(5, 5),
}

// newGeometry describes a board of size×size cells on which squares of 2×2 up
// to largest×largest win.
func newGeometry(size, largest int) geometry {
	g := geometry{size: size, cells: 1<<(size*size) - 1}
	for cell := range size * size {
		for direction := 1; direction <= directions; direction++ {
			if to, ok := g.step(uint8(cell), direction); ok {
				g.neighbours[cell] |= 1 << to
			}
		}
	}
	g.shapes = []shape{
		g.shape(0, 0, [3][2]int{{1, 0}, {2, 0}, {3, 0}}),
		g.shape(0, 0, [3][2]int{{0, 1}, {0, 2}, {0, 3}}),
		g.shape(0, 0, [3][2]int{{1, 1}, {2, 2}, {3, 3}}),
		g.shape(3, 0, [3][2]int{{-1, 1}, {-2, 2}, {-3, 3}}),
	}
	for side := 1; side < largest; side++ {
		g.shapes = append(g.shapes, g.shape(0, 0, [3][2]int{{side, 0}, {0, side}, {side, side}}))
	}
	g.goals = newGoalTable(g.allGoals())
	g.images = newImageTable(uint8(size))
	return g
}

// shape returns the shape of a lowest cell and the offsets (columns, rows) of
// the other three, given the leftmost column and lowest row for the lowest.
func (g *geometry) shape(left, bottom int, offsets [3][2]int) shape {
	var s shape
	columns, rows := 0, 0
	for i, o := range offsets {
		s.steps[i] = uint8(o[0] + o[1]*g.size)
		columns, rows = max(columns, o[0]), max(rows, o[1])
	}
	for row := bottom; row+rows < g.size; row++ {
		for column := left; column+columns < g.size; column++ {
			s.bases |= 1 << (row*g.size + column)
		}
	}
	return s
}

// directions is the number of directions; they are numbered from 1.
const directions = 8

// offsets are the column and row steps of the directions 1 to 8.
var offsets = [directions + 1][2]int{
	{0, 0}, {-1, 1}, {0, 1}, {1, 1}, {-1, 0}, {1, 0}, {-1, -1}, {0, -1}, {1, -1},
}

// step returns the next cell in a direction 1 to 8; ok is false at the edge.
func (g *geometry) step(cell uint8, direction int) (to uint8, ok bool) {
	column := int(cell)%g.size + offsets[direction][0]
	row := int(cell)/g.size + offsets[direction][1]
	if column < 0 || row < 0 || column >= g.size || row >= g.size {
		return 0, false
	}
	return uint8(row*g.size + column), true
}

// Size is the number of rows and of columns.
func (b Board) Size() int { return geometries[b].size }

// Cells is the set of all cells: bit n-1 stands for the cell with number n.
func (b Board) Cells() uint32 { return geometries[b].cells }

// Neighbours is the set of the up to eight cells next to a cell, which is
// given by its number less one.
func (b Board) Neighbours(cell uint8) uint32 { return geometries[b].neighbours[cell] }

// Step is the cell next to a cell in a direction 1 to 8, both cells given by
// their number less one; ok is false when the board ends there and for any
// other direction.
func (b Board) Step(cell uint8, direction int) (to uint8, ok bool) {
	if direction < 1 || direction > directions {
		return 0, false
	}
	return geometries[b].step(cell, direction)
}

// IsGoal says whether the set is four cells that win.
func (b Board) IsGoal(marks uint32) bool { return geometries[b].goals.has(marks) }

// Goals lists every set of four cells that wins.
func (b Board) Goals() []uint32 { return geometries[b].allGoals() }

func (g *geometry) allGoals() []uint32 {
	var goals []uint32
	for _, s := range g.shapes {
		for bases := s.bases; bases != 0; bases &= bases - 1 {
			goals = append(goals, s.cells()<<bits.TrailingZeros32(bases))
		}
	}
	return goals
}

// goalTable is a set of goals as a hash table without collisions, since asking
// whether a set is a goal is what searches do most.
type goalTable struct {
	factor uint32
	slots  [1 << goalBits]uint32
}

const goalBits = 9

// newGoalTable tries factors until no two goals fall into the same slot; for
// 58 goals in 512 slots that takes some thirty.
func newGoalTable(goals []uint32) goalTable {
	for seed := uint64(1); ; seed++ {
		t := goalTable{factor: uint32(engine.Mix(seed)) | 1}
		if t.fill(goals) {
			return t
		}
	}
}

// fill puts the goals into the empty table; ok is false when two collide.
func (t *goalTable) fill(goals []uint32) (ok bool) {
	const free = ^uint32(0) // more cells than a board has
	for i := range t.slots {
		t.slots[i] = free
	}
	for _, goal := range goals {
		if slot := &t.slots[t.slot(goal)]; *slot == free {
			*slot = goal
		} else {
			return false
		}
	}
	return true
}

func (t *goalTable) slot(marks uint32) uint32 { return marks * t.factor >> (32 - goalBits) }

func (t *goalTable) has(marks uint32) bool { return t.slots[t.slot(marks)] == marks }

// inGoals is the set of those marks that belong to a goal.
func (b Board) inGoals(marks uint32) uint32 {
	var in uint32
	for _, s := range geometries[b].shapes {
		for bases := s.found(marks); bases != 0; bases &= bases - 1 {
			in |= s.cells() << bits.TrailingZeros32(bases)
		}
	}
	return in
}

// found is the set of cells from which the shape lies wholly on the marks.
func (s *shape) found(marks uint32) uint32 {
	return s.bases & marks & (marks >> s.steps[0]) & (marks >> s.steps[1]) & (marks >> s.steps[2])
}

// cells is the shape with its lowest cell at bit 0. Its bits stay on the
// board when it is shifted to one of its bases.
func (s *shape) cells() uint32 {
	return 1 | 1<<s.steps[0] | 1<<s.steps[1] | 1<<s.steps[2]
}
