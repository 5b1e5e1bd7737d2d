package match

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"quadrille/protocol/driver"
)

// Bench is what a machine makes of this program's engine in a match's game.
type Bench struct {
	Speed int    // nodes a second of each player while all search; 0 is not known
	Found string // what it found in a short search, the same wherever the engine is the same
}

// The first search of a bench has so many nodes, and each further one twice as
// many until it takes long enough. The best of several such is the speed, since
// what else a machine does makes it slower and never faster.
const (
	benchNodes = 2000
	benchTime  = 100 * time.Millisecond
	benchMost  = 1 << 24
	benchRuns  = 5
)

// Benchmark has this program's engine search the start of the match's game for a
// moment. For the speed so many engines search at the same time; with 0 it is not
// measured.
func (s *Setting) Benchmark(ctx context.Context, o Options, players int) (Bench, error) {
	results, errs := make([]Bench, max(1, players)), make([]error, max(1, players))
	var all sync.WaitGroup
	for i := range results {
		all.Go(func() { results[i], errs[i] = s.benchmark(ctx, o, players > 0) })
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return Bench{}, fmt.Errorf("bench: %w", err)
		}
	}
	slices.SortFunc(results, func(a, b Bench) int { return a.Speed - b.Speed })
	return results[len(results)/2], nil
}

// benchmark is the bench of one engine.
func (s *Setting) benchmark(ctx context.Context, o Options, speed bool) (b Bench, err error) {
	plain := *s.spec // this program's engine as it is, whatever plays
	plain.Engines, plain.Vary, plain.Referee = []EngineSpec{{Name: "bench"}}, nil, ""
	w := newWorker(NewSetting(&plain), o, nil, -1)
	defer w.end()
	if err := w.needReferee(ctx); err != nil {
		return b, err
	}
	m, err := w.member(ctx, 0, nil)
	if err != nil {
		return b, err
	}
	opening, err := w.open(ctx, 0)
	if err != nil {
		return b, err
	}
	setup := w.facts.Setup(opening.Start)
	setup.Seed = 1
	if err := m.player.NewGame(ctx, setup); err != nil {
		return b, err
	}
	search := func(nodes uint64) (driver.Answer, error) {
		return m.player.Go(ctx, opening.Turns, driver.Limits{Nodes: nodes, GiveUpAfter: time.Minute})
	}
	a, err := search(benchNodes)
	if err != nil {
		return b, err
	}
	b.Found = fmt.Sprint(a.Token, " ", a.Info.Depth, " ", a.Info.CP, " ", a.Info.Scores)
	if speed {
		b.Speed, err = fastest(search)
	}
	return b, err
}

// fastest is the speed of the fastest of some searches, in nodes a second, or 0
// where the engine need not search for long.
func fastest(search func(nodes uint64) (driver.Answer, error)) (best int, err error) {
	nodes, runs := uint64(2*benchNodes), 0
	for runs < benchRuns {
		a, err := search(nodes)
		switch {
		case err != nil:
			return 0, err
		case a.Info.Nodes < nodes/4:
			return 0, nil
		case a.Took < benchTime && nodes < benchMost:
			nodes *= 2
			continue
		}
		best = max(best, int(float64(a.Info.Nodes)/a.Took.Seconds()))
		runs++
	}
	return best, nil
}

// Plays says whether this program's engine plays in the match.
func (s *Spec) Plays() bool {
	return slices.ContainsFunc(s.Engines, func(e EngineSpec) bool { return e.Cmd == "" })
}
