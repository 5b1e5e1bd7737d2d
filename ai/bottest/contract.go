package bottest

import (
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"

	"quadrille/ai"
	"quadrille/engine"
)

// nodes is how many nodes the checks allow a search.
const nodes = 1500

// Contract checks a bot on positions that are not over and that it cannot
// search to the end within some thousand nodes. Each should have two legal
// turns at least. Short tests have the first and the last alone, since the race
// detector, which runs those, sees the same accesses in each.
func Contract(t *testing.T, newBot func() ai.Bot, positions []engine.Position) {
	if last := len(positions) - 1; testing.Short() && last > 1 {
		positions = []engine.Position{positions[0], positions[last]}
	}
	for _, pos := range positions {
		t.Run(pos.FEN(), func(t *testing.T) {
			checkNodes(t, newBot, pos)
			checkReady(t, newBot, pos)
			checkRepeats(t, newBot, pos)
			checkStop(t, newBot, pos)
			checkSearchMoves(t, newBot, pos)
			checkMultiPV(t, newBot, pos)
			checkDepth(t, newBot, pos)
			checkLevels(t, newBot, pos)
			checkThreads(t, newBot, pos)
			checkEval(t, newBot, pos)
			checkMoveTime(t, newBot, pos)
		})
	}
	checkBench(t, newBot, positions[0].Game())
}

// checkNodes wants exactly the nodes that are allowed, and never more where
// the search ends by itself.
func checkNodes(t *testing.T, newBot func() ai.Bot, pos engine.Position) {
	for _, n := range []uint64{1, 2, 100, 1024, nodes} {
		r := Run(t, newBot(), pos, ai.Limits{Nodes: n}, settings())
		if got := r.Last().Nodes; got != n {
			t.Errorf("a search of %d nodes has %d", n, got)
		}
		r = Run(t, newBot(), pos, ai.Limits{Nodes: n, Mate: 3}, settings())
		if got := r.Last().Nodes; got == 0 || got > n {
			t.Errorf("a mate search of at most %d nodes has %d", n, got)
		}
	}
}

// checkReady wants Ready to change nothing but when the work is done: the search
// after it says the same and takes hardly any memory, so that it neither loads
// nor makes anything large.
func checkReady(t *testing.T, newBot func() ai.Bot, pos engine.Position) {
	const most = 4 << 20 // bytes; the tables are 16 MiB and more
	for _, level := range []int{ai.MaxLevel, 3} {
		s := settings()
		s.Hash, s.Level = 16, engine.Level(level)
		b := newBot()
		b.Ready(pos, s)
		b.Ready(pos, s)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		b.Search(ai.NewControl(ai.Limits{}), pos, ai.Limits{Nodes: 1}, s, func(ai.Info) {})
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > most {
			t.Errorf("level %d: the search after Ready took %d KiB", level, took>>10)
		}
		b.Reset()
		ready := Run(t, b, pos, ai.Limits{Nodes: nodes}, s)
		if plain := Run(t, newBot(), pos, ai.Limits{Nodes: nodes}, s); !reflect.DeepEqual(ready, plain) {
			t.Errorf("level %d: after Ready the bot says\n%+v\nnot\n%+v", level, ready, plain)
		}
	}
}

// checkRepeats wants the same infos from a new bot, from one that was reset,
// and the same of a weak level with the same seed.
func checkRepeats(t *testing.T, newBot func() ai.Bot, pos engine.Position) {
	for _, level := range []int{ai.MaxLevel, 4} {
		s := settings()
		s.Level = engine.Level(level)
		b := newBot()
		first := Run(t, b, pos, ai.Limits{Nodes: nodes}, s)
		if again := Run(t, newBot(), pos, ai.Limits{Nodes: nodes}, s); !reflect.DeepEqual(first, again) {
			t.Errorf("level %d: a new bot says\n%+v\nnot\n%+v", level, again, first)
		}
		b.Reset()
		if again := Run(t, b, pos, ai.Limits{Nodes: nodes}, s); !reflect.DeepEqual(first, again) {
			t.Errorf("level %d: after a reset the bot says\n%+v\nnot\n%+v", level, again, first)
		}
	}
}

// checkStop stops a search from its own report, and wants it to visit little
// more, and one that was stopped before it began.
func checkStop(t *testing.T, newBot func() ai.Bot, pos engine.Position) {
	for _, limits := range []ai.Limits{{Infinite: true}, {Ponder: true}, {Exact: true}, {}} {
		ctl := ai.NewControl(limits)
		var at uint64
		r := RunUnder(t, ctl, newBot(), pos, limits, settings(), func(i ai.Info) {
			if at == 0 && i.Nodes >= nodes {
				at = i.Nodes
				ctl.Stop()
			}
		})
		if got := r.Last().Nodes; got > at+8192 {
			t.Errorf("%+v: stopped at %d nodes, the search went on to %d", limits, at, got)
		}
	}
	ctl := ai.NewControl(ai.Limits{Infinite: true})
	ctl.Stop()
	r := RunUnder(t, ctl, newBot(), pos, ai.Limits{Infinite: true}, settings(), func(ai.Info) {})
	if got := r.Last().Nodes; got > 8192 {
		t.Errorf("a search that was stopped before it began visits %d nodes", got)
	}
}

// checkSearchMoves restricts the root to its first and to its last turn.
func checkSearchMoves(t *testing.T, newBot func() ai.Bot, pos engine.Position) {
	legal := pos.Legal()
	for _, only := range []string{legal[0], legal[len(legal)-1]} {
		for _, limits := range []ai.Limits{{Nodes: nodes}, {Mate: 2, Nodes: nodes}, {Nodes: nodes, Exact: true}} {
			limits.SearchMoves = []string{only}
			r := Run(t, newBot(), pos, limits, settings())
			if r.Best.Move != only || r.Last().PV[0] != only {
				t.Errorf("%+v: asked for %s, the answer is %+v", limits, only, r.Best)
			}
		}
	}
}

// checkMultiPV asks for three lines and for more than there are.
func checkMultiPV(t *testing.T, newBot func() ai.Bot, pos engine.Position) {
	for _, lines := range []int{3, 500} {
		s := settings()
		s.MultiPV = lines
		r := Run(t, newBot(), pos, ai.Limits{Depth: 2}, s)
		want := min(lines, len(pos.Legal()))
		if len(r.Infos) < want {
			t.Errorf("%d lines: only %d infos", lines, len(r.Infos))
			continue
		}
		checkRanks(t, r.Infos[len(r.Infos)-want:], r.Best)
	}
}

func checkRanks(t *testing.T, infos []ai.Info, best ai.Best) {
	var first []string
	for i, info := range infos {
		if info.MultiPV != i+1 || len(info.PV) == 0 || slices.Contains(first, info.PV[0]) {
			t.Errorf("line %d of %d: %+v", i+1, len(infos), info)
			return
		}
		first = append(first, info.PV[0])
		if i > 0 && order(info.Score) > order(infos[i-1].Score) {
			t.Errorf("line %d is better than the one before: %+v", i+1, infos)
		}
	}
	if first[0] != best.Move {
		t.Errorf("the best line begins with %s, the answer is %s", first[0], best.Move)
	}
}

// order makes scores comparable.
func order(s ai.Score) int {
	const decided = 1 << 20
	switch {
	case s.Mate > 0:
		return decided - s.Mate
	case s.Mate < 0:
		return -decided - s.Mate
	}
	return s.CP
}

// checkDepth wants no report beyond the depth asked for.
func checkDepth(t *testing.T, newBot func() ai.Bot, pos engine.Position) {
	for _, level := range []int{1, ai.MaxLevel} {
		s := settings()
		s.Level = engine.Level(level)
		r := Run(t, newBot(), pos, ai.Limits{Depth: 3}, s)
		for _, i := range r.Infos {
			if i.Depth > 3 {
				t.Errorf("depth 3 was asked for: %+v", i)
			}
		}
	}
}

// checkLevels wants every level below full strength to end without any limit.
func checkLevels(t *testing.T, newBot func() ai.Bot, pos engine.Position) {
	for _, level := range []engine.Level{1, 2, 3, 4, 4.5, 5, 6, 7, 8, 9} {
		s := settings()
		s.Level = level
		for seed := uint64(1); seed <= 3; seed++ {
			s.Seed = seed
			Run(t, newBot(), pos, ai.Limits{}, s)
		}
	}
}

// checkThreads searches with several threads; run it with -race.
func checkThreads(t *testing.T, newBot func() ai.Bot, pos engine.Position) {
	s := settings()
	s.Threads = 4
	Run(t, newBot(), pos, ai.Limits{Nodes: 2 * nodes}, s)
}

// checkEval wants the terms to add up to the last one.
func checkEval(t *testing.T, newBot func() ai.Bot, pos engine.Position) {
	terms := newBot().Eval(pos)
	if len(terms) < 2 {
		t.Fatalf("the evaluation has %d terms", len(terms))
	}
	sum := 0
	for _, term := range terms[:len(terms)-1] {
		sum += term.Value
	}
	if total := terms[len(terms)-1].Value; sum != total {
		t.Errorf("the terms %+v add up to %d, not %d", terms, sum, total)
	}
}

// checkMoveTime wants the time for a turn to be used, apart from the overhead,
// unless there is a proof, and a search to end by its time or its clock. How
// soon it ends a busy machine decides, so that bound is far away.
func checkMoveTime(t *testing.T, newBot func() ai.Bot, pos engine.Position) {
	const far = 20 * time.Second
	timed := ai.Limits{MoveTime: 30 * time.Millisecond}
	ctl := ai.NewControl(timed)
	r := RunUnder(t, ctl, newBot(), pos, timed, settings(), func(ai.Info) {})
	if spent := ctl.Elapsed(); spent > far || spent < timed.MoveTime-settings().MoveOverhead && r.Last().Proof == ai.NotProved {
		t.Errorf("%v of %v are spent", spent, timed.MoveTime)
	}
	clocked := ai.Limits{}
	for i := range pos.Players() {
		clocked.Clocked[i] = true
		clocked.Clocks[i].Left = 20 * time.Millisecond
	}
	ctl = ai.NewControl(clocked)
	RunUnder(t, ctl, newBot(), pos, clocked, settings(), func(ai.Info) {})
	if spent := ctl.Elapsed(); spent > far {
		t.Errorf("%v are spent of a clock of 20 ms", spent)
	}
}

// checkBench searches the bench positions to a small depth, twice, and wants
// the same nodes.
func checkBench(t *testing.T, newBot func() ai.Bot, game engine.Game) {
	for i, bench := range newBot().Bench() {
		rules, err := engine.ResolveRules(game.Options(), bench.Rules)
		if err != nil {
			t.Fatalf("bench %d: %v", i+1, err)
		}
		pos, err := game.New(rules, 1)
		if bench.FEN != "" {
			pos, err = game.ParseFEN(bench.FEN, rules)
		}
		if err != nil || bench.Depth < 1 {
			t.Fatalf("bench %d: depth %d, %v", i+1, bench.Depth, err)
		}
		first := Run(t, newBot(), pos, ai.Limits{Depth: 3}, settings()).Last()
		if again := Run(t, newBot(), pos, ai.Limits{Depth: 3}, settings()).Last(); again.Nodes != first.Nodes || first.Nodes == 0 {
			t.Errorf("bench %d: %d nodes, then %d", i+1, first.Nodes, again.Nodes)
		}
	}
}
