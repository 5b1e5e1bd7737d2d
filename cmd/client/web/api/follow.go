package api

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/http"
	"quadrille/cmd/client/web/wire"
	"quadrille/protocol/driver"
)

// follow streams what takes long: what run tells latest on its way, and at last
// the event that it returns, if that has a name, or an error. It runs in a goroutine of its own, so
// that a client that reads slowly does not hold an engine, and in a context that
// ends when the client goes.
func (a *api) follow(w http.ResponseWriter, r *http.Request, run func(context.Context, *latest) (event, error)) error {
	return a.stream(w, r, func(s *stream) { a.followOn(s, r, run) })
}

// followOn is follow on an open stream.
func (a *api) followOn(s *stream, r *http.Request, run func(context.Context, *latest) (event, error)) {
	ctx, cancel := context.WithCancel(r.Context())
	come := &latest{ready: make(chan struct{}, 1)}
	var last event
	var failed error
	go func() {
		defer close(come.ready)
		last, failed = run(ctx, come)
	}()
	ended := a.relay(r, s, come.ready, func() error { return come.write(s) })
	cancel()
	for range come.ready { // until it has ended
	}
	switch {
	case !ended || come.write(s) != nil:
	case failed != nil:
		s.event(event{name: "error", data: wire.Coded(r, wire.Explain(failed))})
	case last.name != "":
		s.event(last)
	}
}

// news is an event with what it is about, such as one line of play.
type news struct {
	event
	about string
}

// latest holds what is not written yet: of what is about the same only the
// newest, and why the work does not go on.
type latest struct {
	ready chan struct{} // has a value when there may be news; closed after the last

	mu      sync.Mutex
	waiting []news
	why     host.Wait

	wanted  bool      // somebody has wanted the solution; only who adds it has this
	written host.Wait // what the client knows; only write has it
}

// info adds a report of a search.
func (l *latest) info(i driver.Info) {
	l.put(event{name: "info", data: infoOf(i)}, fmt.Sprint(i.MultiPV, i.HasScore || len(i.Scores) > 0))
}

// put adds an event, in the place of one about the same; about nothing replaces
// none.
func (l *latest) put(e event, about string) {
	l.mu.Lock()
	l.waiting = append(slices.DeleteFunc(l.waiting, func(old news) bool { return about != "" && old.about == about }), news{e, about})
	l.mu.Unlock()
	l.tell()
}

// gather adds the states of a game and, once it has told the first, how many watch it
// and how its solution stands, until there are no more states or the context ends.
func (l *latest) gather(ctx context.Context, states <-chan host.State, counts <-chan int, solutions <-chan host.Solution) {
	var heard <-chan int
	var solved <-chan host.Solution
	for {
		select {
		case state, ok := <-states:
			if !ok {
				return
			}
			l.put(event{"state", state, strconv.Itoa(state.Version)}, "state")
			heard, solved = counts, solutions
		case n, ok := <-heard:
			if ok {
				l.put(event{name: "watching", data: map[string]int{"count": n}}, "watching")
			} else {
				heard, counts = nil, nil
			}
		case s, ok := <-solved:
			if !ok {
				solved, solutions = nil, nil
			} else {
				l.solution(s)
			}
		case <-ctx.Done():
			return
		}
	}
}

// solution adds how a solution stands, once somebody wants it.
func (l *latest) solution(s host.Solution) {
	if l.wanted = l.wanted || s.Stage != host.Unsolved; l.wanted {
		l.put(event{name: "solution", data: s}, "solution")
	}
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
		if err := s.event(event{name: "resume", data: struct{}{}}); err != nil {
			return err
		}
	}
	for _, e := range waiting {
		if err := s.event(e.event); err != nil {
			return err
		}
	}
	if l.written == why {
		return nil
	}
	l.written = why
	return s.event(event{name: "pause", data: map[string]host.Wait{"reason": why}})
}
