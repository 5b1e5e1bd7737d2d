package teekosolve

import (
	"os"
	"sync/atomic"
	"testing"

	"quadrille/engine/teeko"
)

// known is what others found: the figures of the move phase by a separate
// program, the first drops of Advanced Teeko by Steele (1998) too. The
// advanced board's counts have no second source and so are not here.
var known = map[teeko.Board]struct {
	counts   Counts
	start    Value
	decisive map[string]int // first drops that do not draw: plies of the win
}{
	teeko.Small:    {counts: Counts{Win: 194_996, Loss: 27_212, Draw: 660_020, Over: 18_672, Longest: 13}},
	teeko.Scarne:   {counts: Counts{Win: 25_606_338, Loss: 7_231_009, Draw: 42_347_231, Over: 525_672, Longest: 39}},
	teeko.Advanced: {start: Value{Win, 13}, decisive: map[string]int{"c3": 13}},
}

func TestKnownSmall(t *testing.T) { checkKnown(t, teeko.Small) }

// TestKnownLarge takes some seconds a board.
func TestKnownLarge(t *testing.T) {
	if os.Getenv("QUADRILLE_SLOW_TESTS") == "" {
		t.Skip("set QUADRILLE_SLOW_TESTS=1 to solve the 5×5 boards")
	}
	checkKnown(t, teeko.Scarne)
	checkKnown(t, teeko.Advanced)
}

func checkKnown(t *testing.T, board teeko.Board) {
	table, want := solve(t, board, 2), known[board]
	counts := table.Count(allMarks)
	if want.counts != (Counts{}) && counts != want.counts {
		t.Errorf("%+v, known is %+v", counts, want.counts)
	}
	cells := board.Size() * board.Size()
	sets := cells * (cells - 1) * (cells - 2) * (cells - 3) / 24
	rest := (cells - 4) * (cells - 5) * (cells - 6) * (cells - 7) / 24
	if n := counts.Win + counts.Loss + counts.Draw + counts.Over; n != sets*rest {
		t.Errorf("%d placements, not %d", n, sets*rest)
	}
	start := teeko.State{Board: board}
	if got := table.Value(start); got != want.start {
		t.Errorf("the game is worth %+v, known is %+v", got, want.start)
	}
	for _, turn := range start.Turns(nil) {
		wantAfter := Value{}
		if plies := want.decisive[board.Token(turn)]; plies > 0 {
			wantAfter = Value{Loss, plies - 1}
		}
		if got := table.Value(start.Play(turn)); got != wantAfter {
			t.Errorf("after %s: %+v, want %+v", board.Token(turn), got, wantAfter)
		}
	}
	checkSteps(t, table)
}

// checkSteps plays a few lines of best play and finds each value to follow
// from those of the turns.
func checkSteps(t *testing.T, table *Table) {
	board := table.Board()
	size := uint32(board.Size() * board.Size())
	seed := uint32(1)
	for range 20_000 {
		var s teeko.State
		s.Board = board
		for n := 0; n < allMarks; {
			seed = seed*1664525 + 1013904223
			if bit := uint32(1) << (seed >> 8 % size); s.Empty()&bit != 0 {
				s.Marks[n%2] |= bit
				n++
			}
		}
		if s.Outcome() != teeko.Ongoing {
			continue
		}
		best := Value{Loss, 0}
		for _, turn := range s.Turns(nil) {
			after := table.Value(s.Play(turn))
			if v := back(after); rank(v) > rank(best) {
				best = v
			}
		}
		if got := table.Value(s); got != best {
			t.Fatalf("%+v: %+v, but its turns say %+v", s, got, best)
		}
	}
}

// back is a value one ply before, for the other side.
func back(v Value) Value {
	if v.Result == Draw {
		return v
	}
	return Value{-v.Result, v.Plies + 1}
}

func rank(v Value) int { return int(v.Result) * (1000 - v.Plies) }

// TestInterrupted stops a builder after every few rows, with changing numbers
// of goroutines, and wants the same table in the end.
func TestInterrupted(t *testing.T) {
	want := solve(t, teeko.Small, 1)
	b := NewBuilder(teeko.Small)
	stops := 0
	for ; !b.Run(1+stops%3, after(7), nil); stops++ {
		if b.Table() != nil {
			t.Fatal("there is a table before it is complete")
		}
	}
	if stops < 100 {
		t.Errorf("the builder was stopped only %d times", stops)
	}
	got := b.Table()
	for marks := range want.values {
		if string(got.values[marks]) != string(want.values[marks]) {
			t.Errorf("the values with %d marks differ", marks)
		}
	}
}

// after returns a stop that returns true from the n-th call on.
func after(n int64) func() bool {
	var calls atomic.Int64
	return func() bool { return calls.Add(1) > n }
}

// TestProgress wants each stage to be told, and the share of the work that is done
// to grow from nothing to all.
func TestProgress(t *testing.T) {
	for _, threads := range []int{1, 3} {
		var stages []string
		last := Progress{}
		b := NewBuilder(teeko.Small)
		b.Run(threads, never, func(p Progress) {
			if len(stages) == 0 || p.String() != stages[len(stages)-1] {
				stages = append(stages, p.String())
			}
			if p.Done < last.Done || p.Done > 999 {
				t.Fatalf("%+v after %+v", p, last)
			}
			last = p
		})
		// Preparation, 14 passes of which the last finds nothing, eight drops. Of
		// the last ones another thread may take the only row.
		if threads == 1 && (len(stages) != 1+14+8 || stages[1] != "move phase, ends in 1 ply" || stages[len(stages)-2] != "drops with 1 mark down") || last.Done < 650 {
			t.Errorf("%d threads: the stages are %q, and the last is %+v", threads, stages, last)
		}
		if p := b.Progress(); p != (Progress{Done: 1000}) {
			t.Errorf("at the end it is %+v", p)
		}
	}
}
