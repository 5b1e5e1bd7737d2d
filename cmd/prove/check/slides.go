package check

import "slices"

// lie is how all marbles lie in the movement phase with slideback=false, in which Blue
// moves when the hole is in the middle of a side.
type lie struct {
	red, blue    cells
	hole, barred int
}

// next lists what the slides lead to, n of them.
func (l lie) next() (all [4]lie, n int) {
	for _, square := range neighbours[l.hole] {
		if square != l.barred {
			all[n] = lie{l.red.slid(square, l.hole), l.blue.slid(square, l.hole), square, l.hole}
			n++
		}
	}
	return all, n
}

// phase has all positions that slides lead to from one.
type phase struct {
	number map[lie]int // of each position
	within []int       // so many slides Blue wins, or never, by number
}

const never = 1 << 30

// soonest is within how many slides Blue wins a position.
func (p *phase) soonest(l lie) int { return p.within[p.number[l]] }

// solve goes backwards from the blocks.
func solve(first lie) *phase {
	type position struct {
		lie
		before [3]int // the positions that lead to it, so many
		ways   int
		open   int // its slides that are not known to win for Blue
	}
	p := &phase{map[lie]int{first: 0}, []int{never}}
	all := []position{{lie: first}}
	var queue []int
	for i := 0; i < len(all); i++ {
		if red, blue := all[i].red.hasBlock(), all[i].blue.hasBlock(); red || blue {
			if !red {
				p.within[i] = 0
				queue = append(queue, i)
			}
			continue
		}
		nexts, n := all[i].next()
		all[i].open = n
		for _, next := range nexts[:n] {
			j, known := p.number[next]
			if !known {
				j = len(all)
				p.number[next] = j
				all = append(all, position{lie: next})
				p.within = append(p.within, never)
			}
			to := &all[j]
			to.before[to.ways] = i
			to.ways++
		}
	}
	for k := 0; k < len(queue); k++ {
		won := &all[queue[k]]
		for _, j := range won.before[:won.ways] {
			before := &all[j]
			before.open--
			if p.within[j] == never && (before.hole%2 == 1 || before.open == 0) {
				p.within[j] = p.within[queue[k]] + 1
				queue = append(queue, j)
			}
		}
	}
	return p
}

// slides finds out whether Blue wins by slides alone when all is placed. Within how many
// that is gets less with each of them, so that no position comes a second time and the rule
// repetition makes no difference if it allows the first.
type slides struct {
	alone []*phase // without Red's marbles, those asked for last
}

// mostSlides bounds the slides within which a certificate may say that Blue wins.
const mostSlides = 500

// within says whether Blue wins within n slides. Without Red's marbles Blue has every win
// as soon or sooner, since a slide is allowed or not whatever lies on the tiles. There are
// few such phases, and mostly what wins there meets no block of Red's; if it does, the
// phase is solved with all that lies there.
func (s *slides) within(l lie, n int) bool {
	without := lie{0, l.blue, l.hole, l.barred}
	alone := s.phaseOf(without)
	return alone.soonest(without) <= n && (alone.leads(l, map[lie]bool{}) || solve(l).soonest(l) <= n)
}

// phaseOf returns the phase of a position without Red's marbles.
func (s *slides) phaseOf(l lie) *phase {
	for _, p := range s.alone {
		if _, known := p.number[l]; known {
			return p
		}
	}
	const most = 100
	if len(s.alone) == most {
		s.alone = slices.Delete(s.alone, 0, 1)
	}
	s.alone = append(s.alone, solve(l))
	return s.alone[len(s.alone)-1]
}

// leads says whether Blue wins, whatever Red does, by the slides that win soonest without
// Red's marbles. held are positions of which that is known.
func (p *phase) leads(l lie, held map[lie]bool) bool {
	if red := l.red.hasBlock(); red || l.blue.hasBlock() {
		return !red
	}
	if held[l] {
		return true
	}
	all, n := l.next()
	if l.hole%2 == 1 {
		all[0] = slices.MinFunc(all[:n], func(a, b lie) int {
			return p.soonest(lie{0, a.blue, a.hole, a.barred}) - p.soonest(lie{0, b.blue, b.hole, b.barred})
		})
		n = 1
	}
	for _, next := range all[:n] {
		if !p.leads(next, held) {
			return false
		}
	}
	held[l] = true
	return true
}

// lieOf is how the marbles of a board lie.
func lieOf(b *board, barred int) lie {
	l := lie{hole: b.hole, barred: barred}
	for _, s := range slots {
		switch b.get(s) {
		case red:
			l.red |= cell(s)
		case blue:
			l.blue |= cell(s)
		}
	}
	return l
}
