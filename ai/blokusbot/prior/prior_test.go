package prior

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"quadrille/engine/blokus"
)

// walk plays random games of both variants and calls visit on the way.
func walk(visit func(s *blokus.State, list []blokus.Placement)) {
	rng := rand.New(rand.NewPCG(1, 1))
	for game := range 4 {
		s := blokus.NewState(blokus.Config{Duo: game%2 == 0, Fixed: true})
		for {
			list := s.AppendPlacements(nil, s.Side())
			if len(list) == 0 {
				break
			}
			visit(&s, list)
			s.Play(list[rng.IntN(len(list))])
		}
	}
}

// randomModel has linear weights up to one limit, and those of hidden units up to
// another.
func randomModel(linear, hidden int) *Model {
	m, rng := new(Model), rand.New(rand.NewPCG(2, 2))
	fill := func(list []int16, limit int) {
		for i := range list {
			list[i] = int16(rng.IntN(2*limit+1) - limit)
		}
	}
	for v := range m.Nets {
		n := &m.Nets[v]
		for i := range n.Features {
			fill(n.Features[i][:], hidden)
		}
		for p := range n.Bias {
			fill(m.Linear[v][p][:], linear)
			fill(n.Bias[p][:], hidden)
			fill(n.Out[p][:], 8*hidden)
		}
	}
	return m
}

// unitsOf is what hidden units add to the rating of a placement with these features,
// times 2^outShift.
func unitsOf(n *net, phase int, list []uint16) (rating int) {
	for u := range units {
		x := int(n.Bias[phase][u])
		for _, feature := range list {
			x += int(n.Features[feature][u])
		}
		rating += max(x, 0) * int(n.Out[phase][u])
	}
	return rating
}

// TestRate compares ratings with the sums of the weights of the features that
// the fit uses, and those by vectors with those without.
func TestRate(t *testing.T) {
	m := randomModel(most, most)
	r, plain := NewRater(m), NewRater(m)
	plain.vectors = false
	walk(func(s *blokus.State, list []blokus.Placement) {
		r.Prepare(s, list)
		compareFoes(t, s, &r.board)
		variant := variantOf(s)
		w := &m.Linear[variant][r.board.phase]
		ratings := r.Ratings(list)
		plain.Prepare(s, list)
		other := plain.Ratings(list)
		for i, move := range list {
			want := 0
			features := r.list(move, nil)
			for _, feature := range features {
				want += int(w[feature])
			}
			want = (want<<outShift + unitsOf(&m.Nets[variant], r.board.phase, features)) >> outShift
			if int(ratings[i]) != want || int(other[i]) != want {
				t.Fatalf("%s is rated %d, without vectors %d, its features %d", move.Token(s.Size()), ratings[i], other[i], want)
			}
		}
	})
}

// compareFoes compares how many placements of the rivals cover the cells that bear
// on ratings with the list of all.
func compareFoes(t *testing.T, s *blokus.State, b *board) {
	var want [cells]uint16
	for colour := range s.Colours() {
		if colour == s.Side() || s.Out(colour) {
			continue
		}
		for _, m := range s.AppendPlacements(nil, colour) {
			for _, cell := range m.AppendCells(nil) {
				want[cell]++
			}
		}
	}
	for cell, n := range want {
		row, col := cell/side, cell%side
		if got := b.foes[at(row, col)]; b.near[row+1]>>col&1 != 0 && got != n {
			t.Fatalf("%d placements of the rivals cover the cell %d, not %d", got, cell, n)
		}
	}
}

// TestFit lets a random model say how likely turns are, and expects a fit to
// say much the same.
func TestFit(t *testing.T) {
	m := randomModel(50, 0)
	r := NewRater(m)
	var samples []Sample
	walk(func(s *blokus.State, list []blokus.Placement) {
		r.Prepare(s, list)
		sample := Sample{State: *s, Moves: list}
		sum := float32(0)
		for _, rating := range r.Ratings(list) {
			share := float32(math.Exp(float64(rating) / 100))
			sample.Shares = append(sample.Shares, share)
			sum += share
		}
		for i := range sample.Shares {
			sample.Shares[i] /= sum
		}
		samples = append(samples, sample)
	})
	first, last, how := 0.0, 0.0, Fitting{Rounds: 30, Scale: 0.8, Seed: 1}
	var middle Progress
	fit := func(from Progress, report func(p *Progress) error) *Model {
		m, err := Fit(samples, how, from, report)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	fitted := fit(Progress{}, func(p *Progress) error {
		if p.Round == 1 {
			first = p.Train()
		}
		if last = p.Held; p.Round == 20 {
			middle = *p
		}
		return nil
	})
	entropy := 0.0
	for i, s := range samples {
		for _, share := range s.Shares {
			if i%10 == 9 && share > 0 {
				entropy -= float64(share) * math.Log(float64(share)) / float64(len(samples)/10)
			}
		}
	}
	if last-entropy > 0.25*(first-entropy)+0.1 {
		t.Errorf("cross entropy %.3f after %.3f, of %.3f that are left", last, first, entropy)
	}
	nothing := func(*Progress) error { return nil }
	if again := fit(middle, nothing); *again != *fitted {
		t.Error("a fit that goes on in the middle comes to something else")
	}
	stop := errors.New("stop")
	if m, err := Fit(samples, how, Progress{}, func(*Progress) error { return stop }); m != nil || err != stop {
		t.Errorf("a fit that is stopped: %v", err)
	}
	// With the weights that it comes to a fit begins better than it ended.
	how.From, how.Rounds, how.Scale = fitted, 1, 0.8
	fit(Progress{}, func(p *Progress) error { first = p.Train(); return nil })
	if first > last+0.05 {
		t.Errorf("cross entropy %.3f of a fit that begins where one ended with %.3f", first, last)
	}
}

// TestRoundUsesRoom expects hidden units with small weights to be written in steps as
// small as there is room for.
func TestRoundUsesRoom(t *testing.T) {
	var w fitted
	for u := range units {
		for f := range features {
			w.Features[f][u] = float32(f%9-4) * 0.0013 // at most 0.0052
		}
		w.Bias[0][u], w.Out[0][u] = 0.004, 70
	}
	var linear [phases][features]int16
	var n net
	w.round(1, &linear, &n)
	for u := range units {
		got := float64(n.Features[7][u]) * float64(n.Out[0][u]) // of 0.0039 · 70
		if want := 0.0039 * 70 * 100 * (1 << outShift); math.Abs(got-want) > 0.01*want || n.Features[8][u] != most {
			t.Errorf("unit %d: %g, not %g; the largest weight is %d", u, got, want, n.Features[8][u])
		}
	}
	if err := (&Model{Nets: [2]net{n, n}}).check(); err != nil {
		t.Error(err)
	}
}

// TestUnround expects weights that were read to be written as they were.
func TestUnround(t *testing.T) {
	var w fitted
	var got Model
	m := randomModel(most, most)
	for u := range units {
		m.Nets[1].Features[u][u] = most // so that there is room for no more
	}
	w.unround(0.8, &m.Linear[1], &m.Nets[1])
	w.round(0.8, &got.Linear[1], &got.Nets[1])
	if got.Linear[1] != m.Linear[1] || got.Nets[1] != m.Nets[1] {
		t.Error("they are others")
	}
}

// TestRoom sees that the sums of the largest weights have room in their lanes, without
// which those with and without vectors would differ.
func TestRoom(t *testing.T) {
	for _, f := range newFootprints() {
		if n := 6*len(f.cover) + 4*len(f.edge) + 5*len(f.corner) + 1; n*most+mostBias > math.MaxInt16 {
			t.Errorf("piece %d has %d features", f.piece, n)
		}
	}
}

func TestFile(t *testing.T) {
	m := randomModel(most, most)
	file, err := m.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Parse(file)
	if err != nil || *got != *m {
		t.Errorf("a file is read as something else: %v", err)
	}
	beyond := func(change func(*Model)) []byte {
		wild := *m
		change(&wild)
		file, err := wild.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	for _, bad := range [][]byte{
		beyond(func(m *Model) { m.Nets[1].Features[3][4] = most + 1 }), beyond(func(m *Model) { m.Nets[0].Bias[3][4] = -mostBias - 1 }),
		beyond(func(m *Model) { m.Linear[1][2][3] = -most - 1 }), nil, file[1:], file[:len(file)-1], append(bytes.Clone(file), 0)} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("a file of %d bytes is read", len(bad))
		}
	}
	if *Standard() == (Model{}) {
		t.Error("the weights of the program are missing")
	}
}
