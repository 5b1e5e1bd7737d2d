package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"quadrille/cmd/client/web/host"
)

// stream writes server-sent events.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// open begins a stream when there is room for one more, and returns what ends
// it.
func (a *api) open(w http.ResponseWriter) (*stream, func(), error) {
	select {
	case a.streams <- struct{}{}:
	default:
		return nil, nil, host.Refuse(host.Busy, "too many streams are open; try again later")
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // nginx would hold the events back
	s := &stream{w, http.NewResponseController(w)}
	w.WriteHeader(http.StatusOK)
	s.control.Flush() // if the client has gone, the next write will say so
	return s, func() { <-a.streams }, nil
}

// stream opens a stream and has it written, but for one who asks for its head.
func (a *api) stream(w http.ResponseWriter, r *http.Request, write func(*stream)) error {
	s, done, err := a.open(w)
	if err != nil {
		return err
	}
	defer done()
	if r.Method != http.MethodHead {
		write(s)
	}
	return nil
}

// event writes one event; an id below 0 is none.
func (s *stream) event(name string, id int, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	if id >= 0 {
		fmt.Fprintf(s.w, "id: %d\n", id)
	}
	if _, err := fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", name, text); err != nil {
		return err
	}
	return s.control.Flush()
}

// comment writes a line that readers pass over, so that both sides see that
// the other is there.
func (s *stream) comment() error {
	if _, err := fmt.Fprint(s.w, ": still here\n\n"); err != nil {
		return err
	}
	return s.control.Flush()
}

// events tells the state of a game at once and after every change, and how many
// watch it.
func (a *api) events(w http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Reader string `json:"reader"`
		Plays  bool   `json:"plays"`
	}
	game, err := question(r, &in)
	if err == nil {
		err = words("the name of a reader", in.Reader)
	}
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	states, err := a.Games.Subscribe(ctx, game)
	if err != nil {
		return nil, err
	}
	return nil, a.stream(w, r, func(s *stream) {
		counts, err := a.Games.Attend(ctx, game, host.Reader{Key: in.Reader, Plays: in.Plays})
		if err != nil {
			return // the server stops
		}
		relay(a, r, s, states, func(state host.State) error { return s.event("state", state.Version, state) }, counts)
	})
}

// relay writes what comes until nothing more does, and says whether it came to
// that before the client or the server had enough. In between it tells how many
// watch, where that is counted.
func relay[T any](a *api, r *http.Request, s *stream, values <-chan T, write func(T) error, watching <-chan int) (ended bool) {
	beat := time.NewTicker(a.Heartbeat)
	defer beat.Stop()
	var counts <-chan int // after the first value
	for {
		var err error
		select {
		case value, ok := <-values:
			if !ok {
				return true
			}
			err = write(value)
			counts = watching
			beat.Reset(a.Heartbeat)
		case n, ok := <-counts:
			if !ok {
				watching, counts = nil, nil
				continue
			}
			err = s.event("watching", -1, map[string]int{"count": n})
		case <-beat.C:
			err = s.comment()
		case <-a.Closing:
			return false
		case <-r.Context().Done():
			return false
		}
		if err != nil {
			return false // the client has gone
		}
	}
}
