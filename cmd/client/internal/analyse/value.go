package analyse

import (
	"fmt"
	"math"
	"slices"

	"quadrille/protocol/driver"
)

// Value is what a search says a position is worth to the side to move.
type Value struct {
	// CP is in hundredths of the game's unit, when Mate is 0 and there are no
	// Scores.
	CP int `json:"cp"`
	// Mate is the number of plies to a forced end, negative when it is lost.
	Mate   int          `json:"mate,omitempty"`
	Bound  driver.Bound `json:"bound,omitempty"`
	Proof  driver.Proof `json:"proof,omitempty"`
	Scores []int        `json:"scores,omitempty"` // one a seat, with more than two seats
	Depth  int          `json:"depth,omitempty"`
	// Chance is that of the side to move to win, from 0 to 1; a draw is a half.
	Chance float64 `json:"chance"`
	// Shares are the chances of all seats.
	Shares []float64 `json:"shares"`
}

// valueOf takes the value out of a report; ok is false when it has none.
func valueOf(i driver.Info) (v Value, ok bool) {
	v = Value{CP: i.CP, Mate: i.Mate, Bound: i.Bound, Proof: i.Proof, Scores: slices.Clone(i.Scores), Depth: i.Depth}
	return v, i.HasScore || len(i.Scores) > 0 || i.Proof != driver.NotProved
}

// measure fills in the chances for a seat, from 0, of so many. The scale is
// how many hundredths make three wins to one loss, roughly: the chance at one
// scale is 1/(1+1/e), 73 percent.
func (v *Value) measure(seat, seats int, scale float64) {
	v.Shares = make([]float64, seats)
	if len(v.Scores) == seats && seats > 2 {
		v.Shares = shares(v.Scores, scale)
		v.Chance = v.Shares[seat]
		if v.Proof == driver.ProvedWin {
			v.Chance = 1
		}
		return
	}
	v.Chance = v.chance(scale)
	for i := range v.Shares {
		v.Shares[i] = (1 - v.Chance) / float64(max(1, seats-1))
	}
	v.Shares[seat] = v.Chance
}

// chance is the chance to win of the side to move in a game of two.
func (v *Value) chance(scale float64) float64 {
	switch {
	case v.Proof == driver.ProvedWin:
		return 1
	case v.Proof == driver.ProvedLoss:
		return 0
	case v.Proof == driver.ProvedDraw:
		return 0.5
	case v.Mate > 0:
		return 1
	case v.Mate < 0:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(v.CP)/scale))
}

// shares turns the scores of several seats into chances. Scores that are shares
// of one win already, in hundredths of a percent, are taken as they are.
func shares(scores []int, scale float64) []float64 {
	chances := make([]float64, len(scores))
	sum := 0
	for _, s := range scores {
		sum += s
	}
	if sum > 9900 && sum < 10100 && slices.Min(scores) >= 0 {
		for i, s := range scores {
			chances[i] = float64(s) / float64(sum)
		}
		return chances
	}
	most, total := slices.Max(scores), 0.0
	for i, s := range scores {
		chances[i] = math.Exp(float64(s-most) / scale)
		total += chances[i]
	}
	for i := range chances {
		chances[i] /= total
	}
	return chances
}

// proved says whether the value is exact.
func (v *Value) proved() bool { return v.Proof != driver.NotProved }

// points is the value for the seat in units of the game; ok is false where it
// has no measure, as a mate.
func (v *Value) points(seat int) (points float64, ok bool) {
	if len(v.Scores) > seat {
		return float64(v.Scores[seat]) / 100, true
	}
	return float64(v.CP) / 100, v.Mate == 0 && len(v.Scores) == 0
}

// text writes the value for people, from the view of the seat.
func (v *Value) text(seat int) string {
	s := ""
	switch points, ok := v.points(seat); {
	case v.Mate > 0:
		s = fmt.Sprintf("wins in %d", v.Mate)
	case v.Mate < 0:
		s = fmt.Sprintf("loses in %d", -v.Mate)
	case ok:
		s = fmt.Sprintf("%+.2f", points)
	}
	if v.proved() {
		s += " (" + string(v.Proof) + ")"
	}
	return s
}

// The bounds of a scale that is found by itself, in hundredths.
const leastScale, mostScale = 50, 1000

// findScale is the median of the sizes of all values that are neither proved
// nor mates, within bounds: half of the positions of the game then count as
// more than 73 percent for one side.
func findScale(values []Value) float64 {
	var sizes []int
	for _, v := range values {
		if !v.proved() && v.Mate == 0 && len(v.Scores) == 0 {
			sizes = append(sizes, max(v.CP, -v.CP))
		}
	}
	if len(sizes) == 0 {
		return leastScale
	}
	slices.Sort(sizes)
	return float64(min(max(sizes[len(sizes)/2], leastScale), mostScale))
}
