package midgame

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"go.uber.org/goleak"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/othellobot/endgame"
	"quadrille/ai/othellobot/pattern"
	"quadrille/ai/tt"
	"quadrille/engine/othello"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// randomState plays at random until so many squares are empty or the game is
// over.
func randomState(r *rand.Rand, empties int) othello.State {
	s := othello.StartState()
	for bits.OnesCount64(s.Empty()) > empties {
		turns := s.Turns(nil)
		if len(turns) == 0 {
			break
		}
		s = s.Play(turns[r.IntN(len(turns))])
	}
	return s
}

// naive plays every turn, to a depth in disks, and knows nothing but the rules
// and the evaluation.
func naive(s *othello.State, depth int) int {
	if s.Empty() == 0 {
		return 100 * s.Margin()
	}
	if depth == 0 {
		if s.Own == 0 {
			return -6400
		}
		return toGrain(pattern.Default().Score(s.Own, s.Opp))
	}
	turns := s.Turns(nil)
	if len(turns) == 0 {
		return 100 * s.Margin()
	}
	best := -maxValue - 1
	for _, t := range turns {
		next := s.Play(t)
		left := depth - 1
		if t == othello.Pass {
			left = depth
		}
		best = max(best, -naive(&next, left))
	}
	return best
}

// newSearcher returns a searcher with a new table.
func newSearcher() *Searcher { return New(pattern.Default(), tt.New[endgame.Entry](1)) }

// run searches a state with a new table.
func run(s othello.State, o Options) alphabeta.Report {
	return newSearcher().RunAll(s, o)
}

func rootMoves(s othello.State) (moves []alphabeta.Move) {
	for _, t := range s.Turns(nil) {
		moves = append(moves, alphabeta.Move(t))
	}
	return moves
}

// TestAgainstPlay compares searches without ProbCut with playing every
// turn.
func TestAgainstPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 150 {
		s := randomState(r, 8+r.IntN(50))
		if s.Over() {
			continue
		}
		depth := 1 + i%3
		got := run(s, Options{Options: alphabeta.Options{Depth: depth}, Full: true})
		if want := naive(&s, depth); got.Lines[0].Value != want || got.Depth != depth || got.Lines[0].Solved {
			t.Fatalf("%+v to depth %d: %+v, playing every turn %d", s, depth, got, want)
		}
	}
}

// TestEndAgainstPlay compares searches to the end, of one line and of several,
// with playing every turn.
func TestEndAgainstPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 120 {
		s := randomState(r, 1+r.IntN(7))
		if s.Over() {
			continue
		}
		want := naive(&s, 64)
		for _, lines := range []int{1, 2} {
			got := run(s, Options{Options: alphabeta.Options{MultiPV: lines}})
			if l := got.Lines[0]; l.Value != want || !l.Solved {
				t.Fatalf("%+v, %d lines: %+v, playing every turn %d", s, lines, got, want)
			}
			for _, l := range got.Lines {
				checkLine(t, s, l)
			}
		}
	}
}

// checkLine plays an exact line and wants it to end the game as it says.
func checkLine(t *testing.T, s othello.State, l alphabeta.Line) {
	t.Helper()
	at := s
	for _, m := range l.Moves {
		turn := othello.Turn(m)
		if turn == othello.Pass != at.MustPass() || turn != othello.Pass && at.Moves()>>turn&1 == 0 {
			t.Fatalf("%+v: %v has an illegal turn %s", s, l.Moves, turn)
		}
		at = at.Play(turn)
	}
	margin := at.Margin()
	if at.Side != s.Side {
		margin = -margin
	}
	if !at.Over() || 100*margin != l.Value {
		t.Fatalf("%+v: %v ends with %d, not %d", s, l.Moves, margin, l.Value)
	}
}

// TestSelective wants searches to the end with ProbCut to take fewer
// nodes than those without, and the final answer to be the same.
func TestSelective(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 3 {
		s := randomState(r, 15)
		exact := run(s, Options{Full: true})
		searcher := newSearcher()
		tune := standardTuning
		tune.EndAtOnce, tune.EndSoon = 0, 0
		searcher.tune = tune
		ends := 0
		last := searcher.Run(s, Options{Options: alphabeta.Options{Control: ai.NewControl(ai.Limits{}), Moves: rootMoves(s), Report: func(r alphabeta.Report) {
			if len(r.Lines) > 0 && r.Depth == 15 {
				ends++
				if r.Lines[0].Solved != (ends == 3) {
					t.Errorf("%+v: search %d to the end is exact: %v", s, ends, r.Lines[0].Solved)
				}
			}
		}}})
		if last.Lines[0].Value != exact.Lines[0].Value || ends != 3 {
			t.Errorf("%+v: %d after %d searches to the end, not %d", s, last.Lines[0].Value, ends, exact.Lines[0].Value)
		}
	}
}

// TestWonDrawnLost compares searches for who wins with playing every turn: the
// turn that comes to the front must keep the result, and the value must say it.
func TestWonDrawnLost(t *testing.T) {
	sign := func(n int) int { return max(-1, min(1, n)) }
	r := rand.New(rand.NewPCG(9, 10))
	seen := map[int]int{}
	for range 120 {
		s := randomState(r, 7+r.IntN(3))
		if s.Over() {
			continue
		}
		want := naive(&s, 60)
		for _, selectivity := range []selectivity{noSelectivity, noSelectivity - 1} {
			searcher := newSearcher()
			searcher.root, searcher.empties = s, bits.OnesCount64(s.Empty())
			searcher.opts = Options{Options: alphabeta.Options{Control: ai.NewControl(ai.Limits{}), Moves: rootMoves(s), Threads: 1, MultiPV: 1}}
			w := newWorker(searcher, 0)
			lines := newRoots(searcher.opts.Moves)
			w.sortRoots(lines)
			if !w.search(lines, step{depth: searcher.empties, selectivity: selectivity, wld: true}) {
				t.Fatalf("%+v: not finished", s)
			}
			next := s.Play(othello.Turn(lines[0].Moves[0]))
			if got := -naive(&next, 60); sign(got) != sign(want) || sign(lines[0].Value) != sign(want) || lines[0].Solved {
				t.Errorf("%+v, selectivity %d: %v leads to %d, its value is %d, exact %v; the best leads to %d",
					s, selectivity, lines[0].Moves[0], got, lines[0].Value, lines[0].Solved, want)
			}
		}
		seen[sign(want)]++
	}
	if seen[-1] < 10 || seen[0] < 1 || seen[1] < 10 {
		t.Errorf("lost, drawn, won: %v; too few to say anything", seen)
	}
}

// TestUnlimited wants a search without any limit to go through the depths of
// the middle game, as long as the end is far, and to end when it is stopped.
func TestUnlimited(t *testing.T) {
	s := randomState(rand.New(rand.NewPCG(11, 12)), 44)
	ctl, deepest := ai.NewControl(ai.Limits{}), 0
	last := newSearcher().Run(s, Options{Options: alphabeta.Options{Control: ctl, Moves: rootMoves(s), Report: func(r alphabeta.Report) {
		if len(r.Lines) > 0 && r.Depth != deepest+1 {
			t.Errorf("depth %d follows depth %d", r.Depth, deepest)
		}
		if deepest = r.Depth; deepest == 10 {
			ctl.Stop()
		}
	}}})
	if last.Depth != 10 || last.Lines[0].Solved {
		t.Errorf("%+v", last)
	}
}

// TestStoppedNodes stops a search in the midst of the exact solution and wants all
// nodes to count of which it has told.
func TestStoppedNodes(t *testing.T) {
	s := randomState(rand.New(rand.NewPCG(15, 14)), 22)
	ctl, told := ai.NewControl(ai.Limits{}), uint64(0)
	last := newSearcher().Run(s, Options{Full: true, Options: alphabeta.Options{Control: ctl, Moves: rootMoves(s), Report: func(r alphabeta.Report) {
		if told = r.Nodes; len(r.Lines) == 0 && r.Depth == 22 {
			ctl.Stop()
		}
	}}})
	if last.Lines[0].Solved || last.Nodes < told {
		t.Errorf("%d nodes in the end, after %d; solved: %v", last.Nodes, told, last.Lines[0].Solved)
	}
}

// TestThreads searches with helpers; run it with -race.
func TestThreads(t *testing.T) {
	s := randomState(rand.New(rand.NewPCG(7, 8)), 40)
	if r := run(s, Options{Options: alphabeta.Options{Depth: 8, Threads: 4}}); r.Depth != 8 || r.Lines[0].Value == unvalued {
		t.Errorf("%+v", r)
	}
	s = randomState(rand.New(rand.NewPCG(9, 10)), 12)
	one, four := run(s, Options{Full: true}), run(s, Options{Options: alphabeta.Options{Threads: 4}})
	if one.Lines[0].Value != four.Lines[0].Value || !four.Lines[0].Solved {
		t.Errorf("%+v: one thread %+v, four %+v", s, one, four)
	}
}
