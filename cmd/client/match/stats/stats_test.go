package stats

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
)

// trials is how often the simulations are repeated: enough for a test, or
// what the environment asks for.
func trials(t *testing.T, usual int) int {
	n, err := strconv.Atoi(os.Getenv("QUADRILLE_MATCH_TRIALS"))
	if err != nil {
		return usual
	}
	return n
}

// Values of the logistic curve by hand: odds of 10 to 1 are 400 points, of 1
// to 1 none, of 3 to 1 400·log10(3), and so on.
func TestElo(t *testing.T) {
	for _, tc := range []struct{ score, elo float64 }{
		{0.5, 0}, {10. / 11, 400}, {1. / 11, -400}, {100. / 101, 800},
		{0.75, 400 * 0.47712125472}, {2. / 3, 400 * 0.30102999566}, {0, math.Inf(-1)}, {1, math.Inf(1)},
	} {
		if got := Elo(tc.score); math.Abs(got-tc.elo) > 1e-6 && got != tc.elo {
			t.Errorf("Elo(%v) = %v, want %v", tc.score, got, tc.elo)
		}
		if back := Score(tc.elo); math.Abs(back-tc.score) > 1e-9 {
			t.Errorf("Score(%v) = %v, want %v", tc.elo, back, tc.score)
		}
	}
}

func TestCounts(t *testing.T) {
	p := NewPentanomial()
	for _, pair := range [][2]float64{{0, 0}, {0, 0.5}, {1, 0}, {0.5, 0.5}, {1, 0.5}, {1, 1}} {
		p.AddPair(pair[0], pair[1])
	}
	if !slices.Equal(p, Counts{1, 1, 2, 1, 1}) || p.Mean() != 0.5 {
		t.Errorf("pairs %v, mean %v", p, p.Mean())
	}
	if e := p.Estimate(0.95); e.Elo != 0 || math.Abs(e.LOS-0.5) > 1e-12 || math.Abs(e.Low+e.High) > 1e-9 {
		t.Errorf("an even score: %+v", e)
	}
	if e := Trinomial(0, 0, 1).Estimate(0.95); !math.IsInf(e.Low, -1) || !math.IsInf(e.High, 1) || e.LOS != 0.5 {
		t.Errorf("one game: %+v", e)
	}
	if e := Trinomial(0, 0, 50).Estimate(0.95); !math.IsInf(e.Elo, 1) || !(e.Low > 100) || !(e.LOS > 0.999) {
		t.Errorf("fifty wins: %+v", e)
	}
}

// players is a model of two engines: the outcome of a pair of games when the
// first is so much stronger. Openings differ in how much they favour the first
// seat, and games are drawn more often the closer they are, so the two games
// of a pair are not independent.
type players struct {
	elo    float64
	swing  float64 // standard deviation of the openings' advantage, Elo
	drawn  float64 // how far around 0 a game is a draw, Elo
	random *rand.Rand
}

// game is one game's points for the first engine with this advantage. Win
// over loss and a half draw follow the logistic curve of Rao and Kupper (1967).
func (p players) game(advantage float64) float64 {
	win, loss := Score(p.elo+advantage-p.drawn), Score(-p.elo-advantage-p.drawn)
	switch u := p.random.Float64(); {
	case u < win:
		return 1
	case u < win+loss:
		return 0
	}
	return 0.5
}

func (p players) pair(c Counts) {
	advantage := p.swing * p.random.NormFloat64()
	c.AddPair(p.game(advantage), p.game(-advantage))
}

// score is the true mean score, by numbers instead of drawing: over the
// opening's advantage with the trapezium rule.
func (p players) score() float64 {
	sum, weight := 0.0, 0.0
	for x := -8.0; x <= 8; x += 0.01 {
		w := math.Exp(-x * x / 2)
		advantage := x * p.swing
		win, loss := Score(p.elo+advantage-p.drawn), Score(-p.elo-advantage-p.drawn)
		sum += w * (1 + win - loss) / 2
		weight += w
	}
	return sum / weight
}

// The interval covers the true difference as often as it says, for few pairs
// and many, weak and strong.
func TestErrorBarsCover(t *testing.T) {
	n := trials(t, 1000)
	for _, tc := range []struct {
		elo, swing, drawn float64
		pairs             int
	}{
		{0, 0, 50, 20}, {0, 150, 100, 50}, {30, 200, 100, 200}, {100, 100, 50, 100}, {-150, 50, 30, 50}, {250, 100, 50, 100},
	} {
		p := players{tc.elo, tc.swing, tc.drawn, rand.New(rand.NewPCG(1, uint64(tc.pairs)))}
		truth := Elo(p.score())
		covered := 0
		for range n {
			c := NewPentanomial()
			for range tc.pairs {
				p.pair(c)
			}
			if e := c.Estimate(0.95); e.Low <= truth && truth <= e.High {
				covered++
			}
		}
		share := float64(covered) / float64(n)
		t.Logf("elo %v, swing %v, %d pairs: %.1f%% of %d intervals cover", tc.elo, tc.swing, tc.pairs, 100*share, n)
		// Three standard deviations of the simulation below 95%, and one
		// percent for counting in steps; up to 98.5% is merely cautious.
		if slack := 3 * math.Sqrt(0.95*0.05/float64(n)); share < 0.95-slack-0.01 || share > 0.985 {
			t.Errorf("elo %v, %d pairs: %.1f%% cover, want about 95%%", tc.elo, tc.pairs, 100*share)
		}
	}
}

// A test decides wrongly no more often than it was asked to.
func TestSPRTErrors(t *testing.T) {
	n := trials(t, 250)
	for _, tc := range []struct {
		test  SPRT
		swing float64
	}{
		{SPRT{0, 40, 0.05, 0.05}, 150},
		{SPRT{-20, 20, 0.05, 0.1}, 50},
		{SPRT{0, 60, 0.1, 0.02}, 0},
	} {
		for _, h1 := range []bool{false, true} {
			truth, risk, wrong := tc.test.Elo0, tc.test.Alpha, AcceptedH1
			if h1 {
				truth, risk, wrong = tc.test.Elo1, tc.test.Beta, AcceptedH0
			}
			p := players{0, tc.swing, 60, rand.New(rand.NewPCG(3, 4))}
			p.elo = strength(p, truth)
			errors, pairs := 0, 0
			for range n {
				c := NewPentanomial()
				v := Undecided
				for v == Undecided {
					p.pair(c)
					_, v = tc.test.Judge(c)
				}
				pairs += c.N()
				if v == wrong {
					errors++
				}
			}
			share := float64(errors) / float64(n)
			t.Logf("%+v, truth %v: %.1f%% of %d decisions wrong (asked %.0f%%), %d pairs on average",
				tc.test, truth, 100*share, n, 100*risk, pairs/n)
			if share > risk+3*math.Sqrt(risk*(1-risk)/float64(n)) {
				t.Errorf("%+v, truth %v: %.1f%% wrong, asked for %.1f%%", tc.test, truth, 100*share, 100*risk)
			}
		}
	}
}

// strength is the model's parameter for which the true score has this Elo.
func strength(p players, elo float64) float64 {
	low, high := elo-500, elo+500
	for range 60 {
		p.elo = (low + high) / 2
		if Elo(p.score()) < elo {
			low = p.elo
		} else {
			high = p.elo
		}
	}
	return low
}

// slowLLR is the log likelihood ratio of a trinomial by searching instead of
// by Lagrange multipliers: with the mean fixed one probability is free.
func slowLLR(t SPRT, c Counts) float64 {
	best := func(s float64) float64 {
		likelihood := func(draw float64) float64 {
			win := s - draw/2
			sum := 0.0
			for i, p := range []float64{1 - win - draw, draw, win} {
				sum += max(float64(c[i]), 1e-3) * math.Log(p)
			}
			return sum
		}
		low, high := 0.0, min(2*s, 2*(1-s))
		for range 300 {
			a, b := low+(high-low)/3, high-(high-low)/3
			if likelihood(a) < likelihood(b) {
				low = a
			} else {
				high = b
			}
		}
		return likelihood((low + high) / 2)
	}
	return best(Score(t.Elo1)) - best(Score(t.Elo0))
}

func TestLLR(t *testing.T) {
	test := SPRT{-3, 12, 0.05, 0.05}
	for _, c := range []Counts{{10, 20, 10}, {100, 300, 150}, {0, 5, 1}, {7, 0, 0}, {0, 0, 9}, {0, 40, 0}, {1, 0, 0}} {
		if got, want := test.LLR(c), slowLLR(test, c); math.Abs(got-want) > 1e-6 {
			t.Errorf("LLR(%v) = %v, searching gives %v", c, got, want)
		}
	}
	// One-sided matches and hypotheses far apart, computed with 60 digits.
	for _, tc := range []struct {
		c          Counts
		elo0, elo1 float64
		want       float64
	}{
		{Counts{0, 0, 3, 1, 1}, 0, 2000, -39.01612},
		{Counts{0, 0, 3, 1, 1}, -2000, 2000, 15.09185},
		{Counts{50, 0, 0, 0, 0}, -1500, -500, -2.72054},
		{Counts{0, 0, 0, 0, 50}, -2000, 2000, 575.66417},
	} {
		if got := (SPRT{tc.elo0, tc.elo1, 0.05, 0.05}).LLR(tc.c); math.Abs(got-tc.want) > 1e-4 {
			t.Errorf("LLR(%v) of %v against %v = %v, want %v", tc.c, tc.elo0, tc.elo1, got, tc.want)
		}
	}
	if got := test.LLR(NewPentanomial()); got != 0 {
		t.Errorf("LLR of nothing: %v", got)
	}
	low, high := test.Bounds() // ±ln 19
	if math.Abs(high-2.9444389791664403) > 1e-12 || math.Abs(low+high) > 1e-12 {
		t.Errorf("bounds %v, %v", low, high)
	}
	for _, bad := range []SPRT{{5, 5, .05, .05}, {0, 5, 0, .05}, {0, 5, .05, .5}, {0, math.Inf(1), .05, .05}, {0, 2001, .05, .05}, {-1e4, 0, .05, .05}, {math.NaN(), 1, .05, .05}} {
		if bad.Check() == nil {
			t.Errorf("%+v passes", bad)
		}
	}
}

func TestSample(t *testing.T) {
	// 0, ½, 1: mean ½, variance ¼; t of 2 degrees at 97.5% is 4.302653.
	var s Sample
	for i, x := range []float64{0, 0.5, 1} {
		if i < 2 && !math.IsInf(s.Error(0.95), 1) {
			t.Errorf("%d numbers have an error", i)
		}
		s.Add(x)
	}
	if got, want := s.Error(0.95), 4.302653*math.Sqrt(0.25/3); math.Abs(got-want) > 1e-5 || s.Mean() != 0.5 {
		t.Errorf("%v ± %v, want 0.5 ± %v", s.Mean(), got, want)
	}
}
