package judge

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

	known bool    // the engine gave it
	given float64 // the chance, as far as the engine gave one; else 0
}

// valueOf takes the value out of a report; it is not known when the report has
// none.
func valueOf(i driver.Info) Value {
	return Value{CP: i.CP, Mate: i.Mate, Bound: i.Bound, Proof: i.Proof, Scores: slices.Clone(i.Scores), Depth: i.Depth,
		given: float64(i.Chance) / 10000, known: i.HasScore || len(i.Scores) > 0 || i.Proof != driver.NotProved}
}

// resultValue is what the end of a game is worth to a seat, from 0, of so many.
func resultValue(result string, seat, seats int) Value {
	v := Value{Proof: driver.ProvedLoss, known: true}
	winner := -1
	for i := range seats {
		if result == fmt.Sprintf("p%dwin", i+1) {
			winner = i
		}
	}
	switch winner {
	case -1:
		v.Proof = driver.ProvedDraw
	case seat:
		v.Proof = driver.ProvedWin
	}
	if seats > 2 {
		v.Scores = make([]int, seats)
		for i := range v.Scores {
			if winner < 0 {
				v.Scores[i] = 10000 / seats
			} else if i == winner {
				v.Scores[i] = 10000
			}
		}
	}
	return v
}

// turned are the opposites of proofs and bounds.
var (
	turnedProof = map[driver.Proof]driver.Proof{driver.ProvedWin: driver.ProvedLoss, driver.ProvedLoss: driver.ProvedWin, driver.ProvedDraw: driver.ProvedDraw}
	turnedBound = map[driver.Bound]driver.Bound{driver.LowerBound: driver.UpperBound, driver.UpperBound: driver.LowerBound}
)

// before is what a position was worth to the seat whose turn led to one that is
// worth v to the seat that is to move there.
func (v Value) before(seat, mover, seats int) Value {
	if v.Mate > 0 {
		v.Mate++
	} else if v.Mate < 0 {
		v.Mate--
	}
	if seat == mover {
		return v
	}
	if seats == 2 {
		v.CP, v.Mate, v.Bound = -v.CP, -v.Mate, turnedBound[v.Bound]
		v.Proof = turnedProof[v.Proof]
		if v.given > 0 {
			v.given = 1 - v.given
		}
	} else if v.Proof == driver.ProvedWin {
		v.Proof = driver.ProvedLoss
	} else {
		v.Proof = driver.NotProved
	}
	return v
}

// measure fills in the chances for a seat, from 0, of so many. The scale is
// how many hundredths make three wins to one loss, roughly: the chance at one
// scale is 1/(1+1/e), 73 percent.
func (v *Value) measure(seat, seats int, scale float64) {
	v.Shares = make([]float64, seats)
	if len(v.Scores) == seats && seats > 2 {
		v.Shares = shares(v.Scores, scale)
		v.Chance = v.Shares[seat]
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
	if v.given > 0 {
		return v.given
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

// exact says whether searching deeper cannot change the value.
func (v *Value) exact() bool { return v.proved() || v.Mate != 0 }

// proved says whether the engine has proved the value.
func (v *Value) proved() bool { return v.Proof != driver.NotProved }

// points is the value for the seat in units of the game; ok is false where it
// has no measure, as a mate and the end of a game.
func (v *Value) points(seat int) (points float64, ok bool) {
	if len(v.Scores) > seat {
		return float64(v.Scores[seat]) / 100, true
	}
	won := v.CP == 0 && (v.Proof == driver.ProvedWin || v.Proof == driver.ProvedLoss)
	return float64(v.CP) / 100, v.Mate == 0 && len(v.Scores) == 0 && !won && driver.Measures(v.CP)
}

// Text writes the value for people, from the view of the seat.
func (v Value) Text(seat int) string {
	s := ""
	switch points, ok := v.points(seat); {
	case v.proved() && v.Mate == 0 && len(v.Scores) == 0 && (!ok || v.CP == 0):
		return string(v.Proof)
	case v.Mate > 0:
		s = fmt.Sprintf("wins in %d", v.Mate)
	case v.Mate < 0:
		s = fmt.Sprintf("loses in %d", -v.Mate)
	case ok:
		s = fmt.Sprintf("%+.2f", points)
	case v.CP > 0:
		return "much better"
	case v.CP < 0:
		return "much worse"
	}
	if v.proved() {
		s += " (" + string(v.Proof) + ")"
	}
	return s
}

// The bounds of a scale that is found by itself, in hundredths.
const leastScale, mostScale = 50, 1000

// findScale is the median of the sizes of all values that are neither proved
// nor mates, and of which the engine gave no chance, within bounds: half of the
// positions of the game then count as more than 73 percent for one side.
func findScale(values []Value) float64 {
	var sizes []int
	for _, v := range values {
		if !v.proved() && v.Mate == 0 && v.given == 0 && len(v.Scores) == 0 {
			sizes = append(sizes, max(v.CP, -v.CP))
		}
	}
	if len(sizes) == 0 {
		return leastScale
	}
	slices.Sort(sizes)
	return float64(min(max(sizes[len(sizes)/2], leastScale), mostScale))
}
