package teekobot

import (
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"quadrille/ai"
	"quadrille/ai/bottest"
	"quadrille/ai/teekosolve"
	"quadrille/engine"
	"quadrille/engine/teeko"
)

// small returns the table of the small board.
func small(t testing.TB) *teekosolve.Table {
	t.Helper()
	b := teekosolve.NewBuilder(teeko.Small)
	b.Run(1, func() bool { return false }, nil)
	return b.Table()
}

// TestSolvedSelfPlay plays both levels' games with tables.
func TestSolvedSelfPlay(t *testing.T) {
	for _, rules := range []engine.Rules{nil, {"repetition": "0"}, {"repetition": "1"}, {"repetition": "2"}} {
		bottest.SelfPlay(t, newSolver, start(t, rules), 60, 1, 9, 10)
	}
}

// TestAnswersAreTheTables asks for positions without a past.
func TestAnswersAreTheTables(t *testing.T) {
	table := small(t)
	r := rand.New(rand.NewPCG(7, 8))
	b := newSolver()
	proofs := map[ai.Proof]int{}
	for range 600 {
		pos := randomPosition(t, r, nil, 3+r.IntN(8))
		if pos.Result().Over {
			continue
		}
		v := table.Value(pos.SearchState())
		last := bottest.Run(t, b, pos, ai.Limits{Exact: true}, ai.FullStrength()).Last()
		proofs[last.Proof]++
		want := [...]ai.Proof{ai.ProvedLoss, ai.ProvedDraw, ai.ProvedWin}[v.Result+1]
		if last.Proof != want || last.Score.Mate != int(v.Result)*v.Plies || last.Score.Mate == 0 && last.Score.CP != 0 {
			t.Errorf("%s: %+v, the table has %+v", pos.FEN(), last, v)
		}
		if plies := max(last.Score.Mate, -last.Score.Mate); plies != 0 && plies != len(last.PV) {
			t.Errorf("%s: the line %v is no mate %d", pos.FEN(), last.PV, last.Score.Mate)
		}
	}
	if proofs[ai.ProvedWin] < 50 || proofs[ai.ProvedLoss] < 3 || proofs[ai.ProvedDraw] < 50 {
		t.Errorf("proofs: %v", proofs)
	}
}

// TestNothingSlips plays level 10 against every lower level and looks after
// each of its turns whether it kept what it had.
func TestNothingSlips(t *testing.T) {
	table := small(t)
	for level := 1; level < ai.MaxLevel; level++ {
		for game := range 2 {
			playAgainst(t, table, level, uint64(level*100+game), game%2)
		}
	}
}

func playAgainst(t *testing.T, table *teekosolve.Table, level int, seed uint64, side int) {
	t.Helper()
	strong, weak := newSolver(), newSolver()
	settings := ai.FullStrength()
	settings.Level, settings.Seed, settings.Hash = engine.Level(level), seed, 1
	r := rand.New(rand.NewPCG(seed, 1))
	pos := engine.Position(randomPosition(t, r, nil, 2))
	for !pos.Result().Over {
		if int(pos.Turn())-1 != side {
			pos = bottest.PlayLine(t, pos, []string{bottest.Run(t, weak, pos, ai.Limits{}, settings).Best.Move})
			continue
		}
		before := table.Value(pos.(*teeko.Position).SearchState())
		move := bottest.Run(t, strong, pos, ai.Limits{}, ai.FullStrength()).Best.Move
		pos = bottest.PlayLine(t, pos, []string{move})
		after := table.Value(pos.(*teeko.Position).SearchState())
		if after.Result != -before.Result || after.Plies != max(0, before.Plies-1) {
			t.Fatalf("level %d, seed %d: %s turns %+v into %+v", level, seed, move, before, after)
		}
	}
}

// TestMateSolved asks for forced wins within so many turns.
func TestMateSolved(t *testing.T) {
	pos := parse(t, "X.X./...X/X..O/OOO. O size=4,advanced=false,repetition=3 -")
	r := bottest.Run(t, newSolver(), pos, ai.Limits{Mate: 1}, ai.FullStrength())
	if r.Last().Score.Mate != 1 || r.Text() != "" {
		t.Errorf("%q %+v", r.Text(), r.Last())
	}
	r = bottest.Run(t, newSolver(), start(t, nil), ai.Limits{Mate: 3}, ai.FullStrength())
	if r.Text() != "no win in 3\n" || r.Last().Proof != ai.ProvedDraw {
		t.Errorf("%q %+v", r.Text(), r.Last())
	}
}

// TestHurry gives the solver so little time that it must search, and sees it
// get ready over some searches.
func TestHurry(t *testing.T) {
	b := newSolver().(*bot)
	pos := start(t, nil)
	for range 2000 {
		limits := ai.Limits{MoveTime: 2 * time.Millisecond}
		settings := ai.FullStrength()
		settings.Hash, settings.MoveOverhead = 1, time.Millisecond
		r := bottest.Run(t, b, pos, limits, settings)
		if b.solver.table != nil {
			if r.Last().Proof != ai.ProvedDraw {
				t.Errorf("solved, but the answer is %+v", r.Last())
			}
			return
		}
		if !strings.Contains(r.Text(), "searching") {
			t.Fatalf("the bot does not say that it searches: %q", r.Text())
		}
	}
	t.Error("the board is not solved after 2000 searches")
}

// TestStopDuringBuild stops a search without limits when it says that it is
// solving a large board, if it takes so long: it answers with what it had found
// before, and keeps what is done of the table.
func TestStopDuringBuild(t *testing.T) {
	b := newSolver().(*bot)
	pos := start(t, engine.Rules{"size": "5"})
	limits := ai.Limits{Infinite: true}
	ctl := ai.NewControl(limits)
	r := bottest.RunUnder(t, ctl, b, pos, limits, ai.FullStrength(), func(i ai.Info) {
		if i.Solving > 0 {
			ctl.Stop()
		}
	})
	last := r.Last()
	if last.PV[0] != r.Best.Move || (b.solver.table == nil) != (b.solver.builder != nil) {
		t.Errorf("stopped, the bot answers %+v after %+v", r.Best, last)
	}
	if b.solver.table == nil && last.Nodes != stopgapNodes {
		t.Errorf("before the board is solved, the bot searches %d nodes", last.Nodes)
	}
}

// TestSolve begins to solve a large board, is stopped, begins a new game and goes
// on.
func TestSolve(t *testing.T) {
	b := newSolver().(*bot)
	pos := start(t, engine.Rules{"size": "5"})
	last := 0
	for range 2 {
		ctl := ai.NewControl(ai.Limits{})
		before := last
		err := b.Solve(ctl, pos, ai.FullStrength(), func(i ai.Info) {
			if i.Solving < last || i.Solving > whole {
				t.Fatalf("%d after %d", i.Solving, last)
			}
			if last = i.Solving; last > before {
				ctl.Stop()
			}
		})
		if done, solvable := b.Solved(pos); err != nil || !solvable || done < last {
			t.Errorf("%d is done after %d, solvable %v, error %v", done, last, solvable, err)
		}
		if done, _ := b.Solved(start(t, engine.Rules{"size": "5", "advanced": "true"})); done != 0 {
			t.Errorf("%d of another board is done", done)
		}
		b.Reset()
	}
	for rules, want := range map[string]struct {
		done     int
		solvable bool
	}{"size=4": {whole, true}, "size=5 repetition=0": {last, true}, "size=5 repetition=1": {last, false}} {
		parsed, _ := engine.ParseSettings(strings.Fields(rules))
		if done, solvable := b.Solved(start(t, parsed)); solvable != want.solvable || solvable && done < want.done {
			t.Errorf("%s: %d is done, solvable %v", rules, done, solvable)
		}
	}
	// One board is solved at a time.
	bottest.Run(t, b, start(t, engine.Rules{"size": "5", "advanced": "true"}), ai.Limits{Nodes: 100}, ai.FullStrength())
	if done, _ := b.Solved(pos); done != 0 {
		t.Errorf("%d is done of what was given up for another board", done)
	}
}

// TestSolveOff searches a large board with the option off: nothing is solved.
func TestSolveOff(t *testing.T) {
	b := newSolver().(*bot)
	settings := ai.FullStrength()
	settings.Hash, settings.Solve = 1, false
	r := bottest.Run(t, b, start(t, engine.Rules{"size": "5"}), ai.Limits{MoveTime: 400 * time.Millisecond}, settings)
	if b.solver.table != nil || b.solver.builder != nil || r.Last().Nodes == 0 {
		t.Errorf("the search has built; it reports %+v", r.Last())
	}
}

// TestLargeBoardFromTheStore solves Advanced Teeko once, which takes some
// seconds, and takes it from the file the second time, also if it is damaged.
func TestLargeBoardFromTheStore(t *testing.T) {
	if os.Getenv("QUADRILLE_SLOW_TESTS") == "" {
		t.Skip("set QUADRILLE_SLOW_TESTS=1 to solve a 5×5 board")
	}
	store := teekosolve.Store{Dir: t.TempDir()}
	pos := start(t, engine.Rules{"size": "5", "advanced": "true"})
	ask := func() bottest.Result {
		return bottest.Run(t, &bot{solver: solver{store: store}}, pos, ai.Limits{Exact: true}, ai.FullStrength())
	}
	for range 2 {
		r := ask()
		if r.Best.Move != "c3" || r.Last().Score.Mate != 13 || r.Last().Proof != ai.ProvedWin || len(r.Last().PV) != 13 {
			t.Errorf("%+v", r.Last())
		}
	}
	path := store.Path(teeko.Advanced)
	if err := os.Truncate(path, 1000); err != nil {
		t.Fatal(err)
	}
	if r := ask(); !strings.Contains(r.Text(), "built again") || r.Last().Score.Mate != 13 {
		t.Errorf("%q %+v", r.Text(), r.Last())
	}
	if _, _, err := store.Load(teeko.Advanced); errors.Is(err, teekosolve.ErrDamaged) || err != nil {
		t.Error(err)
	}
}

// TestDrawnGameEnds plays two that hold the draw against each other. They go on
// for a slip only so long.
func TestDrawnGameEnds(t *testing.T) {
	a, b := newSolver(), newSolver()
	var pos engine.Position = start(t, nil)
	turns := 0
	for ; !pos.Result().Over; turns++ {
		if turns > 8+4*patience {
			t.Fatalf("no end after %d turns", turns)
		}
		limits := ai.Limits{MoveTime: time.Minute}
		best := a.Search(ai.NewControl(limits), pos, limits, ai.FullStrength(), func(ai.Info) {})
		next, err := pos.Play(best.Move)
		if err != nil {
			t.Fatal(err)
		}
		pos, a, b = next, b, a
	}
	if r := pos.Result(); r != engine.Draw("repetition") || turns < patience {
		t.Errorf("%v after %d turns, want a draw by repetition after %d at least", r, turns, patience)
	}
}
