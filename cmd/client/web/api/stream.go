package api

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/http"
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

// event is what a stream tells.
type event struct {
	name string
	data any    // written as JSON
	id   string // that readers may name when they come again; empty is none
}

// event writes an event.
func (s *stream) event(e event) error {
	text, err := json.Marshal(e.data)
	if err != nil {
		return err
	}
	if e.id != "" {
		fmt.Fprintf(s.w, "id: %s\n", e.id)
	}
	if _, err := fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", e.name, text); err != nil {
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

// events tells the state of a game at once and after every change, how many watch
// it, and how its solution stands once somebody wants it.
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
	states, err := a.Games.Subscribe(r.Context(), game)
	if err != nil {
		return nil, err
	}
	return nil, a.follow(w, r, func(ctx context.Context, come *latest) (event, error) {
		counts, err := a.Games.Attend(ctx, game, host.Reader{Key: in.Reader, Plays: in.Plays})
		if err != nil { // the server stops
			return event{}, nil
		}
		solutions, err := a.Games.Solution(ctx, game)
		if err == nil {
			come.gather(ctx, states, counts, solutions)
		}
		return event{}, nil
	})
}

// relay has written what comes whenever something does, and says whether it came
// to its end before the client or the server had enough.
func (a *api) relay(r *http.Request, s *stream, ready <-chan struct{}, write func() error) (ended bool) {
	beat := time.NewTicker(a.Heartbeat)
	defer beat.Stop()
	for {
		var err error
		select {
		case _, ok := <-ready:
			if !ok {
				return true
			}
			err = write()
			beat.Reset(a.Heartbeat)
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
