package square4bot

import (
	"math/rand/v2"
	"testing"

	"quadrille/ai/tt"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// TestChildren compares what is counted for all turns at once with each turn made and looked
// at by itself.
func TestChildren(t *testing.T) {
	r := rand.New(rand.NewPCG(97, 98))
	table := tt.New[tt.Entry](1)
	proved, compared := 0, 0
	for i := range 1000 {
		s := randomState(r, 4+r.IntN(13), i%4 == 3, r.IntN(34))
		if i%2 == 0 {
			s = oddState(r, 4+r.IntN(13), i%8 == 6)
		}
		g := testRules()
		g.oneIsRepetition = r.IntN(2) == 0
		p := newProofs(g, table, nil, nil)
		attacks := r.IntN(2) == 0
		choices, want, wantKnown := g.Expand(&s, nil)
		children, v, known := p.children(&s, attacks, nil)
		if known != wantKnown || v != want {
			t.Fatalf("%+v: value %d (%v), Expand says %d (%v)", s, v, known, want, wantKnown)
		}
		wins := 0
		for j, c := range choices {
			one := p.child(&s, attacks, c.Move)
			if one.Order = c.Order; attacks && one.Proof == 0 {
				wins++
			} else if attacks && s.NoBack && g.oneIsRepetition != (one.Disproof == 0) {
				compared++
			}
			if len(children) == len(choices) && children[j] != one {
				t.Fatalf("%+v, attacks %v, turn %v: %+v, by itself %+v", s, attacks, c.Move, children[j], one)
			}
		}
		switch {
		case wins > 0:
			if proved++; len(children) != 1 || children[0].Proof != 0 {
				t.Fatalf("%+v: %d turns win at once, but got %+v", s, wins, children)
			}
		case len(children) != len(choices):
			t.Fatalf("%+v: %d turns, Expand has %d", s, len(children), len(choices))
		}
	}
	if proved < 10 || compared < 300 {
		t.Errorf("%d states with turns that win at once and %d other turns are too few", proved, compared)
	}
}

// TestProofKeys wants one key for all images of a state with few marbles, and other keys for
// other states.
func TestProofKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(99, 100))
	g := testRules()
	for range 300 {
		s := randomState(r, 16, r.IntN(2) == 0, r.IntN(foldMarbles+1))
		key, symmetry := g.proofKey(&s, true)
		home := s.Transform(symmetry)
		for sym := range uint8(engine.Symmetries) {
			image := s.Transform(sym)
			k, back := g.proofKey(&image, true)
			if k != key || image.Transform(back) != home {
				t.Fatalf("%+v under %d: key %x by %d, before %x by %d", s, sym, k, back, key, symmetry)
			}
		}
		other := g
		other.oneIsRepetition = !g.oneIsRepetition
		seen := map[uint64]bool{key: true}
		add := func(g rules, s *square4.State, attacks bool) {
			k, _ := g.proofKey(s, attacks)
			if seen[k] {
				t.Fatalf("%+v has the key of another", *s)
			}
			seen[k] = true
		}
		add(g, &s, false)
		add(other, &s, true)
		turned := s
		turned.Side ^= 1
		add(g, &turned, true)
		fewer := s
		fewer.Pieces--
		add(g, &fewer, true)
		for _, m := range g.Legal(&s, nil)[:1] {
			next := g.Play(&s, m)
			add(g, &next, true)
		}
	}
}
