package host

import "context"

// show makes a state the present one and gives it to the readers, in the place
// of one that they have not read. The caller holds the game, so that states
// come in their order.
func (g *game) show(s *State) State {
	g.state.Store(s)
	shown := g.present(s)
	g.readersMu.Lock()
	defer g.readersMu.Unlock()
	for r := range g.readers {
		renew(r, shown)
	}
	return shown
}

// renew puts a value in the place of one that has not been read. The channel holds
// one, and nobody else sends.
func renew[T any](to chan T, value T) {
	select {
	case <-to:
	default:
	}
	to <- value
}

// present is a state with its clock as it stands now.
func (g *game) present(s *State) State {
	shown := *s
	shown.Clock = s.Clock.at(g.now())
	return shown
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
	r := make(chan State, 1)
	r <- g.present(g.state.Load())
	g.readersMu.Lock()
	g.readers[r] = struct{}{}
	g.readersMu.Unlock()
	h.subscribers.Add(1)
	if err := h.atEnd(ctx, func() { h.unsubscribe(g, r) }); err != nil {
		return nil, err
	}
	return r, nil
}

// atEnd calls leave when the context ends or the host closes; at once, with an
// error, when it is closed.
func (h *Host) atEnd(ctx context.Context, leave func()) error {
	if h.spawn(func() {
		select {
		case <-ctx.Done():
		case <-h.ctx.Done():
		}
		leave()
	}) {
		return nil
	}
	leave()
	return errStopping
}

// unsubscribe ends a reader's states, unless the game was deleted before.
func (h *Host) unsubscribe(g *game, r chan State) {
	g.readersMu.Lock()
	defer g.readersMu.Unlock()
	h.dismiss(g, r)
}

// dismiss ends a reader's states. The caller holds the readers.
func (h *Host) dismiss(g *game, r chan State) {
	if _, reads := g.readers[r]; reads {
		delete(g.readers, r)
		close(r)
		h.subscribers.Add(-1)
	}
}
