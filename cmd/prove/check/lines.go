package check

import (
	"fmt"
	"slices"
)

// checkLines checks that the pairs stop the attacker for ever, however many
// marbles there are: every four slots that can be a block in the home
// arrangement, or after one slide from it, have a marble of the defender or two
// empty slots that are partners. Why that is enough is in
// docs/square4-value.md.
func checkLines(h home, p plan, defender byte) error {
	for _, line := range possibleBlocks(h.board) {
		if !stopped(line, &h.board, p, defender) {
			return fmt.Errorf("nothing stops a block on %v", line)
		}
	}
	return nil
}

func stopped(line [4]slot, b *board, p plan, defender byte) bool {
	for _, s := range line {
		if b.get(s) == defender {
			return true
		}
		q, paired := p.partner[s]
		if paired && b.get(s) == empty && b.get(q) == empty && slices.Contains(line[:], q) {
			return true
		}
	}
	return false
}

// possibleBlocks lists every four slots of the board that form a 2×2 square on
// it, or would after one slide.
func possibleBlocks(b board) [][4]slot {
	var found [][4]slot
	// To slide the hole's own square is to slide nothing.
	for _, square := range append([]int{b.hole}, neighbours[b.hole]...) {
		back := map[slot]slot{} // from a slot of the grid to where it is at home
		for _, s := range slots {
			if s.square() != b.hole {
				back[b.afterSlide(s, square)] = s
			}
		}
		found = append(found, squaresOf(back)...)
	}
	return found
}

// squaresOf lists the 2×2 squares of the grid whose slots the map has, as the
// slots it maps them to.
func squaresOf(back map[slot]slot) [][4]slot {
	var found [][4]slot
	for row := range 5 {
		for col := range 5 {
			var line [4]slot
			whole := true
			for i := range 4 {
				s, ok := back[slot{row + i/2, col + i%2}]
				line[i] = s
				whole = whole && ok
			}
			if whole {
				found = append(found, line)
			}
		}
	}
	return found
}
