package othello

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// nearEnd returns a board with so many empty squares: at random, so that passes
// and early ends are common, or the end of a game of random turns.
func nearEnd(rng *rand.Rand, empties int) (own, opp uint64) {
	if rng.IntN(2) == 0 {
		s := StartState()
		for bits.OnesCount64(s.Empty()) > empties {
			turns := s.Turns(nil)
			if len(turns) == 0 {
				return nearEnd(rng, empties)
			}
			s = s.Play(turns[rng.IntN(len(turns))])
		}
		return s.Own, s.Opp
	}
	own = rng.Uint64()
	switch rng.IntN(3) {
	case 0:
		own |= rng.Uint64() | rng.Uint64()
	case 1:
		own &= rng.Uint64() & rng.Uint64()
	}
	empty := uint64(0)
	near := rng.IntN(64)
	for bits.OnesCount64(empty) < empties {
		if rng.IntN(2) == 0 {
			empty |= 1 << rng.IntN(64)
		} else {
			empty |= 1 << ((near + rng.IntN(3) + 8*rng.IntN(3)) & 63)
		}
	}
	return own &^ empty, ^own &^ empty
}

// playOut is the margin with best play, by playing every turn.
func playOut(s State) int {
	turns := s.Turns(nil)
	if len(turns) == 0 {
		return s.Margin()
	}
	best := lowest
	for _, t := range turns {
		best = max(best, -playOut(s.Play(t)))
	}
	return best
}

// TestLast compares both kinds with playing every turn, and with each other to
// the node.
func TestLast(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	kinds := []func(own, opp, moves uint64, empties, alpha int) (int, int){solveLastScalar}
	if vector {
		kinds = append(kinds, solveLastVector)
	}
	for i := range 20000 {
		empties := LastMin
		if i%50 == 0 {
			empties += rng.IntN(LastMax - LastMin + 1)
		}
		own, opp := nearEnd(rng, empties)
		want := playOut(State{Own: own, Opp: opp})
		alphas := []int{want - 1, want, want - 2 - rng.IntN(20), want + rng.IntN(20), rng.IntN(130) - 65}
		for _, alpha := range alphas {
			var nodes [2]int
			for i, f := range kinds {
				got, n := f(own, opp, Moves(own, opp), empties, alpha)
				if want > alpha && (got <= alpha || got > want) || want <= alpha && (got > alpha || got < want) {
					t.Fatalf("%x, %x over %d: kind %d says %d, playing every turn %d", own, opp, alpha, i, got, want)
				}
				nodes[i] = n
			}
			if vector && nodes[0] != nodes[1] {
				t.Fatalf("%x, %x over %d: nodes %v", own, opp, alpha, nodes)
			}
		}
	}
}

// TestIsolated looks at each square's neighbours.
func TestIsolated(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 12))
	for range 1000 {
		set := rng.Uint64() & rng.Uint64() & rng.Uint64()
		want := uint64(0)
		for a := range 64 {
			alone := set>>a&1 != 0
			for b := range 64 {
				row, column := a/8-b/8, a%8-b%8
				beside := a != b && row*row <= 1 && column*column <= 1
				alone = alone && !(beside && set>>b&1 != 0)
			}
			if alone {
				want |= 1 << a
			}
		}
		if got := isolated(set); got != want {
			t.Fatalf("the isolated squares of %016x are %016x, want %016x", set, got, want)
		}
	}
}

// TestOddQuadrants counts.
func TestOddQuadrants(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	for range 1000 {
		set, want := rng.Uint64()&rng.Uint64(), uint64(0)
		for _, quadrant := range [4]uint64{0x0f0f0f0f, 0xf0f0f0f0, 0x0f0f0f0f << 32, 0xf0f0f0f0 << 32} {
			if bits.OnesCount64(set&quadrant)%2 != 0 {
				want |= quadrant
			}
		}
		if got := OddQuadrants(set); got != want {
			t.Fatalf("%x: %x, not %x", set, got, want)
		}
	}
}

func BenchmarkLast(b *testing.B) {
	const empties = 6
	rng := rand.New(rand.NewPCG(11, 11))
	var boards [1024][3]uint64
	for i := range boards {
		boards[i][0], boards[i][1] = nearEnd(rng, empties)
		boards[i][2] = Moves(boards[i][0], boards[i][1])
	}
	nodes := 0
	i := 0
	for b.Loop() {
		i++
		_, n := SolveLast(boards[i%1024][0], boards[i%1024][1], boards[i%1024][2], empties, i%8*2-8)
		nodes += n
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
}
