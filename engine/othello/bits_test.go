package othello

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestBitsAgainstArray compares Moves and Flips with the reference on random
// boards, which are denser and odder than those of games.
func TestBitsAgainstArray(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	legal := 0
	for i := range 5000 {
		own, opp := rng.Uint64(), rng.Uint64()
		switch i % 4 { // also sparse boards, full ones and much of one colour
		case 0:
			own &= rng.Uint64() & rng.Uint64()
			opp &= rng.Uint64()
		case 1:
			opp |= rng.Uint64() | rng.Uint64()
		case 2:
			opp = ^own
			own &^= 1 << rng.IntN(64)
		}
		opp &^= own
		s := State{Own: own, Opp: opp}
		legal += compareBits(t, s)
	}
	if legal < 20000 {
		t.Errorf("only %d legal moves were compared", legal)
	}
}

// compareBits compares one board and returns the number of legal moves.
func compareBits(t *testing.T, s State) int {
	t.Helper()
	fen := newPosition(nil, s).FEN()
	r := referenceOf(fen)
	want := r.movesOf('X')
	if got := squareNames(Moves(s.Own, s.Opp)); strings.Join(got, " ") != strings.Join(want, " ") {
		t.Fatalf("%s: moves %v, the array says %v", fen, got, want)
	}
	for square := range uint8(64) {
		if s.Empty()>>square&1 == 0 {
			continue
		}
		var flips uint64
		for _, o := range r.outflanked(int(square)/8, int(square)%8, 'X') {
			flips |= 1 << (o[0]*8 + o[1])
		}
		if got := Flips(s.Own, s.Opp, square); got != flips {
			t.Fatalf("%s: %s flips %v, the array says %v", fen, Turn(square), squareNames(got), squareNames(flips))
		}
	}
	return len(want)
}

func TestMargin(t *testing.T) {
	for _, c := range []struct {
		name     string
		own, opp uint64
		want     int
	}{
		{"no disks", 0, 0, 0},
		{"one disk takes all", 1, 0, 64},
		{"none against one", 0, 1, -64},
		{"equal with empty squares", 0xf, 0xf0, 0},
		{"33 against 31", 1<<33 - 1, ^uint64(1<<33 - 1), 2},
		{"10 against 4", 0x3ff, 0xf << 20, 56},
		{"4 against 10", 0xf << 20, 0x3ff, -56},
	} {
		s := State{Own: c.own, Opp: c.opp}
		if got := s.Margin(); got != c.want {
			t.Errorf("%s: margin %d, want %d", c.name, got, c.want)
		}
	}
}

// TestHashTellsSidesApart looks at what a weak key confuses.
func TestHashTellsSidesApart(t *testing.T) {
	seen := map[uint64]State{}
	for _, own := range []uint64{0, 1, 2, 3, 1 << 63, 0x1234} {
		for _, opp := range []uint64{0, 1, 2, 3, 1 << 63, 0x1234} {
			for side := range uint8(2) {
				s := State{Own: own, Opp: opp, Side: side}
				if before, ok := seen[s.Hash()]; ok {
					t.Errorf("%+v and %+v share a hash", before, s)
				}
				seen[s.Hash()] = s
			}
		}
	}
}

func TestPerftStops(t *testing.T) {
	s, calls := StartState(), 0
	s.Perft(40, func() bool { calls++; return calls > 3 })
	if calls == 0 || calls > 1000 {
		t.Errorf("stop was asked %d times", calls)
	}
}

func BenchmarkPerft9(b *testing.B) {
	s := StartState()
	for b.Loop() {
		s.Perft(9, func() bool { return false })
	}
}

func BenchmarkMoves(b *testing.B) {
	own, opp := StartState().Own, StartState().Opp
	for b.Loop() {
		own ^= Moves(own, opp) & 1
	}
}

func BenchmarkFlips(b *testing.B) {
	own, opp := StartState().Own, StartState().Opp
	for b.Loop() {
		own ^= Flips(own, opp, 19) & 1
	}
}

// BenchmarkPerft11 counts without remembering, to be set beside programs that
// do the same.
func BenchmarkPerft11(b *testing.B) {
	for b.Loop() {
		c := &perftCounter{stop: func() bool { return false }}
		s := StartState()
		if n := c.count(s.Own, s.Opp, 11); n != 212258800 {
			b.Fatal(n)
		}
	}
}
