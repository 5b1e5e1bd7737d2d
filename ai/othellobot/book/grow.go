package book

import (
	"quadrille/engine/othello"
)

// ply is what a turn more costs when the next position to search is chosen, in
// hundredths of a disk: the larger, the broader and shallower the book.
const ply = 40

// Next returns the position that a book should look at next, to at most so
// many disks: the end of the line in which both sides give away least, counting
// something for its length. ok is false when there is none.
func (b *Book) Next(disks int) (next othello.State, ok bool) {
	start := othello.StartState()
	best := -1
	known := map[key]int{}
	paid := map[key]int{} // the least that led to a position so far
	var walk func(s othello.State, cost, depth int)
	walk = func(s othello.State, cost, depth int) {
		k := keyOf(&s)
		if before, seen := paid[k]; seen && before <= cost || depth > disks || s.Over() {
			return
		}
		paid[k] = cost
		if best >= 0 && cost >= best {
			return
		}
		list := b.choices(&s, known)
		if len(list) == 0 {
			best, next = cost, s
			return
		}
		for _, c := range list {
			walk(s.Play(c.Turn), cost+list[0].Value-c.Value+ply, depth+1)
		}
	}
	walk(start, 0, 4)
	return next, best >= 0
}
