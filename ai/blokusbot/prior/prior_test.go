package prior

import (
	"bytes"
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

func randomModel() *Model {
	m, rng := new(Model), rand.New(rand.NewPCG(2, 2))
	for v := range m.weights {
		for p := range m.weights[v] {
			for i := range m.weights[v][p] {
				m.weights[v][p][i] = int16(rng.IntN(2001) - 1000)
			}
		}
	}
	return m
}

// TestRate compares ratings with the sums of the weights of the features that
// the fit uses.
func TestRate(t *testing.T) {
	m := randomModel()
	r := NewRater(m)
	walk(func(s *blokus.State, list []blokus.Placement) {
		r.Prepare(s, list)
		compareFoes(t, s, &r.board)
		w := &m.weights[[2]int{1, 0}[s.Colours()/4]][r.board.phase]
		for _, move := range list {
			want := 0
			for _, feature := range r.list(move, nil) {
				want += int(w[feature])
			}
			if got := r.Rate(move); got != want {
				t.Fatalf("%s is rated %d, its features %d", move.Token(s.Size()), got, want)
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
	m := randomModel()
	for v := range m.weights {
		for p := range m.weights[v] {
			for i := range m.weights[v][p] {
				m.weights[v][p][i] /= 20
			}
		}
	}
	r := NewRater(m)
	var samples []Sample
	walk(func(s *blokus.State, list []blokus.Placement) {
		r.Prepare(s, list)
		sample := Sample{State: *s, Moves: list}
		sum := float32(0)
		for _, move := range list {
			share := float32(math.Exp(float64(r.Rate(move)) / 100))
			sample.Shares = append(sample.Shares, share)
			sum += share
		}
		for i := range sample.Shares {
			sample.Shares[i] /= sum
		}
		samples = append(samples, sample)
	})
	first, last := 0.0, 0.0
	Fit(samples, 8, 1e-4, 1, func(round int, train, held float64) {
		if round == 0 {
			first = train
		}
		last = held
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
}

func TestFile(t *testing.T) {
	m := randomModel()
	file, err := m.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Parse(file)
	if err != nil || got.weights != m.weights {
		t.Errorf("a file is read as something else: %v", err)
	}
	for _, bad := range [][]byte{nil, file[1:], file[:len(file)-1], append(bytes.Clone(file), 0)} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("a file of %d bytes is read", len(bad))
		}
	}
	if *Standard() == (Model{}) {
		t.Error("the weights of the program are missing")
	}
}
