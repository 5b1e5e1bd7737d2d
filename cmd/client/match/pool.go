package match

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"quadrille/cmd/client/match/arena"
	"quadrille/engine"
)

// Source is where the players of a pool get their games.
type Source interface {
	// Next waits for a game. It fails only when there will be no more, which is
	// when the context has ended.
	Next(ctx context.Context) (Task, error)
}

// Task is a game to be played.
type Task struct {
	Setting *Setting
	Pairing Pairing
	// Done takes the finished game, or why there is none. It is not called when
	// the pool is closed before that; then the game is broken off.
	Done func(arena.Game, error)
	// Left is called instead when the pool is closed; it may be nil.
	Left func()
}

// Pool are players, each of which plays one game at a time with processes of its
// own.
type Pool struct {
	list   []*worker
	cancel context.CancelFunc
	all    sync.WaitGroup
	cores  *coreClaims
	guard  *guard
}

// players is how many games are played at a time: so many, or one a core for 0.
func players(concurrency int) int {
	available := cores()
	switch {
	case concurrency > 0:
		return concurrency
	case available == nil:
		return runtime.NumCPU()
	}
	return len(available)
}

// CheckPlayers says, by the flag that asks for it, that nobody plays so many games at a
// time, or nil. Each game has a process for each engine and threads of this one, and
// where the system gives no more of these a program of Go ends in a crash.
func CheckPlayers(flag string, n int) error {
	switch most := max(256, 16*runtime.NumCPU()); {
	case n < 0:
		return fmt.Errorf("--%s is not negative", flag)
	case n > most:
		return fmt.Errorf("--%s is at most %d on a machine with %s, not %d; more games at a time than cores are seldom of use",
			flag, most, engine.Count(runtime.NumCPU(), "core"), n)
	}
	return nil
}

// StartPool starts n players, 0 for one a core, which play the games of a source.
// With bind each is bound to a core of its own, where there are free ones.
func StartPool(source Source, o Options, n int, bind bool) (*Pool, error) {
	var guard *guard
	if o.Alone == nil { // else nothing but this process plays
		var err error
		if guard, err = startGuard(); err != nil {
			return nil, err
		}
	}
	n = players(n)
	ctx, cancel := context.WithCancel(context.Background())
	p := &Pool{cancel: cancel, cores: &coreClaims{}, guard: guard}
	if available := cores(); bind && !o.NoPin && n <= len(available) {
		p.cores = claimCores(n, available, busy(), claim)
	}
	for i := range n {
		w := newWorker(nil, o, guard, p.cores.core(i))
		p.list = append(p.list, w)
		p.all.Go(func() { w.work(ctx, source) })
	}
	return p, nil
}

// Size is the number of players.
func (p *Pool) Size() int { return len(p.list) }

// Cores are those to which the players are bound; empty when they are not.
func (p *Pool) Cores() []int { return p.cores.list }

// Close breaks off the games that are being played, and waits until every process has
// ended.
func (p *Pool) Close() {
	p.cancel()
	p.all.Wait()
	p.cores.release()
	p.guard.Close()
	p.guard = nil // which is what closing it again finds
}

// work plays games until the pool is closed.
func (w *worker) work(ctx context.Context, source Source) {
	defer w.end()
	w.continued = make(chan os.Signal, 1)
	notifyContinued(w.continued)
	defer signal.Stop(w.continued)
	for {
		t, err := source.Next(ctx)
		if err != nil {
			return
		}
		w.turnTo(t.Setting)
		game, err := w.play(ctx, t.Pairing)
		switch {
		case ctx.Err() == nil:
			t.Done(game, err)
		case t.Left != nil:
			t.Left()
		}
	}
}

// threaded says whether an engine uses several threads, and so should not be
// bound to one core.
func (s *Spec) threaded() bool {
	return slices.ContainsFunc(s.Engines, func(e EngineSpec) bool { return e.threads() > 1 })
}

// threads is how many threads the description asks for; what cannot be read are
// several.
func (e EngineSpec) threads() int {
	n := 1
	for _, o := range e.Options {
		if strings.EqualFold(o.Name, "Threads") {
			var err error
			if n, err = strconv.Atoi(o.Value); err != nil {
				n = 2
			}
		}
	}
	return n
}
