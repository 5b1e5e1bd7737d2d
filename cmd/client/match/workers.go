package match

import (
	"context"
	"runtime"
	"strings"
	"sync"

	"quadrille/cmd/client/match/arena"
)

// workers are those of a match and their channels.
type workers struct {
	list   []*worker
	jobs   chan pairing
	played chan playedGame
	cancel context.CancelFunc
	all    sync.WaitGroup
	cores  *coreClaims
}

// playedGame is what a worker hands back.
type playedGame struct {
	game arena.Game
	err  error
}

// startWorkers starts a goroutine for each game that is to run at a time.
func (m *match) startWorkers() *workers {
	available := cores()
	n := m.options.Concurrency
	switch {
	case n <= 0 && available == nil:
		n = runtime.NumCPU()
	case n <= 0:
		n = len(available)
	}
	ctx, cancel := context.WithCancel(context.Background())
	// A worker finds its next game waiting while the journal is written.
	ws := &workers{jobs: make(chan pairing, n), played: make(chan playedGame, n), cancel: cancel, cores: &coreClaims{}}
	if m.binds() && n <= len(available) {
		ws.cores = claimCores(n, available, busy(), claim)
	}
	for i := range n {
		w := newWorker(m, ws.cores.core(i))
		ws.list = append(ws.list, w)
		ws.all.Go(func() { ws.work(ctx, w) })
	}
	return ws
}

// work plays games until the match ends.
func (ws *workers) work(ctx context.Context, w *worker) {
	defer w.end()
	for {
		select {
		case <-ctx.Done():
			return
		case s := <-ws.jobs:
			game, err := w.play(ctx, s)
			if ctx.Err() != nil {
				return
			}
			select {
			case ws.played <- playedGame{game, err}:
			case <-ctx.Done():
				return
			}
		}
	}
}

// rest appends the finished games that nobody has taken.
func (ws *workers) rest(played ...playedGame) []playedGame {
	for {
		select {
		case p := <-ws.played:
			played = append(played, p)
		default:
			return played
		}
	}
}

// end breaks off the games that run and waits until every process has ended.
func (ws *workers) end() {
	ws.cancel()
	ws.all.Wait()
	ws.cores.release()
}

// binds says whether engines are to be bound to cores, where there are free ones.
func (m *match) binds() bool { return !m.options.NoPin && !m.spec.threaded() }

// threaded says whether an engine uses several threads, and so should not be
// bound to one core.
func (s *Spec) threaded() bool {
	for _, e := range s.Engines {
		for _, o := range e.Options {
			if strings.EqualFold(o.Name, "Threads") && o.Value != "1" {
				return true
			}
		}
	}
	return false
}
