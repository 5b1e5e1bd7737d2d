package blokusbot

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/engine"
	"quadrille/engine/blokus"
)

// TestOutcome has shares and ranks counted by hand.
func TestOutcome(t *testing.T) {
	cases := []struct {
		scores []int
		shares []float32
		ranks  []float64 // others beaten, a tie counting half, of all others
	}{
		{[]int{-3, -5}, []float32{1, 0}, []float64{1, 0}},
		{[]int{-5, -5}, []float32{0.5, 0.5}, []float64{0.5, 0.5}},
		{[]int{-9, 20}, []float32{0, 1}, []float64{0, 1}},
		{[]int{-1, -2, -3, -4}, []float32{1, 0, 0, 0}, []float64{1, 2. / 3, 1. / 3, 0}},
		{[]int{-4, -1, -1, -9}, []float32{0, 0.5, 0.5, 0}, []float64{1. / 3, 2.5 / 3, 2.5 / 3, 0}},
		{[]int{0, 0, 0, -1}, []float32{1. / 3, 1. / 3, 1. / 3, 0}, []float64{2. / 3, 2. / 3, 2. / 3, 0}},
		{[]int{-2, -2, -2, -2}, []float32{0.25, 0.25, 0.25, 0.25}, []float64{0.5, 0.5, 0.5, 0.5}},
	}
	for _, c := range cases {
		v := values{params: &params{rank: 0.2, bonus: 0.3}}
		o := v.of(c.scores)
		for seat := range c.scores {
			if o.Share[seat] != c.shares[seat] {
				t.Errorf("%v: shares %v, not %v", c.scores, o.Share, c.shares)
			}
			// The first game is as good as the mean, which counts half.
			want := (0.8*float64(c.shares[seat]) + 0.2*c.ranks[seat] + 0.15) / 1.3
			if math.Abs(float64(o.Value[seat])-want) > 1e-6 {
				t.Errorf("%v: value %d is %.4f, not %.4f", c.scores, seat, o.Value[seat], want)
			}
		}
	}
}

// TestMargins has margins of -10 and 10 in turn, and then one of 10 again: its
// deviation is 10, so it lies one of them above the mean, near enough.
func TestMargins(t *testing.T) {
	v := values{params: &params{bonus: 1, steep: 3}}
	for range 1000 {
		v.of([]int{-15, -5})
		v.of([]int{-5, -15})
	}
	o := v.of([]int{-5, -15})
	// 3 deviations are 3/4 of the way, and a win and that count the same.
	if want := (1 + (1+0.75)/2) / 2; math.Abs(float64(o.Value[0])-want) > 1e-3 {
		t.Errorf("value %.4f, not %.4f", o.Value[0], want)
	}
}

// TestOwnScore looks at the score alone: 15 above the mean of -10 with a
// deviation of 5, whatever the others have.
func TestOwnScore(t *testing.T) {
	v := values{params: &params{bonus: 1, steep: 1, rank: 1, alone: 1}}
	for range 1000 {
		v.of([]int{-15, 0, 0, 0})
		v.of([]int{-5, 0, 0, 0})
	}
	o := v.of([]int{5, 20, 20, 20})
	// The last rank counts nothing, and 3 deviations are 3/4 of the way.
	if want := (1 + 0.75) / 2 / 2; math.Abs(float64(o.Value[0])-want) > 5e-3 {
		t.Errorf("value %.4f, not %.4f", o.Value[0], want)
	}
}

// TestPlayouts plays playouts turn by turn on an engine.Position too, under all
// options: every turn must be legal, and the end must be the same.
func TestPlayouts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	standard := standardParams(classic, earlyStage)
	r := newRules(&standard)
	for _, options := range optionSets() {
		p := mustNew(t, options)
		s := p.(*blokus.Position).SearchState()
		r.playout.dead = [4]blokus.CellSet{}
		for !s.AllOut() && !s.Finished() {
			m := r.playout.choose(&s, rng)
			s.Play(m)
			if p.Result().Over {
				if m != blokus.Pass {
					t.Fatalf("%v: %s after the end", options, m.Token(s.Size()))
				}
				continue
			}
			p = mustPlay(t, p, m.Token(s.Size()))
		}
		checkOutcome(t, options, p, &s)
	}
}

func checkOutcome(t *testing.T, options engine.Rules, p engine.Position, s *blokus.State) {
	t.Helper()
	if !p.Result().Over {
		t.Fatalf("%v: the game goes on after a playout", options)
	}
	v := values{params: new(params)}
	o := v.outcome(s)
	best, winners := slices.Max(p.Scores()), 0
	for _, score := range p.Scores() {
		if score == best {
			winners++
		}
	}
	for i, score := range p.Scores() {
		want := float32(0)
		if score == best {
			want = 1 / float32(winners)
		}
		if o.Share[i] != want || (p.Result().Winner == engine.Player(i+1)) != (want == 1) {
			t.Errorf("%v: scores %v, shares %v, result %v", options, p.Scores(), o.Share, p.Result())
		}
	}
}

// TestCandidates compares the root's turns with the legal tokens, and the
// priors with what they should add up to.
func TestCandidates(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	standard := standardParams(classic, earlyStage)
	r := newRules(&standard)
	for i, options := range optionSets() {
		p, ok := late(t, options, rng, 10+100*i)
		if !ok {
			t.Fatal("the game ended")
		}
		s := p.SearchState()
		var tokens []string
		sum, last := 0.0, float32(2)
		for _, c := range r.Candidates(&s, true, nil) {
			tokens = append(tokens, blokus.Placement(c.Move).Token(s.Size()))
			sum += float64(c.Prior)
			if c.Prior > last {
				t.Errorf("prior %g after %g", c.Prior, last)
			}
			last = c.Prior
		}
		legal := slices.Sorted(slices.Values(p.Legal()))
		if !slices.Equal(slices.Sorted(slices.Values(tokens)), legal) || math.Abs(sum-1) > 1e-3 {
			t.Errorf("%v: %d candidates for %d legal turns, priors %g", options, len(tokens), len(legal), sum)
		}
		inner := r.Candidates(&s, false, nil)
		if len(inner) == 0 || len(inner) > keep || blokus.Placement(inner[0].Move).Token(s.Size()) != tokens[0] {
			t.Errorf("%v: %d candidates at an inner node", options, len(inner))
		}
	}
}
