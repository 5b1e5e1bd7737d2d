package host

import (
	"context"
	"sync"
)

// reader is a channel that Subscribe gave out. It holds at most one state, the
// newest.
type reader struct {
	mu     sync.Mutex
	states chan State
	closed bool
}

// give puts a state in the place of one that was not read.
func (r *reader) give(s State) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	select {
	case <-r.states:
	default:
	}
	r.states <- s
}

func (r *reader) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.closed = true
		close(r.states)
	}
}

// show makes a state the present one and gives it to the readers. The caller
// holds the game, so that states come in their order.
func (g *game) show(s *State) State {
	g.state.Store(s)
	g.readersMu.Lock()
	defer g.readersMu.Unlock()
	for r := range g.readers {
		r.give(*s)
	}
	return *s
}

// read adds or removes a reader.
func (g *game) read(r *reader, add bool) {
	g.readersMu.Lock()
	defer g.readersMu.Unlock()
	if add {
		g.readers[r] = struct{}{}
	} else {
		delete(g.readers, r)
	}
}

func (g *game) isRead() bool {
	g.readersMu.Lock()
	defer g.readersMu.Unlock()
	return len(g.readers) > 0
}

// Subscribe returns a channel that has the present state at once and then the
// state after every change, and when an engine begins to think. A slow reader
// gets only the newest. The channel is closed when the context ends, the host
// closes or the game is deleted.
func (h *Host) Subscribe(ctx context.Context, id string) (<-chan State, error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return nil, err
	}
	defer g.release()
	r := &reader{states: make(chan State, 1)}
	r.give(*g.state.Load())
	g.read(r, true)
	h.subscribers.Add(1)
	if !h.spawn(func() {
		select {
		case <-ctx.Done():
		case <-h.ctx.Done():
		}
		h.unsubscribe(g, r)
	}) {
		h.unsubscribe(g, r)
		return nil, errStopping
	}
	return r.states, nil
}

func (h *Host) unsubscribe(g *game, r *reader) {
	g.read(r, false)
	r.close()
	h.subscribers.Add(-1)
}
