package blokusbot

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/ai"
	"quadrille/engine"
	"quadrille/engine/blokus"
)

// searched runs a search of full strength and returns its answer and reports.
func searched(t testing.TB, p engine.Position, l ai.Limits, change func(*ai.Settings)) (ai.Best, []ai.Info) {
	t.Helper()
	settings := ai.FullStrength()
	settings.Hash = 8
	if change != nil {
		change(&settings)
	}
	var infos []ai.Info
	best := New().Search(ai.NewControl(l), p, l, settings, func(i ai.Info) { infos = append(infos, i) })
	if !slices.Contains(p.Legal(), best.Move) {
		t.Fatalf("%s: %q is not legal", p.FEN(), best.Move)
	}
	if len(infos) == 0 {
		t.Fatalf("%s: no report", p.FEN())
	}
	return best, infos
}

// endings are positions near the end of games, with at most so many placements to choose
// from and so many for each set of options.
func endings(t testing.TB, sets []engine.Rules, seed uint64, most, each int) []*blokus.Position {
	rng := rand.New(rand.NewPCG(seed, seed))
	var list []*blokus.Position
	for _, options := range sets {
		for found := 0; found < each; {
			if p, ok := late(t, options, rng, most); ok {
				list = append(list, p)
				found++
			}
		}
	}
	return list
}

// TestSolvesEarly solves positions 22 turns after the start of games of duo, as the
// search of a turn does. Of these ten the margin alone is
// found in one.
func TestSolvesEarly(t *testing.T) {
	const turns, positions, least = 22, 25_000, 5
	solved := 0
	for _, line := range recordLines(t, "duo6.txt.gz")[:10] {
		p := mustNew(t, engine.Rules{"variant": "duo", "corners": "fixed", "end": "all-blocked", "scoring": "official"})
		for _, token := range strings.Fields(line)[4:][:turns] {
			p = mustPlay(t, p, token)
		}
		task := newTask(New().(*bot), ai.NewControl(ai.Limits{}), p.(*blokus.Position), ai.Limits{}, ai.FullStrength(), nil)
		v := task.endgameSolver()
		v.budget = positions
		if r := task.solveFurther(v); r.ok {
			solved++
			task.report = func(i ai.Info) { playLine(t, p, i.PV) }
			task.reportSolved(r, 0)
		}
	}
	if solved < least {
		t.Errorf("%d positions are solved, fewer than %d", solved, least)
	}
}

// TestSolvesNoFurther looks for no margin where it proves nothing.
func TestSolvesNoFurther(t *testing.T) {
	tried := 0
	for _, p := range endings(t, optionSets(), 3, 7, 2) {
		task := newTask(New().(*bot), ai.NewControl(ai.Limits{}), p, ai.Limits{}, ai.FullStrength(), nil)
		v := newSolver(task.state.Seat(), 1, task.ctl.Done)
		if r := v.solve(&task.state, task.roots, -1, 1, unbounded()); !r.ok || task.proof(r) != ai.NotProved {
			continue
		}
		tried++
		further := newSolver(task.state.Seat(), 1, task.ctl.Done)
		if task.solveFurther(further); further.nodes > v.nodes {
			t.Errorf("%s: %d positions, though %d say that nothing is proved", p.FEN(), further.nodes, v.nodes)
		}
	}
	if tried == 0 {
		t.Error("no position was tried")
	}
}

// TestSolve compares the exact search with playing everything.
func TestSolve(t *testing.T) {
	for _, p := range endings(t, optionSets(), 3, 7, 2) {
		s := p.SearchState()
		v := newSolver(s.Side(), 1, func() bool { return false })
		task := newTask(&bot{}, ai.NewControl(ai.Limits{}), p, ai.Limits{}, ai.FullStrength(), nil)
		got := v.solve(&s, task.roots, -anyMargin, anyMargin, unbounded())
		want := plainValue(t, p, p.Turn())
		if !got.ok || got.margin != want {
			t.Errorf("%s: margin %d %v, by playing everything %d", p.FEN(), got.margin, got.ok, want)
		}
		if r := v.solve(&s, task.roots, -1, 1, unbounded()); !r.ok || cmp.Compare(r.margin, 0) != cmp.Compare(want, 0) {
			t.Errorf("%s: who wins is %d %v, by playing everything %d", p.FEN(), r.margin, r.ok, want)
		}
		if end := playLine(t, p, task.tokens(got.line)); !end.Result().Over || plainMargin(end, p.Turn()) != want {
			t.Errorf("%s: the line %v ends with %v, not a margin of %d", p.FEN(), got.line, end.Scores(), want)
		}
	}
}

func playLine(t testing.TB, p engine.Position, tokens []string) engine.Position {
	for _, token := range tokens {
		p = mustPlay(t, p, token)
	}
	return p
}

// TestExact checks what `exact` proves, whatever the level.
func TestExact(t *testing.T) {
	seen := map[ai.Proof]int{}
	for i, p := range endings(t, optionSets(), 3, 7, 2) {
		best, infos := searched(t, p, ai.Limits{Exact: true}, func(s *ai.Settings) { s.Level = engine.Level(1 + i%ai.MaxLevel) })
		last := infos[len(infos)-1]
		want := proofOf(plainValue(t, p, p.Turn()), p.Players())
		if last.Proof != want {
			t.Errorf("%s: proof %q, not %q", p.FEN(), last.Proof, want)
		}
		after := plainValue(t, mustPlay(t, p, best.Move), p.Turn())
		if want != ai.NotProved && proofOf(after, p.Players()) != want {
			t.Errorf("%s: proved %q, but %s leads to a margin of %d", p.FEN(), want, best.Move, after)
		}
		seen[want]++
	}
	if seen[ai.ProvedWin] < 3 || seen[ai.ProvedLoss] < 3 || seen[ai.NotProved] < 3 {
		t.Errorf("too few of each kind: %v", seen)
	}
}

// TestExactDraw looks for an ending that is a tie with best play.
func TestExactDraw(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for {
		p, ok := late(t, engine.Rules{"variant": "duo"}, rng, 6)
		if !ok || plainValue(t, p, p.Turn()) != 0 {
			continue
		}
		_, infos := searched(t, p, ai.Limits{Exact: true}, nil)
		if last := infos[len(infos)-1]; last.Proof != ai.ProvedDraw || last.Score != (ai.Score{}) {
			t.Errorf("%s: %+v", p.FEN(), last)
		}
		return
	}
}

func proofOf(margin, players int) ai.Proof {
	switch {
	case margin > 0:
		return ai.ProvedWin
	case players > 2:
		return ai.NotProved
	case margin < 0:
		return ai.ProvedLoss
	}
	return ai.ProvedDraw
}

// TestPlaysTheBestMargin lets the bot finish games for two and compares every
// turn's margin with the best there is.
func TestPlaysTheBestMargin(t *testing.T) {
	for _, p := range endings(t, optionSets(), 3, 7, 2) {
		want := plainValue(t, p, p.Turn())
		if p.Players() > 2 && want <= 0 || len(p.Legal()) == 1 {
			continue
		}
		best, infos := searched(t, p, ai.Limits{Nodes: 4_000}, nil)
		if got := plainValue(t, mustPlay(t, p, best.Move), p.Turn()); got != want {
			t.Errorf("%s: %s gives a margin of %d, the best is %d", p.FEN(), best.Move, got, want)
		}
		if last := infos[len(infos)-1]; last.Proof != proofOf(want, p.Players()) || last.Nodes > 4_000 {
			t.Errorf("%s: proof %q for a margin of %d, %d nodes", p.FEN(), last.Proof, want, last.Nodes)
		}
	}
}

// TestMate compares `mate` with playing everything: whether there is a win
// within so many own turns, and how many plies it takes.
func TestMate(t *testing.T) {
	wins, none := 0, 0
	for _, p := range endings(t, optionSets(), 3, 7, 2) {
		for turns := 1; turns <= 3; turns++ {
			want := 0
			for plies := 1; plies <= 10 && want == 0; plies++ {
				if plainWin(t, p, p.Turn(), turns, plies) {
					want = plies
				}
			}
			best, infos := searched(t, p, ai.Limits{Mate: turns}, nil)
			last := infos[len(infos)-1]
			if want == 0 {
				none++
				if last.Text != fmt.Sprintf("no win in %d", turns) {
					t.Errorf("%s: within %d turns there is no win, the answer is %+v", p.FEN(), turns, last)
				}
				continue
			}
			wins++
			if last.Score.Mate != want || last.Proof != ai.ProvedWin || last.PV[0] != best.Move ||
				!plainWin(t, mustPlay(t, p, best.Move), p.Turn(), turns-1, want-1) {
				t.Errorf("%s: the win within %d turns takes %d plies, the answer is %s, %+v", p.FEN(), turns, want, best.Move, last)
			}
		}
	}
	if wins < 10 || none < 10 {
		t.Errorf("%d wins and %d positions without are too few", wins, none)
	}
}

// TestMateStopped has a search that cannot end by itself in time.
func TestMateStopped(t *testing.T) {
	_, infos := searched(t, mustNew(t, nil), ai.Limits{Mate: 20, Nodes: 1000}, nil)
	if last := infos[len(infos)-1]; !strings.HasPrefix(last.Text, "no win in 20 was found before") {
		t.Errorf("%+v", last)
	}
}
