package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/problem"
	"quadrille/protocol/driver"
)

// analysis reports a search on a position as it goes on. It ends with the best
// turn or an error; a client that goes ends it at once.
func (a *api) analysis(w http.ResponseWriter, r *http.Request) error {
	game, err := id(r)
	if err != nil {
		return err
	}
	values, err := query(r, "level", "movetime", "depth", "nodes", "multipv", "exact", "at")
	if err != nil {
		return err
	}
	turns, err := at(values)
	if err != nil {
		return err
	}
	limits, err := limitsOf(values)
	if err != nil {
		return err
	}
	if _, err := a.Games.State(r.Context(), game); err != nil {
		return err
	}
	s, done, err := a.open(w)
	if err != nil {
		return err
	}
	defer done()
	if r.Method == http.MethodHead {
		return nil
	}
	a.search(r, s, func(ctx context.Context, report func(driver.Info)) (host.Reply, error) {
		return a.Games.Search(ctx, game, turns, limits, report)
	})
	return nil
}

// best is what a search ended with.
type best struct {
	Move   string `json:"move"`
	Ponder string `json:"ponder,omitempty"`
}

// search runs a search in a goroutine of its own, so that a client that reads
// slowly does not hold the engine, and writes what it reports.
func (a *api) search(r *http.Request, s *stream, run func(context.Context, func(driver.Info)) (host.Reply, error)) {
	ctx, cancel := context.WithCancel(r.Context())
	reports := newLatest()
	var reply host.Reply
	var failed error
	go func() {
		defer close(reports.ended)
		reply, failed = run(ctx, reports.put)
	}()
	err := a.relay(r.Context(), s, reports)
	cancel()
	<-reports.ended
	switch {
	case err != nil:
	case failed != nil:
		_, detail := problem.Of(failed)
		s.event("error", -1, problem.Body{Error: detail})
	default:
		s.event("best", -1, best{reply.Move, reply.Ponder})
	}
}

var errClosing = errors.New("the server stops")

// relay writes reports until the search ends.
func (a *api) relay(ctx context.Context, s *stream, reports *latest) error {
	beat := time.NewTicker(a.Heartbeat)
	defer beat.Stop()
	for {
		var err error
		select {
		case <-reports.ready:
			err = reports.write(s)
		case <-reports.ended:
			return reports.write(s)
		case <-beat.C:
			err = s.comment()
		case <-a.Closing:
			return errClosing
		case <-ctx.Done():
			return ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}

// latest holds the reports that are not written yet: of each line of play only
// the newest.
type latest struct {
	ready chan struct{} // has a value when there may be reports
	ended chan struct{} // closed when there will be no more

	mu      sync.Mutex
	waiting []driver.Info
}

func newLatest() *latest {
	return &latest{ready: make(chan struct{}, 1), ended: make(chan struct{})}
}

// put adds a report.
func (l *latest) put(i driver.Info) {
	l.mu.Lock()
	l.waiting = append(slices.DeleteFunc(l.waiting, func(old driver.Info) bool {
		return old.MultiPV == i.MultiPV && (old.HasScore || len(old.Scores) > 0) == (i.HasScore || len(i.Scores) > 0)
	}), i)
	l.mu.Unlock()
	select {
	case l.ready <- struct{}{}:
	default:
	}
}

// write writes what waits.
func (l *latest) write(s *stream) error {
	l.mu.Lock()
	waiting := l.waiting
	l.waiting = nil
	l.mu.Unlock()
	for _, i := range waiting {
		if err := s.event("info", -1, infoOf(i)); err != nil {
			return err
		}
	}
	return nil
}
