package judge

import (
	"math"
	"testing"

	"quadrille/protocol/driver"
)

var markCases = []struct {
	by, text string
	want     [3]float64
	ok       bool
}{
	{"chance", "", [3]float64{5, 10, 20}, true},
	{"score", "", [3]float64{1, 2, 4}, true},
	{"score", "0.5, 1,1.5", [3]float64{0.5, 1, 1.5}, true},
	{"luck", "", [3]float64{}, false},
	{"chance", "1,2", [3]float64{}, false},
	{"chance", "3,2,1", [3]float64{}, false},
	{"chance", "0,1,2", [3]float64{}, false},
	{"chance", "NaN,1,2", [3]float64{}, false},
	{"chance", "1,NaN,2", [3]float64{}, false},
	{"chance", "1,2,Inf", [3]float64{}, false},
	{"chance", "a,b,c", [3]float64{}, false},
}

func TestParseMarks(t *testing.T) {
	for _, tc := range markCases {
		got, err := ParseMarks(tc.by, tc.text)
		if (err == nil) != tc.ok || tc.ok && got != tc.want {
			t.Errorf("%s %q: %v, %v", tc.by, tc.text, got, err)
		}
	}
}

func FuzzParseMarks(f *testing.F) {
	for _, tc := range markCases {
		f.Add(tc.by, tc.text)
	}
	f.Fuzz(func(t *testing.T, by, text string) {
		at, err := ParseMarks(by, text)
		if err == nil && !(0 < at[0] && at[0] <= at[1] && at[1] <= at[2] && !math.IsInf(at[2], 0)) {
			t.Errorf("%q %q: %v", by, text, at)
		}
	})
}

func TestFindScale(t *testing.T) {
	for _, tc := range []struct {
		values []Value
		want   float64
	}{
		{nil, leastScale},
		{[]Value{{CP: 10}}, leastScale},
		{[]Value{{CP: -300}, {CP: 100}, {CP: 200}}, 200},
		{[]Value{{CP: 9000}}, mostScale},
		{[]Value{{CP: 300}, {CP: 6400, Proof: "win"}, {Mate: 3}, {Scores: []int{1, 2}}}, 300},
	} {
		if got := findScale(tc.values); got != tc.want {
			t.Errorf("%+v: %v, want %v", tc.values, got, tc.want)
		}
	}
}

// Shares add up to one whatever the scores are.
func TestShares(t *testing.T) {
	for _, tc := range []struct {
		scores []int
		want   []float64 // nil where only the sum is known
	}{
		{[]int{4000, 3000, 2000, 1000}, []float64{0.4, 0.3, 0.2, 0.1}},
		{[]int{0, 0, 0, 0}, []float64{0.25, 0.25, 0.25, 0.25}},
		{[]int{100, 0, 0}, []float64{math.E / (math.E + 2), 1 / (math.E + 2), 1 / (math.E + 2)}},
		{[]int{-1 << 40, 1 << 40, 0, 0}, []float64{0, 1, 0, 0}},
	} {
		for i, got := range shares(tc.scores, 100) {
			if math.Abs(got-tc.want[i]) > 1e-9 {
				t.Errorf("%v: share %d is %v, want %v", tc.scores, i, got, tc.want[i])
			}
		}
	}
}

// A score that only says that a side wins is told in words, and nothing is lost of it
// in points.
func TestNoMeasure(t *testing.T) {
	for _, tc := range []struct {
		value Value
		want  string
	}{
		{Value{CP: 20000, Proof: driver.ProvedWin}, "win"},
		{Value{CP: -20000, Proof: driver.ProvedLoss}, "loss"},
		{Value{CP: 20000}, "much better"},
		{Value{CP: -20000}, "much worse"},
		{Value{Proof: driver.ProvedWin}, "win"}, // the end of a game
	} {
		if got := tc.value.Text(0); got != tc.want {
			t.Errorf("%+v: %q, want %q", tc.value, got, tc.want)
		}
		r := &Report{By: "score", Marks: [3]float64{1, 2, 4}, Seats: []string{"a", "b"}, Scale: 100}
		turn := Turn{Seat: 1, Token: "x", Best: "y", Before: Value{CP: 1200, Proof: driver.ProvedWin}, After: tc.value}
		if r.judgeTurn(&turn); turn.Points != nil {
			t.Errorf("%+v after 12.00: %v points lost, %s", tc.value, *turn.Points, turn.Mark)
		}
	}
	for _, tc := range []struct {
		value Value
		want  string
	}{
		{Value{CP: 1200, Proof: driver.ProvedWin}, "+12.00 (win)"},
		{Value{Proof: driver.ProvedDraw}, "draw"},
		{Value{Mate: 3, Proof: driver.ProvedWin}, "wins in 3 (win)"},
		{Value{CP: -50}, "-0.50"},
	} {
		if got := tc.value.Text(0); got != tc.want {
			t.Errorf("%+v: %q, want %q", tc.value, got, tc.want)
		}
	}
}
