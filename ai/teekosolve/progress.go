package teekosolve

import "math"

// done is how much of the time for the whole table is over, in thousandths. What a
// stage takes was measured on both 5×5 boards, which differ by a few hundredths.
func (b *Builder) done() int {
	from, to := b.share()
	rows := b.rows()
	return int(from + (to-from)*float64(min(int(b.next.Load()), rows))/float64(rows))
}

// share is where the stage under way begins and ends, in thousandths of the time.
func (b *Builder) share() (from, to float64) {
	const prepared, moved = 60, 650
	passes := func(n int) float64 { // how many there will be nobody knows, but each takes a ninth less
		return moved - (moved-prepared)*math.Exp(-float64(n)/9)
	}
	switch {
	case b.stage.kind == preparing:
		return 0, prepared
	case b.stage.kind == passing:
		return passes(b.stage.plies - 1), passes(b.stage.plies)
	}
	drops := [...]float64{allMarks: moved, 7: 790, 6: 980, 5: 998, 4: 999, 3: 999, 2: 999, 1: 999, 0: 999}
	return drops[b.stage.marks+1], drops[b.stage.marks]
}
