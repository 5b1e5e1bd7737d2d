package teekosolve

// drop values the positions of a row in which marks are missing.
func (b *Builder) drop(row int) {
	marks := b.stage.marks
	l := b.table.layers[marks]
	first := l.first.sets[row]
	values := b.table.values[marks][row*l.stride:]
	switch {
	case b.table.board.IsGoal(first):
		for rank := range b.subsets {
			values[rank] = 1
		}
	case marks == allMarks-1:
		for rank, set := range b.subsets {
			values[rank] = b.bestLastDrop(row, set)
		}
	default:
		for rank, set := range b.subsets {
			values[rank] = b.bestDrop(marks, first, spread(set, first))
		}
	}
}

// bestDrop is the value for the side to move that has its own marks, neither
// all of them nor all but one of both sides being on the board.
func (b *Builder) bestDrop(marks int, waiting, own uint32) uint8 {
	next, values := b.table.layers[marks+1], b.table.values[marks+1]
	best := uint8(worst)
	for empty := b.table.board.Cells() &^ (waiting | own); empty != 0; empty &= empty - 1 {
		best = better(best, earlier(values[next.place(own|empty&-empty, waiting)]))
	}
	return best
}

// bestLastDrop is the value of a drop position with one mark missing. All that
// it can become are in the row of the move phase with the same number, since
// the side that waits there then is to move.
func (b *Builder) bestLastDrop(row int, own uint32) uint8 {
	moves := b.table.layers[allMarks]
	values := b.table.values[allMarks][row*moves.stride:]
	cells := uint32(1)<<moves.second.n - 1
	best := uint8(worst)
	for empty := cells &^ own; empty != 0; empty &= empty - 1 {
		best = better(best, earlier(values[moves.second.of(own|empty&-empty)]))
	}
	return best
}

// worst is worse than the byte of any loss that a turn can lead to, as none is
// in one ply.
const worst = 1

// earlier is the byte of a turn, for the side that makes it, that leads to a
// position with a byte.
func earlier(b uint8) uint8 {
	if b == 0 {
		return 0
	}
	return b + 1
}

// better returns the byte that the side to move would rather have: wins, the
// sooner the better, then a draw, then losses, the later the better.
func better(a, b uint8) uint8 {
	if rating(a) >= rating(b) {
		return a
	}
	return b
}

func rating(b uint8) int {
	switch {
	case b == 0:
		return 0
	case b%2 == 0:
		return 1000 - int(b)
	}
	return int(b) - 1000
}
