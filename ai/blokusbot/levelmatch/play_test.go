package main

import (
	"math/bits"
	"testing"
)

func TestRankScore(t *testing.T) {
	cases := []struct {
		scores []int
		set    uint
		want   float64
	}{
		{[]int{-3, -9}, 0b01, 1},
		{[]int{-3, -9}, 0b10, 0},
		{[]int{-3, -3}, 0b10, 0.5},
		{[]int{-1, -2, -3, -4}, 0b0011, 1},
		{[]int{-1, -2, -3, -4}, 0b0101, 0.75}, // the third does not beat the second
		{[]int{-1, -2, -2, -4}, 0b0101, 0.875},
		{[]int{-1, -2, -3, -4}, 0b1100, 0},
	}
	for _, c := range cases {
		if got := rankScore(c.scores, c.set); got != c.want {
			t.Errorf("seats %b of %v: %g, not %g", c.set, c.scores, got, c.want)
		}
	}
}

// TestSeatings has every seat as often on one side as on the other.
func TestSeatings(t *testing.T) {
	for _, players := range []int{2, 4} {
		count := make([]int, players)
		for _, set := range seatings(players) {
			if bits.OnesCount(set) != players/2 {
				t.Errorf("%b has not half of %d seats", set, players)
			}
			for seat := range count {
				count[seat] += int(set >> seat & 1)
			}
		}
		for seat, n := range count {
			if 2*n != len(seatings(players)) {
				t.Errorf("seat %d is %d times of the set", seat, n)
			}
		}
	}
}

// TestPlay plays a short match of the lowest levels to its end.
func TestPlay(t *testing.T) {
	for _, variant := range []string{"duo", "classic"} {
		m := match{variant: variant, nodes: 10}
		score, err := m.play(1, 2, 1)
		if err != nil || score < 0 || score > 1 {
			t.Errorf("%s: %g, %v", variant, score, err)
		}
	}
}
