package ai

import (
	"math"
	"slices"
	"testing"

	"quadrille/engine"
)

func TestWeakened(t *testing.T) {
	cases := []struct {
		level  engine.Level
		limits Limits
		want   bool
	}{
		{1, Limits{}, true},
		{9, Limits{Depth: 3, Infinite: true}, true},
		{10, Limits{}, false},
		{1, Limits{Exact: true}, false},
		{1, Limits{Mate: 3}, false},
	}
	for _, c := range cases {
		if got := (Settings{Level: c.level}).Weakened(c.limits); got != c.want {
			t.Errorf("level %v, %+v: weakened %v", c.level, c.limits, got)
		}
	}
}

// TestHandicapsAt looks no deeper than the limits allow, and takes levels below
// the first for it.
func TestHandicapsAt(t *testing.T) {
	h := Handicaps{0: {Depth: 2}, 8: {Depth: 6, Noise: 5}}
	cases := []struct {
		level engine.Level
		limit int
		want  Handicap
	}{
		{0, 0, Handicap{Depth: 2}},
		{1, 1, Handicap{Depth: 1}},
		{9, 0, Handicap{Depth: 6, Noise: 5}},
		{9, 4, Handicap{Depth: 4, Noise: 5}},
		{9, 7, Handicap{Depth: 6, Noise: 5}},
	}
	for _, c := range cases {
		if got := h.At(Settings{Level: c.level}, Limits{Depth: c.limit}, 0); got != c.want {
			t.Errorf("level %v, depth %d: %+v, not %+v", c.level, c.limit, got, c.want)
		}
	}
}

// TestWholeLevel counts how often a level between two plays as the upper one, which
// must not go with the errors that are drawn for the same position.
func TestWholeLevel(t *testing.T) {
	const tries = 20000
	blundering := Handicap{Ceiling: 1000, Blunder: 50}
	for _, c := range []struct {
		level engine.Level
		share float64
	}{{3, 0}, {3.1, 0.1}, {4.5, 0.5}, {8.9, 0.9}, {10, 0}} {
		upper, worse := 0, 0
		for key := range uint64(tries) {
			if n := WholeLevel(c.level, 7, key); n == int(c.level)+1 {
				upper++
				if blundering.Rank([]int{500, 0}, 7, key)[0] == 1 {
					worse++
				}
			} else if n != int(c.level) {
				t.Fatalf("level %v plays as %d", c.level, n)
			}
		}
		// Four standard errors of the shares, at most.
		if got := float64(upper) / tries; math.Abs(got-c.share) > 4*0.5/math.Sqrt(tries) {
			t.Errorf("level %v plays as the upper one in %.4f of the cases", c.level, got)
		}
		if got := float64(worse) / float64(max(upper, 1)); upper > 0 && math.Abs(got-0.25) > 4*0.5/math.Sqrt(float64(upper)) {
			t.Errorf("level %v prefers the worse turn in %.4f of the cases in which it plays as the upper one, not in a quarter", c.level, got)
		}
	}
}

// TestRankWithoutErrors leaves the values as they are, up to the ceiling,
// beyond which all are the same and keep their places.
func TestRankWithoutErrors(t *testing.T) {
	h := Handicap{Ceiling: 100}
	got := h.Rank([]int{-5, 200, 150, 7, math.MinInt32, 100}, 1, 2)
	if want := []int{1, 2, 5, 3, 0, 4}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// TestRankErrors counts how often the worse of two turns is preferred: with an
// error of standard deviation s in both values, and d between them, it is the
// normal distribution's share beyond d/(s·√2), and half when all is blundered.
func TestRankErrors(t *testing.T) {
	cases := []struct {
		h    Handicap
		gap  int
		want float64
	}{
		{Handicap{Noise: 100, Ceiling: 1000}, 100, 0.2398},
		{Handicap{Noise: 100, Ceiling: 1000}, 0, 0.5},
		{Handicap{Noise: 50, Ceiling: 1000}, 200, 0.0023},
		{Handicap{Noise: 100, Ceiling: 50}, 1000, 0.3618},
		{Handicap{Noise: 1, Ceiling: 1000, Blunder: 100}, 500, 0.5},
		{Handicap{Noise: 1, Ceiling: 1000, Blunder: 20}, 500, 0.1},
	}
	const tries = 20000
	for _, c := range cases {
		worse := 0
		for key := range uint64(tries) {
			if c.h.Rank([]int{c.gap, 0}, 7, key)[0] == 1 {
				worse++
			}
		}
		// Four standard errors of the share, at most.
		if got := float64(worse) / tries; math.Abs(got-c.want) > 4*0.5/math.Sqrt(tries) {
			t.Errorf("%+v: the worse turn is preferred in %.4f of the cases, not %.4f", c.h, got, c.want)
		}
	}
}

// TestGlances counts how often a level glances, and wants a turn at random to be
// none at a glance.
func TestGlances(t *testing.T) {
	const tries = 20000
	for _, h := range []Handicap{{Glance: 30}, {Blunder: 20, Glance: 80}, {Blunder: 50, Glance: 10}, {Blunder: 5}} {
		glances, random := 0, 0
		plain := Handicap{Ceiling: 1000, Blunder: h.Blunder}
		for key := range uint64(tries) {
			if !h.Glances(7, key) {
				continue
			}
			glances++
			if plain.Rank([]int{0, 500}, 7, key)[0] != 1 {
				random++
			}
		}
		if got := float64(glances) / tries; math.Abs(got-float64(h.Glance)/100) > 4*0.5/math.Sqrt(tries) {
			t.Errorf("%+v: it glances in %.4f of the cases", h, got)
		}
		if random > 0 {
			t.Errorf("%+v: %d turns at a glance are at random", h, random)
		}
	}
}

func TestRankRepeats(t *testing.T) {
	h := Handicap{Noise: 100, Ceiling: 1000, Blunder: 10}
	values := []int{1, 2, 3, 4, 5, 6, 7, 8}
	first := h.Rank(values, 1, 99)
	if again := h.Rank(values, 1, 99); !slices.Equal(first, again) {
		t.Errorf("%v, then %v", first, again)
	}
	if other := h.Rank(values, 2, 99); slices.Equal(first, other) {
		t.Error("another seed makes the same errors")
	}
	if other := h.Rank(values, 1, 98); slices.Equal(first, other) {
		t.Error("another position makes the same errors")
	}
}
