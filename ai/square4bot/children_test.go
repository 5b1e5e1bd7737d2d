package square4bot

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"quadrille/ai/alphabeta"
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
			if one.Order = c.Order; !s.Moving() {
				next := g.Play(&s, c.Move)
				one.Numbers = byItself(g, &next, !attacks)
			}
			if attacks && one.Proof == 0 {
				wins++
			} else if s.NoBack && one.Disproof > 0 {
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

// byItself are the numbers of a state that a turn with a marble has led to.
func byItself(g rules, s *square4.State, attacks bool) alphabeta.Numbers {
	attacker := s.Side
	if !attacks {
		attacker ^= 1
	}
	if n := promised(s, attacker, 0); !s.NoBack || bothFull(s) {
		phase := uint32(0)
		if s.NoBack && !g.oneIsRepetition {
			phase = phaseNumber
		}
		if attacks {
			return alphabeta.Numbers{Proof: phase + 1 + 8/(1+n), Disproof: phase + 1 + n}
		}
		return alphabeta.Numbers{Proof: phase + 2 + 16/(1+n), Disproof: phase + 1 + n/2}
	}
	var a analysis
	switch v, known := g.analyse(s, &a); {
	case known && v < 0 && !attacks:
		return alphabeta.Numbers{Proof: 0, Disproof: 1}
	case known:
		return alphabeta.Numbers{Proof: 1, Disproof: 0}
	}
	safe := uint32(a.safeTurns())
	hard := chase(int(safe), promised(s, s.Side, 1)+promised(s, s.Side, 3))
	if attacks {
		return alphabeta.Numbers{Proof: 1 + hard, Disproof: 1 + safe}
	}
	return alphabeta.Numbers{Proof: 1 + safe + 64/(1+promised(s, attacker, 0)+promised(s, attacker, 1)+promised(s, attacker, 2)), Disproof: 1 + hard/2}
}

// promised counts the windows of a side with two marbles and, four times as much, those with
// three, after some slides, the best ones of the side and the worst ones of the other.
func promised(s *square4.State, side uint8, slides int) (n uint32) {
	if slides == 0 {
		_, two, three := square4.Counts(s.Marbles[side], s.Marbles[side]|s.Empty())
		return uint32(bits.OnesCount64(two) + 4*bits.OnesCount64(three))
	}
	if s.Side != side {
		n = 1000
	}
	for squares := s.Slides(); squares != 0; squares &= squares - 1 {
		next := s.Slid(uint8(bits.TrailingZeros16(squares)))
		if m := promised(&next, side, slides-1); s.Side == side {
			n = max(n, m)
		} else {
			n = min(n, m)
		}
	}
	return n
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
