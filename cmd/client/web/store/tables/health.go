package tables

import (
	"context"
	"sync"
	"time"

	"quadrille/cmd/client/web/store"
)

// slow is how long a write may take until somebody who asks for the health is
// told that the disk does not answer.
const slow = 3 * time.Second

// health is how the last write ended.
type health struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

// note keeps the outcome of a write. What a request itself has got wrong is no
// outcome.
func (h *health) note(err error) {
	if store.Reason(err) == "" && err != nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.at, h.err = time.Now(), err
}

// last is the outcome of the last write, if it is fresh.
func (h *health) last(fresh time.Duration) (err error, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.err, time.Since(h.at) < fresh
}

// probeSpace is where Writable writes.
const probeSpace, probeKey = "store", "probe"

// Writable says why changes cannot be written at present, or nil when they
// can: the last write of the last second went well or, when there was none,
// one that is made for the purpose. So it notices by itself both that writes
// fail and that they do not any more.
func (s *Games) Writable(ctx context.Context) error {
	if err, ok := s.health.last(s.Fresh); ok {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, slow, store.ErrSlow)
	defer cancel()
	return s.write(ctx, PutPair(probeSpace, probeKey, []byte(time.Now().UTC().Format(time.RFC3339Nano))))
}
