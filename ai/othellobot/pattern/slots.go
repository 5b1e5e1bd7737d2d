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

func newSlotMap() *slotMap {
	m := &slotMap{slot: make([]int32, board.size)}
	for s, sh := range patterns {
		mirror := selfImage(parseSquares(sh.squares))
		table := m.slot[board.offset[s]-board.half[s]:]
		for i := range 2*board.half[s] + 1 {
			if twin := permute(i-board.half[s], mirror) + board.half[s]; twin < i {
				table[i] = table[twin]
				continue
			}
			table[i] = int32(m.count)
			m.count++
		}
	}
	return m
}

// selfImage returns where each place of a pattern goes under the symmetry of the
// board that maps the pattern to itself, or the same places if there is none but
// the identity. No pattern has two.
func selfImage(base []uint8) []int {
	place := map[uint8]int{}
	for i, square := range base {
		place[square] = i
	}
	for symmetry := range uint8(engine.Symmetries) {
		var to []int
		moved := false
		for i, square := range base {
			if p, ok := place[engine.TransformCell(square, 8, symmetry)]; ok {
				to = append(to, p)
				moved = moved || p != i
			}
		}
		if len(to) == len(base) && moved {
			return to
		}
	}
	same := make([]int, len(base))
	for i := range same {
		same[i] = i
	}
	return same
}

// permute moves the digits of an index.
func permute(index int, to []int) int {
	moved := 0
	for _, p := range to {
		digit := (index%3+4)%3 - 1 // the balanced digit: index mod 3 in -1, 0, 1
		moved += digit * power3(p)
		index = (index - digit) / 3
	}
	return moved
}

// Configurations calls visit for every entry of a knot's tables that stands for
// what is on a pattern: with the pattern's squares, with what is there (1 for a disk of the
// side to move, -1 for one of the other side), and with the image of that under
// the pattern's own symmetry, or the same if it has none. The slices may not be
// kept.
func Configurations(visit func(slot int, squares []uint8, digits, twin []int8)) {
	m := boardSlots()
	for s, sh := range patterns {
		list := parseSquares(sh.squares)
		mirror := selfImage(list)
		digits, twin := make([]int8, len(list)), make([]int8, len(list))
		table := m.slot[board.offset[s]-board.half[s]:]
		last := int32(-1)
		for i := range 2*board.half[s] + 1 {
			if table[i] <= last {
				continue // an image of one before
			}
			last = table[i]
			index := i - board.half[s]
			for place, to := range mirror {
				digit := (index%3+4)%3 - 1
				digits[place], twin[to] = int8(digit), int8(digit)
				index = (index - digit) / 3
			}
			visit(int(last), list, digits, twin)
		}
	}
}
