package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Counts says how often each score came, from the lowest to the highest: three
// numbers for single games (loss, draw, win), five for pairs. The scores are
// evenly spaced from 0 to 1.
type Counts []int

// Trinomial counts single games.
func Trinomial(losses, draws, wins int) Counts { return Counts{losses, draws, wins} }

// NewPentanomial returns empty counts for pairs of games.
func NewPentanomial() Counts { return make(Counts, 5) }

// AddPair counts a pair whose two games gave these points, each 0, ½ or 1.
func (c Counts) AddPair(first, second float64) { c[int(math.Round(2*(first+second)))]++ }

// N is the number of units.
func (c Counts) N() int {
	n := 0
	for _, k := range c {
		n += k
	}
	return n
}

// value is the score of an outcome.
func (c Counts) value(i int) float64 { return float64(i) / float64(len(c)-1) }

// Mean is the mean score of a unit, 0 to 1; ½ with no units.
func (c Counts) Mean() float64 {
	n := c.N()
	if n == 0 {
		return 0.5
	}
	sum := 0.0
	for i, k := range c {
		sum += float64(k) * c.value(i)
	}
	return sum / float64(n)
}

// Estimate is an Elo difference with its error bar.
type Estimate struct {
	Elo       float64 // infinite when every point went one way
	Low, High float64 // the ends of the interval
	LOS       float64 // likelihood of superiority, 0 to 1
}

// Elo turns a mean score into an Elo difference: the logistic curve of which
// 400 points are odds of ten to one (Arpad Elo, The Rating of Chessplayers,
// 1978, in the form that the USCF took up).
func Elo(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/score-1)
}

// Score is the inverse of Elo.
func Score(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Estimate returns the Elo difference that the counts speak for, with an
// interval that covers the truth in the given share of matches, such as 0.95.
//
// The interval is that of the score, turned into Elo at both ends. It uses
// Student's t for the mean of N units whose variance is estimated from them.
// One imagined unit in equal parts on all outcomes is added to the variance,
// so that a few equal results do not pretend to certainty. The likelihood of
// superiority is that a true score over ½ lies behind, by the same t.
func (c Counts) Estimate(confidence float64) Estimate {
	n := c.N()
	mean := c.Mean()
	e := Estimate{Elo: Elo(mean), Low: math.Inf(-1), High: math.Inf(1), LOS: 0.5}
	if n < 2 {
		return e
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}
	sd := math.Sqrt(c.cautiousVariance() / float64(n))
	half := t.Quantile((1+confidence)/2) * sd
	e.Low, e.High = Elo(mean-half), Elo(mean+half)
	e.LOS = t.CDF((mean - 0.5) / sd)
	return e
}

// cautiousVariance is the variance of a unit with one imagined unit spread
// evenly.
func (c Counts) cautiousVariance() float64 {
	n := float64(c.N())
	share := 1 / float64(len(c))
	mean := (n*c.Mean() + 0.5) / (n + 1)
	sum := 0.0
	for i, k := range c {
		d := c.value(i) - mean
		sum += (float64(k) + share) * d * d
	}
	return sum / n
}

// Sample is numbers that are independent of each other.
type Sample struct {
	N            int
	sum, squares float64
}

// Add counts a number.
func (s *Sample) Add(x float64) { s.N, s.sum, s.squares = s.N+1, s.sum+x, s.squares+x*x }

// Mean is their mean; 0 with none.
func (s *Sample) Mean() float64 { return s.sum / float64(max(1, s.N)) }

// Error is the half width of the interval around the mean, by Student's t;
// infinite with fewer than two.
func (s *Sample) Error(confidence float64) float64 {
	if s.N < 2 {
		return math.Inf(1)
	}
	n := float64(s.N)
	variance := max(0, (s.squares-s.sum*s.sum/n)/(n-1))
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}
	return t.Quantile((1+confidence)/2) * math.Sqrt(variance/n)
}
