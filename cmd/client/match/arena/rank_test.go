package arena

import (
	"math"
	"testing"
)

func TestRankPoints(t *testing.T) {
	for _, tc := range []struct {
		scores []int
		want   []float64
	}{
		{[]int{3, 1}, []float64{1, 0}},
		{[]int{2, 2}, []float64{0.5, 0.5}},
		{[]int{-3, -10, -1, -20}, []float64{2. / 3, 1. / 3, 1, 0}},
		{[]int{5, 5, 1, 0}, []float64{5. / 6, 5. / 6, 1. / 3, 0}},
		{[]int{0, 0, 0, 0}, []float64{0.5, 0.5, 0.5, 0.5}},
		{[]int{0, 0, -1, 0}, []float64{2. / 3, 2. / 3, 0, 2. / 3}},
	} {
		got := rankPoints(tc.scores)
		for i := range got {
			if math.Abs(got[i]-tc.want[i]) > 1e-12 {
				t.Errorf("rankPoints(%v) = %v, want %v", tc.scores, got, tc.want)
				break
			}
		}
	}
}
