package sqlite

import (
	"context"
	"os"
	"sync"
	"time"

	"quadrille/cmd/client/web/store"
)

// fresh is how long the outcome of a write says how things are.
const fresh = time.Second

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
	if err != nil && store.Reason(explain(err)) == "" {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.at, h.err = time.Now(), err
}

// last is the outcome of the last write, if it is fresh.
func (h *health) last() (err error, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.err, time.Since(h.at) < fresh
}

// there says whether the file is still the one that was opened. In one that
// was removed a change would be written, and lost with the process.
func (s *Store) there() error {
	if now, err := os.Stat(s.path); err != nil || !os.SameFile(now, s.file) {
		return store.ErrGone
	}
	return nil
}

// probeSpace is where Writable writes.
const probeSpace, probeKey = "store", "probe"

// Writable says why changes cannot be written at present, or nil when they
// can: the last write of the last second went well or, when there was none,
// one that is made for the purpose. So it notices by itself both that writes
// fail and that they do not any more.
func (s *Store) Writable(ctx context.Context) error {
	if err, ok := s.health.last(); ok {
		return wrap(err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, slow, store.ErrSlow)
	defer cancel()
	return s.writeWithin(ctx, putPair(probeSpace, probeKey, []byte(time.Now().UTC().Format(time.RFC3339Nano))))
}
