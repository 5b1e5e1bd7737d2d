package endgame

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"quadrille/ai/othellobot/ffo"
	"quadrille/ai/othellobot/pattern"
	"quadrille/ai/tt"
	"quadrille/engine/othello"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// problems reads a file of end games.
func problems(t testing.TB, name string) []ffo.EndGame {
	t.Helper()
	all, err := ffo.Read("../../../testdata/othello/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestFFO solves the first end games, by one goroutine and by several, with the
// evaluation and without, exactly and whether they are won.
func TestFFO(t *testing.T) {
	for _, p := range problems(t, "ffo.txt") {
		for _, threads := range []int{1, 3} {
			solver := New(tt.New[Entry](8), pattern.Default())
			r := solver.Solve(Query{Own: p.State.Own, Opp: p.State.Opp, Threads: threads})
			if r.Margin != p.Best || r.Bound != tt.Exact || p.Margins[r.Turn.String()] != p.Best {
				t.Errorf("ffo#%d by %d threads: %+v, not %+d", p.Number, threads, r, p.Best)
			}
			checkLine(t, p.State, r)
		}
		r := New(tt.New[Entry](8), nil).Solve(Query{Own: p.State.Own, Opp: p.State.Opp, Alpha: -1, Beta: 1})
		if sign(r.Margin) != sign(p.Best) || !r.Done {
			t.Errorf("ffo#%d, won or not: %+v, not %+d", p.Number, r, p.Best)
		}
	}
}

func sign(n int) int { return min(max(n, -1), 1) }

// TestRoots solves every turn of some end games by itself.
func TestRoots(t *testing.T) {
	for _, p := range problems(t, "ffo.txt")[:5] {
		solver := New(tt.New[Entry](8), pattern.Default())
		for token, margin := range p.Margins {
			turn, _ := othello.ParseTurn(token)
			r := solver.Solve(Query{Own: p.State.Own, Opp: p.State.Opp, Roots: []othello.Turn{turn}, Threads: 1})
			if r.Margin != margin || r.Turn != turn || r.Bound != tt.Exact {
				t.Errorf("ffo#%d %s: %+v, not %+d", p.Number, token, r, margin)
			}
		}
	}
}

// TestSameNodes wants one thread to do the same twice.
func TestSameNodes(t *testing.T) {
	p := problems(t, "ffo.txt")[0]
	solve := func() uint64 {
		return New(tt.New[Entry](1), pattern.Default()).Solve(Query{Own: p.State.Own, Opp: p.State.Opp}).Nodes
	}
	if a, b := solve(), solve(); a != b || a == 0 {
		t.Errorf("%d nodes, then %d", a, b)
	}
}

// TestCutShort wants searches that are stopped to end, and to claim nothing
// that is not so.
func TestCutShort(t *testing.T) {
	p := problems(t, "ffo-long.txt")[8] // #28, 20 empty squares
	for _, threads := range []int{1, 4} {
		for _, n := range []int64{1, 3, 10, 100, 200} {
			var asked atomic.Int64
			solver := New(tt.New[Entry](8), pattern.Default())
			r := solver.Solve(Query{Own: p.State.Own, Opp: p.State.Opp, Threads: threads, Stop: func() bool { return asked.Add(1) >= n }})
			checkPartly(t, &p, &r)
			if after := asked.Load() - n; after > 4*8 {
				t.Errorf("stop was asked %d times more after it said yes", after)
			}
		}
		for _, nodes := range []uint64{1, 1000, 100000, 300000} {
			solver := New(tt.New[Entry](8), pattern.Default())
			r := solver.Solve(Query{Own: p.State.Own, Opp: p.State.Opp, Threads: threads, Nodes: nodes})
			checkPartly(t, &p, &r)
			if r.Nodes > nodes+uint64(threads)*200000 {
				t.Errorf("%d nodes, not %d", r.Nodes, nodes)
			}
		}
	}
}

// checkPartly wants the result of a search that was cut short to be true.
func checkPartly(t *testing.T, p *ffo.EndGame, r *Result) {
	t.Helper()
	margin, known := p.Margins[r.Turn.String()]
	switch {
	case r.Done:
		t.Errorf("ffo#%d was not cut short: %+v", p.Number, r)
	case p.State.Moves()>>r.Turn&1 == 0 || len(r.Line) == 0:
		t.Errorf("ffo#%d: no turn in %+v", p.Number, r)
	case r.Bound == tt.Lower && (r.Margin > p.Best || known && r.Margin > margin), r.Bound == tt.Upper && r.Margin < p.Best, r.Bound == tt.Exact:
		t.Errorf("ffo#%d: %+v, but the margin is %+d", p.Number, r, p.Best)
	}
}

// TestKindsAgree sets searches with the evaluation, without it and by several
// goroutines beside each other, on odd boards too: what they share is that
// they must find the same margins.
func TestKindsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	shared := New(tt.New[Entry](1), pattern.Default())
	for i := range 60 {
		s := randomState(r, 8+r.IntN(7))
		if i%2 == 0 {
			s = oddState(r, 8+r.IntN(5))
		}
		q := Query{Own: s.Own, Opp: s.Opp}
		want := New(tt.New[Entry](1), nil).Solve(q)
		checkLine(t, s, want)
		q.Threads = 1 + i%3
		if got := shared.Solve(q); got.Margin != want.Margin || got.Bound != tt.Exact {
			t.Fatalf("%+v: %+v with the evaluation, %+v without", s, got, want)
		}
		q.Alpha, q.Beta = want.Margin-1-r.IntN(9), want.Margin-r.IntN(9)
		if got := shared.Solve(q); q.Alpha < q.Beta && !s.Over() && (got.Margin < q.Beta) != (want.Margin < q.Beta) {
			t.Fatalf("%+v in (%d, %d): %+v, not %d", s, q.Alpha, q.Beta, got, want.Margin)
		}
	}
}
