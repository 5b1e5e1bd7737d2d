package othello

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// The array reference of the other tests sees the kernels that this machine
// chooses; here the vector kernels and their twins for any machine are set
// beside each other.

// compareKernels wants both kinds to agree on a board.
func compareKernels(t *testing.T, own, opp uint64) {
	t.Helper()
	opp &^= own
	if got, want := movesVector(own, opp), movesScalar(own, opp); got != want {
		t.Fatalf("moves of %x, %x: %x with vectors, %x without", own, opp, got, want)
	}
	if got, want := perftTwoVector(own, opp), perftTwoScalar(own, opp); got != want {
		t.Fatalf("perft 2 of %x, %x: %d with vectors, %d without", own, opp, got, want)
	}
	var list, twin [MaxTurns]Child
	moves := movesScalar(own, opp)
	n, first := childrenVector(own, opp, moves, &list)
	m, twinFirst := childrenScalar(own, opp, moves, twin[:])
	if n != m || first != twinFirst || n != bits.OnesCount64(moves) || list != twin {
		t.Fatalf("children of %x, %x: %v with vectors, %v without", own, opp, list[:n], twin[:m])
	}
	for square := range uint8(squares) {
		if (own|opp)>>square&1 != 0 {
			continue
		}
		if got, want := flipsVector(own, opp, square), flipsScalar(own, opp, square); got != want {
			t.Fatalf("flips of %x, %x by %s: %x with vectors, %x without", own, opp, Turn(square), got, want)
		}
	}
}

func TestKernelsAgree(t *testing.T) {
	if !vector {
		t.Skip("this machine has no vector kernels")
	}
	for _, set := range [][2]uint64{{0, 0}, {^uint64(0), 0}, {0, ^uint64(0)}, {1, ^uint64(1)}, {1 << 63, ^uint64(1 << 63)},
		{0x8100000000000081, 0x7e7e7e7e7e7e7e7e}, {0xff000000000000ff, 0x00ffffffffffff00}} {
		compareKernels(t, set[0], set[1])
		compareKernels(t, set[1], set[0])
	}
	rng := rand.New(rand.NewPCG(8, 8))
	for i := range 20000 {
		own, opp := rng.Uint64(), rng.Uint64()
		switch i % 4 {
		case 0:
			own &= rng.Uint64() & rng.Uint64()
		case 1:
			opp |= rng.Uint64() | rng.Uint64()
			own &= rng.Uint64()
		case 2:
			opp = ^own
			own &^= 1 << rng.IntN(64)
			opp &^= 1 << rng.IntN(64)
		}
		compareKernels(t, own, opp)
	}
}

func FuzzKernels(f *testing.F) {
	f.Add(StartState().Own, StartState().Opp)
	f.Add(uint64(0x8100000000000081), uint64(0x7e7e7e7e7e7e7e7e))
	f.Fuzz(func(t *testing.T, own, opp uint64) { compareKernels(t, own, opp) })
}
