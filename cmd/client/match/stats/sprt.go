package stats

import (
	"fmt"
	"math"
)

// SPRT is a sequential probability ratio test of two hypotheses on an Elo
// difference (Abraham Wald, Sequential Analysis, 1947), in the generalised
// form of which the outcomes' frequencies are estimated along the way.
type SPRT struct {
	Elo0 float64 // H0: the difference is this
	Elo1 float64 // H1: the difference is this, which is more
	// Alpha is the risk of accepting H1 when H0 holds, Beta that of accepting
	// H0 when H1 holds.
	Alpha, Beta float64
}

// mostElo is the largest difference that can be tested, at which the weaker side has
// one point of 100,000. The closer to 1 a score is, the fewer digits a float64
// has for the rest, and at 6,400 there are none.
const mostElo = 2000

// Check says what is wrong with the test, or nil.
func (t SPRT) Check() error {
	switch {
	case !(t.Elo0 < t.Elo1) || math.IsInf(t.Elo0, 0) || math.IsInf(t.Elo1, 0):
		return fmt.Errorf("elo0 must be less than elo1, not %v and %v", t.Elo0, t.Elo1)
	case t.Elo0 < -mostElo || t.Elo1 > mostElo:
		return fmt.Errorf("elo0 and elo1 lie between %d and %d, not %v and %v", -mostElo, mostElo, t.Elo0, t.Elo1)
	case !(0 < t.Alpha && t.Alpha < 0.5) || !(0 < t.Beta && t.Beta < 0.5):
		return fmt.Errorf("alpha and beta lie between 0 and 0.5, not %v and %v", t.Alpha, t.Beta)
	}
	return nil
}

// Bounds are the log likelihood ratios at which the test ends: at or below
// the lower H0 is accepted, at or above the upper H1.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Verdict is the state of a test.
type Verdict string

// The verdicts.
const (
	Undecided  Verdict = ""
	AcceptedH0 Verdict = "H0"
	AcceptedH1 Verdict = "H1"
)

// Judge returns the log likelihood ratio of the counts and what follows.
func (t SPRT) Judge(c Counts) (llr float64, v Verdict) {
	llr = t.LLR(c)
	lower, upper := t.Bounds()
	switch {
	case llr <= lower:
		return llr, AcceptedH0
	case llr >= upper:
		return llr, AcceptedH1
	}
	return llr, Undecided
}

// LLR is the generalised log likelihood ratio of H1 against H0:
//
//	LLR = Σ kᵢ log(p¹ᵢ / p⁰ᵢ)
//
// where kᵢ is how often the outcome i came, and pʰ the distribution over the
// outcomes that makes the counts most likely among those whose mean score is
// the hypothesis's. (Van den Bergh, "A practical introduction to the GSPRT",
// proposition 1.1; fishtest computes the same.) As there, an outcome that
// never came counts as a thousandth of one, so that the distributions exist.
func (t SPRT) LLR(c Counts) float64 {
	if c.N() == 0 {
		return 0
	}
	const never = 1e-3
	k := make([]float64, len(c))
	total := 0.0
	for i, n := range c {
		k[i] = max(float64(n), never)
		total += k[i]
	}
	for i := range k {
		k[i] /= total
	}
	p0 := likeliest(c, k, Score(t.Elo0))
	p1 := likeliest(c, k, Score(t.Elo1))
	llr := 0.0
	for i := range k {
		llr += k[i] * math.Log(p1[i]/p0[i])
	}
	return total * llr
}

// likeliest returns the distribution p with mean score s that maximises
// Σ kᵢ log pᵢ. With Lagrange multipliers
//
//	pᵢ = kᵢ / (1 + θ (aᵢ - s)),  Σ kᵢ (aᵢ - s) / (1 + θ (aᵢ - s)) = 0
//
// with aᵢ the outcomes' scores. The sum falls as θ grows over the interval on
// which every denominator is positive, -1/(1-s) to 1/s, so halving finds θ.
func likeliest(c Counts, k []float64, s float64) []float64 {
	low, high := -1/(1-s), 1/s
	for range 60 { // halvings: as far as a float64 goes
		theta := (low + high) / 2
		sum := 0.0
		for i := range k {
			d := c.value(i) - s
			sum += k[i] * d / (1 + theta*d)
		}
		if sum > 0 {
			low = theta
		} else {
			high = theta
		}
	}
	p := make([]float64, len(k))
	for i := range k {
		p[i] = k[i] / (1 + (low+high)/2*(c.value(i)-s))
	}
	return p
}
