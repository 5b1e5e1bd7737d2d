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
// many until it takes long enough.
const (
	benchNodes = 2000
	benchTime  = 150 * time.Millisecond
	benchMost  = 1 << 24
)

// Benchmark has so many of this program's engines search the start of the match's
// game at the same time.
func (s *Setting) Benchmark(ctx context.Context, o Options, players int) (Bench, error) {
	results, errs := make([]Bench, players), make([]error, players)
	var all sync.WaitGroup
	for i := range players {
		all.Go(func() { results[i], errs[i] = s.benchmark(ctx, o) })
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return Bench{}, fmt.Errorf("bench: %w", err)
		}
	}
	slices.SortFunc(results, func(a, b Bench) int { return a.Speed - b.Speed })
	return results[players/2], nil
}

func (s *Setting) benchmark(ctx context.Context, o Options) (b Bench, err error) {
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
	for nodes := uint64(benchNodes); ; nodes *= 2 {
		a, err := m.player.Go(ctx, opening.Turns, driver.Limits{Nodes: nodes, GiveUpAfter: time.Minute})
		if err != nil {
			return b, err
		}
		if b.Found == "" {
			b.Found = fmt.Sprint(a.Token, " ", a.Info.Depth, " ", a.Info.CP, " ", a.Info.Scores)
		}
		switch {
		case a.Info.Nodes < nodes/2 || nodes >= benchMost: // it need not search so long
			return b, nil
		case a.Took >= benchTime:
			b.Speed = int(float64(a.Info.Nodes) / a.Took.Seconds())
			return b, nil
		}
	}
}

// Plays says whether this program's engine plays in the match.
func (s *Spec) Plays() bool {
	return slices.ContainsFunc(s.Engines, func(e EngineSpec) bool { return e.Cmd == "" })
}
