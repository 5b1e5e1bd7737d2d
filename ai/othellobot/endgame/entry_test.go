package endgame

import (
	"math/rand/v2"
	"testing"
)

// TestEntry wants an entry to say what it was made of.
func TestEntry(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		depth, selectivity, value := 1+r.IntN(60), r.IntN(6), r.IntN(12801)-6400
		moves := [2]uint8{uint8(r.IntN(64)), NoMove}
		exact := NewEntry(depth, selectivity, value-1, value+1, value, moves)
		if exact.Depth() != depth || exact.Selectivity() != selectivity || exact.Moves() != moves || exact.Lower() != value || exact.Upper() != value {
			t.Fatalf("%d %d %d %v: %x", depth, selectivity, value, moves, exact)
		}
		lower := NewEntry(depth, selectivity, value-2, value-1, value, moves)
		upper := NewEntry(depth, selectivity, value, value+1, value, moves)
		if lower.Lower() != value || lower.Upper() <= 6400 || upper.Upper() != value || upper.Lower() >= -6400 {
			t.Fatalf("bounds of %d: %x, %x", value, lower, upper)
		}
		if v, ok := lower.Cutoff(value-1, value); !ok || v != value {
			t.Fatalf("a lower bound of %d does not cut at it", value)
		}
		if _, ok := lower.Cutoff(value, value+1); ok {
			t.Fatalf("a lower bound of %d cuts above it", value)
		}
	}
	if none := Entry(0); none.Depth() != 0 || none.Moves() != [2]uint8{NoMove, NoMove} {
		t.Errorf("no entry has depth %d and moves %v", none.Depth(), none.Moves())
	}
}

// TestJoin has what becomes of two searches of the same position.
func TestJoin(t *testing.T) {
	between := func(depth, selectivity, lower, upper int, moves ...uint8) Entry {
		e := NewEntry(depth, selectivity, -1, 1, 0, [2]uint8{NoMove, NoMove})
		return e&^(1<<moveShift-1) | bounds(lower, upper) | Entry(0).withMoves([2]uint8(append(moves, NoMove, NoMove)[:2]))
	}
	old := between(8, 2, 100, 300, 1, 2)
	cases := []struct {
		name      string
		new, want Entry
	}{
		{"deeper", between(9, 0, 0, 50, 3), between(9, 0, 0, 50, 3, 1)},
		{"less selective", between(8, 3, 0, 50, 1), between(8, 3, 0, 50, 1, 2)},
		{"shallower", between(7, 5, 0, 50, 3, 4), old},
		{"the same, other bounds", between(8, 2, -6400, 200), between(8, 2, 100, 200, 1, 2)},
		{"the same, contradicting", between(8, 2, 400, 500, 5, 6), between(8, 2, 400, 500, 5, 6)},
	}
	for _, c := range cases {
		if got := Join(c.new, old); got != c.want {
			t.Errorf("%s: %x, want %x", c.name, got, c.want)
		}
	}
	if got, want := Join(between(7, 0, 0, 50, 3), between(8, 2, 100, 300)), between(8, 2, 100, 300, 3); got != want {
		t.Errorf("a shallower search has a move: %x, want %x", got, want)
	}
}
