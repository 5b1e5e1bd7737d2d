package check

import (
	"math/rand/v2"
	"testing"
)

// plain says whether Blue wins within n slides, by playing them.
func plain(l lie, n int) bool {
	if red, blue := l.red.hasBlock(), l.blue.hasBlock(); red || blue || n == 0 {
		return blue && !red
	}
	all, k := l.next()
	for _, next := range all[:k] {
		if plain(next, n-1) == (l.hole%2 == 1) {
			return l.hole%2 == 1
		}
	}
	return l.hole%2 == 0
}

// randomLie has so many marbles a side anywhere on four tiles.
func randomLie(r *rand.Rand, each int) lie {
	squares := r.Perm(9)
	l := lie{hole: squares[0]}
	l.barred = neighbours[l.hole][r.IntN(len(neighbours[l.hole]))]
	for k, i := range r.Perm(16)[:2*each] {
		slot := cells(1) << (4*squares[1+i/4] + i%4)
		if k < each {
			l.red |= slot
		} else {
			l.blue |= slot
		}
	}
	return l
}

// TestSlides compares what is solved with playing some slides, where Blue wins, where only
// Red's marbles stop Blue, and where Blue does not win.
func TestSlides(t *testing.T) {
	notShort(t)
	const most = 6
	r := rand.New(rand.NewPCG(1, 2))
	var seen [3]int
	for seen[0] < 2 || seen[1] < 2 || seen[2] < 2 {
		l := randomLie(r, 5)
		kind := 0
		switch {
		case plain(l, 0), l.red.hasBlock(), plain(l, 3):
			continue
		case plain(l, most):
			kind = 1
		case plain(lie{0, l.blue, l.hole, l.barred}, most):
			kind = 2
		}
		if seen[kind]++; seen[kind] > 2 {
			continue
		}
		var s slides
		for n := range most + 1 {
			if got, want := s.within(l, n), plain(l, n); got != want {
				t.Errorf("%v: a win within %d slides %v, played %v", l, n, got, want)
			}
		}
	}
}

// TestHalvesMeet compares the phase of two halves of a block, right and left, with the
// solver for four marbles. The longest way to win has 23 slides, as docs/square4-value.md has it.
func TestHalvesMeet(t *testing.T) {
	first := lie{0, cell(at(1, 1)) | cell(at(1, 3)) | cell(at(3, 0)) | cell(at(3, 2)), 4, 7}
	p, w, longest := solve(first), winner{known: map[spot]bool{}}, 0
	for l := range p.number {
		n := p.soonest(l)
		if won := w.wins(spot{l.blue, l.hole, l.barred}); won != (n < never) {
			t.Fatalf("%v: within %d slides, and the other solver says %v", l, n, won)
		}
		if n < never {
			longest = max(longest, n)
		}
	}
	if longest != 23 || len(p.number) < 1000 {
		t.Errorf("%d positions, the longest win has %d slides, want 23", len(p.number), longest)
	}
}
