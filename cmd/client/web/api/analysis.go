package api

import (
	"context"
	"net/http"
	"slices"
	"sync"

	"quadrille/cmd/client/web/gate"
	"quadrille/cmd/client/web/host"
	"quadrille/protocol/driver"
)

// analysis reports a search on a position as it goes on. It ends with the best
// turn or an error; a client that goes ends it at once.
func (a *api) analysis(w http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		thinking
		MultiPV *int `json:"multipv"`
		At      *int `json:"at"`
	}
	game, err := question(r, &in)
	if err == nil {
		err = checkAt(in.At)
	}
	if err != nil {
		return nil, err
	}
	in.thinking.MultiPV = in.MultiPV
	limits, err := in.limits()
	if err != nil {
		return nil, err
	}
	if _, err := a.Games.State(r.Context(), game); err != nil {
		return nil, err
	}
	return nil, a.report(w, r, func(ctx context.Context, w host.Watch) (host.Reply, error) {
		return a.Games.Search(ctx, game, in.At, limits, w)
	})
}

// report streams a search.
func (a *api) report(w http.ResponseWriter, r *http.Request, run func(context.Context, host.Watch) (host.Reply, error)) error {
	s, done, err := a.open(w)
	if err != nil {
		return err
	}
	defer done()
	if r.Method != http.MethodHead {
		a.search(r, s, run)
	}
	return nil
}

// best is what a search ended with.
type best struct {
	Move   string `json:"move"`
	Ponder string `json:"ponder,omitempty"`
}

// search runs a search in a goroutine of its own, so that a client that reads
// slowly does not hold the engine, and writes what it reports.
func (a *api) search(r *http.Request, s *stream, run func(context.Context, host.Watch) (host.Reply, error)) {
	ctx, cancel := context.WithCancel(r.Context())
	reports := &latest{ready: make(chan struct{}, 1)}
	var reply host.Reply
	var failed error
	go func() {
		defer close(reports.ready)
		reply, failed = run(ctx, host.Watch{Report: reports.put, Wait: reports.pause})
	}()
	ended := relay(a, r, s, reports.ready, func(struct{}) error { return reports.write(s) })
	cancel()
	for range reports.ready { // until the search has ended
	}
	if !ended || reports.write(s) != nil {
		return
	}
	if failed != nil {
		s.event("error", -1, gate.Coded(r, gate.Explain(failed)))
		return
	}
	s.event("best", -1, best{reply.Move, reply.Ponder})
}

// latest holds what is not written yet: of each line of play only the newest
// report, and why the search does not run.
type latest struct {
	ready chan struct{} // has a value when there may be reports; closed after the last

	mu      sync.Mutex
	waiting []driver.Info
	why     host.Wait

	written host.Wait // what the client knows; only write has it
}

// put adds a report.
func (l *latest) put(i driver.Info) {
	l.mu.Lock()
	l.waiting = append(slices.DeleteFunc(l.waiting, func(old driver.Info) bool {
		return old.MultiPV == i.MultiPV && (old.HasScore || len(old.Scores) > 0) == (i.HasScore || len(i.Scores) > 0)
	}), i)
	l.mu.Unlock()
	l.tell()
}

// pause notes why the search does not run, or that it does.
func (l *latest) pause(why host.Wait) {
	l.mu.Lock()
	l.why = why
	l.mu.Unlock()
	l.tell()
}

func (l *latest) tell() {
	select {
	case l.ready <- struct{}{}:
	default:
	}
}

// write writes what waits.
func (l *latest) write(s *stream) error {
	l.mu.Lock()
	waiting, why := l.waiting, l.why
	l.waiting = nil
	l.mu.Unlock()
	if why == host.Running && l.written != why { // before what it reports since
		l.written = why
		if err := s.event("resume", -1, struct{}{}); err != nil {
			return err
		}
	}
	for _, i := range waiting {
		if err := s.event("info", -1, infoOf(i)); err != nil {
			return err
		}
	}
	if l.written == why {
		return nil
	}
	l.written = why
	return s.event("pause", -1, map[string]host.Wait{"reason": why})
}
