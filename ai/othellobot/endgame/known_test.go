package endgame

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"quadrille/ai/othellobot/pattern"
	"quadrille/ai/tt"
	"quadrille/engine/othello"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// problem is an end game of the FFO test suite.
type problem struct {
	name    string
	state   othello.State
	margins map[string]int
	best    int
}

// problems reads a file of end games.
func problems(t testing.TB, name string) (list []problem) {
	t.Helper()
	text, err := os.ReadFile("../../../testdata/othello/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(strings.TrimSpace(line), " | ")
		if len(parts) != 3 {
			t.Fatalf("%q has not three parts", line)
		}
		pos, err := othello.Game{}.ParseFEN(parts[1], nil)
		if err != nil {
			t.Fatal(err)
		}
		p := problem{parts[0], pos.(*othello.Position).SearchState(), map[string]int{}, -MaxMargin}
		for _, word := range strings.Fields(parts[2]) {
			token, number, _ := strings.Cut(word, ":")
			margin, err := strconv.Atoi(number)
			if err != nil {
				t.Fatal(err)
			}
			p.margins[token], p.best = margin, max(p.best, margin)
		}
		list = append(list, p)
	}
	return list
}

// TestFFO solves the first end games, by one goroutine and by several, with the
// evaluation and without, exactly and whether they are won.
func TestFFO(t *testing.T) {
	for _, p := range problems(t, "ffo.txt") {
		for _, threads := range []int{1, 3} {
			solver := New(tt.New[Entry](8), pattern.Default())
			r := solver.Solve(Query{Own: p.state.Own, Opp: p.state.Opp, Threads: threads})
			if r.Margin != p.best || r.Bound != tt.Exact || p.margins[r.Turn.String()] != p.best {
				t.Errorf("%s by %d threads: %+v, not %+d", p.name, threads, r, p.best)
			}
			checkLine(t, p.state, r)
		}
		r := New(tt.New[Entry](8), nil).Solve(Query{Own: p.state.Own, Opp: p.state.Opp, Alpha: -1, Beta: 1})
		if sign(r.Margin) != sign(p.best) || !r.Done {
			t.Errorf("%s, won or not: %+v, not %+d", p.name, r, p.best)
		}
	}
}

func sign(n int) int { return min(max(n, -1), 1) }

// TestRoots solves every turn of some end games by itself.
func TestRoots(t *testing.T) {
	for _, p := range problems(t, "ffo.txt")[:5] {
		solver := New(tt.New[Entry](8), pattern.Default())
		for token, margin := range p.margins {
			turn, _ := othello.ParseTurn(token)
			r := solver.Solve(Query{Own: p.state.Own, Opp: p.state.Opp, Roots: []othello.Turn{turn}, Threads: 1})
			if r.Margin != margin || r.Turn != turn || r.Bound != tt.Exact {
				t.Errorf("%s %s: %+v, not %+d", p.name, token, r, margin)
			}
		}
	}
}

// TestSameNodes wants one thread to do the same twice.
func TestSameNodes(t *testing.T) {
	p := problems(t, "ffo.txt")[0]
	solve := func() uint64 {
		return New(tt.New[Entry](1), pattern.Default()).Solve(Query{Own: p.state.Own, Opp: p.state.Opp}).Nodes
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
			r := solver.Solve(Query{Own: p.state.Own, Opp: p.state.Opp, Threads: threads, Stop: func() bool { return asked.Add(1) >= n }})
			checkPartly(t, &p, &r)
			if after := asked.Load() - n; after > 4*8 {
				t.Errorf("stop was asked %d times more after it said yes", after)
			}
		}
		for _, nodes := range []uint64{1, 1000, 100000, 300000} {
			solver := New(tt.New[Entry](8), pattern.Default())
			r := solver.Solve(Query{Own: p.state.Own, Opp: p.state.Opp, Threads: threads, Nodes: nodes})
			checkPartly(t, &p, &r)
			if r.Nodes > nodes+uint64(threads)*200000 {
				t.Errorf("%d nodes, not %d", r.Nodes, nodes)
			}
		}
	}
}

// checkPartly wants the result of a search that was cut short to be true.
func checkPartly(t *testing.T, p *problem, r *Result) {
	t.Helper()
	margin, known := p.margins[r.Turn.String()]
	switch {
	case r.Done:
		t.Errorf("%s was not cut short: %+v", p.name, r)
	case p.state.Moves()>>r.Turn&1 == 0 || len(r.Line) == 0:
		t.Errorf("%s: no turn in %+v", p.name, r)
	case r.Bound == tt.Lower && (r.Margin > p.best || known && r.Margin > margin), r.Bound == tt.Upper && r.Margin < p.best, r.Bound == tt.Exact:
		t.Errorf("%s: %+v, but the margin is %+d", p.name, r, p.best)
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
