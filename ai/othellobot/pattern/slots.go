package pattern

import (
	"sync"

	"quadrille/engine"
)

// slotMap maps each entry of the tables to its number among those that differ
// by more than a symmetry of their pattern.
type slotMap struct {
	slot  []int32 // by layout.offset
	count int
}

// boardSlots is made when weights are first unpacked, which spares programs that do
// not play Othello some milliseconds.
var boardSlots = sync.OnceValue(newSlotMap)

//go:norace
func newSlotMap() *slotMap {
	m := &slotMap{slot: make([]int32, board.size)}
	for s := range patterns {
		table := m.slot[board.offset[s]:]
		eachConfiguration(s, func(place, twin int, _, _ []int8) {
			if twin < place {
				table[place] = table[twin]
				return
			}
			table[place] = int32(m.count)
			m.count++
		})
	}
	return m
}

// eachConfiguration calls visit for every entry of a pattern's table, with its
// place and that of its image under the pattern's own symmetry, and what stands on
// the squares in both. The slices may not be kept.
//
//go:norace
func eachConfiguration(s int, visit func(place, twin int, digits, mirrored []int8)) {
	mirror := selfImage(parseSquares(patterns[s].squares))
	digits, mirrored, step := make([]int8, len(mirror)), make([]int8, len(mirror)), make([]int, len(mirror))
	for i, to := range mirror {
		digits[i], mirrored[to], step[i] = -1, -1, power3(to)
	}
	twin := 0 // as the place, it counts from the configuration of all -1 on
	for place := range 2*board.half[s] + 1 {
		visit(place, twin, digits, mirrored)
		for i, to := range mirror { // counts on by one
			if digits[i] < 1 {
				digits[i]++
				mirrored[to]++
				twin += step[i]
				break
			}
			digits[i], mirrored[to] = -1, -1
			twin -= 2 * step[i]
		}
	}
}

// selfImage returns where each place of a pattern goes under the symmetry of the
// board that maps the pattern to itself, or the same places if there is none but
// the identity. No pattern has two.
func selfImage(base []uint8) []int {
	place := map[uint8]int{}
	for i, square := range base {
		place[square] = i
	}
	for symmetry := uint8(engine.Symmetries - 1); ; symmetry-- {
		var to []int
		moved := false
		for i, square := range base {
			if p, ok := place[engine.TransformCell(square, 8, symmetry)]; ok {
				to = append(to, p)
				moved = moved || p != i
			}
		}
		if len(to) == len(base) && (moved || symmetry == 0) {
			return to
		}
	}
}

// Configurations calls visit for every entry of a knot's tables that stands for
// what is on a pattern: with the pattern's squares, with what is there (1 for a disk of the
// side to move, -1 for one of the other side), and with the image of that under
// the pattern's own symmetry, or the same if it has none. The slices may not be
// kept.
func Configurations(visit func(slot int, squares []uint8, digits, twin []int8)) {
	for s, p := range patterns {
		squares, table := parseSquares(p.squares), boardSlots().slot[board.offset[s]:]
		eachConfiguration(s, func(place, twin int, digits, mirrored []int8) {
			if twin >= place { // else it is an image of one before
				visit(int(table[place]), squares, digits, mirrored)
			}
		})
	}
}
