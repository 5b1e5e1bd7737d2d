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

// event is what a stream tells: a name and what is written as JSON.
type event struct {
	name string
	data any
}

// follow streams what takes long: what run tells latest on its way, and at last
// the event that it returns, or an error. It runs in a goroutine of its own, so
// that a client that reads slowly does not hold an engine, and in a context that
// ends when the client goes.
func (a *api) follow(w http.ResponseWriter, r *http.Request, run func(context.Context, *latest) (event, error)) error {
	s, done, err := a.open(w)
	if err != nil {
		return err
	}
	defer done()
	if r.Method == http.MethodHead {
		return nil
	}
	ctx, cancel := context.WithCancel(r.Context())
	news := &latest{ready: make(chan struct{}, 1)}
	var last event
	var failed error
	go func() {
		defer close(news.ready)
		last, failed = run(ctx, news)
	}()
	ended := relay(a, r, s, news.ready, func(struct{}) error { return news.write(s) }, nil)
	cancel()
	for range news.ready { // until it has ended
	}
	switch {
	case !ended || news.write(s) != nil:
	case failed != nil:
		s.event("error", -1, gate.Coded(r, gate.Explain(failed)))
	default:
		s.event(last.name, -1, last.data)
	}
	return nil
}

// latest holds what is not written yet: of reports about the same line of play
// only the newest, and why the work does not go on.
type latest struct {
	ready chan struct{} // has a value when there may be news; closed after the last

	mu      sync.Mutex
	waiting []event
	why     host.Wait

	written host.Wait // what the client knows; only write has it
}

// info adds a report of a search.
func (l *latest) info(i driver.Info) {
	l.put(event{"info", i}, func(e event) bool {
		old := e.data.(driver.Info)
		return old.MultiPV == i.MultiPV && (old.HasScore || len(old.Scores) > 0) == (i.HasScore || len(i.Scores) > 0)
	})
}

// put adds an event in the place of those that it makes old.
func (l *latest) put(e event, old func(event) bool) {
	l.mu.Lock()
	l.waiting = append(slices.DeleteFunc(l.waiting, old), e)
	l.mu.Unlock()
	l.tell()
}

// pause notes why the work does not go on, or that it does.
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
	for _, e := range waiting {
		if i, ok := e.data.(driver.Info); ok {
			e.data = infoOf(i)
		}
		if err := s.event(e.name, -1, e.data); err != nil {
			return err
		}
	}
	if l.written == why {
		return nil
	}
	l.written = why
	return s.event("pause", -1, map[string]host.Wait{"reason": why})
}
