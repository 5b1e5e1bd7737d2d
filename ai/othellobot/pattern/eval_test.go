package pattern

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"quadrille/engine"
	"quadrille/engine/othello"
)

// walk calls visit for the positions of some games of random turns.
func walk(seed uint64, games int, visit func(s othello.State)) {
	dice := rand.New(rand.NewPCG(seed, 0))
	for range games {
		s := othello.StartState()
		for !s.Over() {
			visit(s)
			var buffer [othello.MaxTurns]othello.Turn
			turns := s.Turns(buffer[:0])
			s = s.Play(turns[dice.IntN(len(turns))])
		}
	}
}

func mapped(set uint64, symmetry int) uint64 {
	var to uint64
	for ; set != 0; set &= set - 1 {
		to |= 1 << engine.TransformCell(uint8(bits.TrailingZeros64(set)), 8, uint8(symmetry))
	}
	return to
}

func TestScoreIsTheSameUnderSymmetries(t *testing.T) {
	e := Default()
	walk(1, 20, func(s othello.State) {
		want := e.Score(s.Own, s.Opp)
		for symmetry := 1; symmetry < 8; symmetry++ {
			if got := e.Score(mapped(s.Own, symmetry), mapped(s.Opp, symmetry)); got != want {
				t.Fatalf("own %#x opp %#x: %d, under symmetry %d: %d", s.Own, s.Opp, want, symmetry, got)
			}
		}
	})
}

func TestPlayedStateIsTheOneSet(t *testing.T) {
	var kept, set State
	var last othello.State
	walk(2, 50, func(s othello.State) {
		set.Set(s.Own, s.Opp)
		if disks(s.Own, s.Opp) > 4 {
			switch placed := (s.Own | s.Opp) &^ (last.Own | last.Opp); placed {
			case 0:
				kept.Pass(&kept)
			default:
				square := uint8(bits.TrailingZeros64(placed))
				kept.Play(&kept, square, othello.Flips(last.Own, last.Opp, square))
			}
			if kept != set {
				t.Fatalf("own %#x opp %#x: played %v, set %v", s.Own, s.Opp, kept, set)
			}
		}
		kept, last = set, s
	})
}

// TestIndices compares indices with a count square by square.
func TestIndices(t *testing.T) {
	walk(3, 5, func(s othello.State) {
		var state State
		state.Set(s.Own, s.Opp)
		for feature, list := range board.features {
			want, weight := 0, 1
			for _, square := range list {
				want += weight * (int(s.Own>>square&1) - int(s.Opp>>square&1))
				weight *= 3
			}
			want += (weight - 1) / 2
			if got := state.place(feature); got != want {
				t.Fatalf("own %#x opp %#x feature %d: %d, want %d", s.Own, s.Opp, feature, got, want)
			}
		}
	})
}

func TestVectorsAreLikeSquares(t *testing.T) {
	e := Default()
	walk(4, 30, func(s othello.State) {
		var vector, plain State
		vector.Set(s.Own, s.Opp)
		plain.set(s.Own, s.Opp)
		if vector != plain {
			t.Fatalf("own %#x opp %#x: vector %v, plain %v", s.Own, s.Opp, vector, plain)
		}
		for phase := range e.tables {
			table := e.table(phase)
			if got, want := table.sum(&vector), table.sumEntries(&plain); got != want {
				t.Fatalf("own %#x opp %#x: sum %d, want %d", s.Own, s.Opp, got, want)
			}
		}
		for moves := s.Moves(); moves != 0; moves &= moves - 1 {
			square := uint8(bits.TrailingZeros64(moves))
			flips := othello.Flips(s.Own, s.Opp, square)
			var a, b State
			a.Play(&vector, square, flips)
			b.play(&plain, square, flips)
			if a != b {
				t.Fatalf("own %#x opp %#x square %d: vector %v, plain %v", s.Own, s.Opp, square, a, b)
			}
		}
	})
}

var sink int

func benchPositions() []othello.State {
	var list []othello.State
	walk(5, 40, func(s othello.State) { list = append(list, s) })
	return list
}

func BenchmarkScore(b *testing.B) {
	e, list := Default(), benchPositions()
	for i := 0; b.Loop(); i++ {
		s := &list[i%len(list)]
		sink += e.Score(s.Own, s.Opp)
	}
}

func BenchmarkPlayAndScore(b *testing.B) {
	e, list := Default(), benchPositions()
	states := make([]State, len(list))
	for i, s := range list {
		states[i].Set(s.Own, s.Opp)
	}
	var next State
	for i := 0; b.Loop(); i++ {
		s := &list[i%len(list)]
		next.Play(&states[i%len(list)], 20, 7<<32)
		sink += e.ScoreState(&next, s.Own, s.Opp)
	}
}

func BenchmarkDecode(b *testing.B) {
	for b.Loop() {
		m, err := Decode(embedded)
		if err != nil {
			b.Fatal(err)
		}
		sink += m.Eval().Score(1<<28|1<<35, 1<<27|1<<36)
	}
}

func BenchmarkLayout(b *testing.B) {
	for b.Loop() {
		newLayout()
	}
}
