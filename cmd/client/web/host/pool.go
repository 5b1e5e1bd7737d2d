package pool

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"quadrille/protocol/driver"
)

// What can go wrong with a request for an engine, apart from the engine.
var (
	ErrClosed = errors.New("the engines have been put away")
	ErrFull   = errors.New("too many wait for an engine")
)

// Config says what a pool works with.
type Config struct {
	// Open starts an engine; it must not be nil.
	Open func(ctx context.Context) (*driver.Engine, error)
	Size int // processes at most, at least 1
	// Queue is how many may wait for an engine, apart from those whose request
	// is Patient.
	Queue     int
	IdleAfter time.Duration // when an engine that nobody wants is ended
	Log       *slog.Logger  // must not be nil
}

// Request says what engine is wanted.
type Request struct {
	Key     string // what it is wanted for
	Patient bool   // may wait however many wait already
	// Yields says that the engine is given back when Lease.Wanted says so.
	Yields bool
}

// Pool lends engines. Its methods may be called from any goroutine.
type Pool struct {
	config Config
	stop   chan struct{}
	all    sync.WaitGroup // goroutines of the pool

	mu      sync.Mutex
	closed  bool
	idle    []*unit // the one used last at the end
	leases  []*Lease
	slots   int // taken: leases, and engines being started for one
	waiters []*waiter
	started uint64
	failed  uint64
}

// unit is an engine process and what it was last used for.
type unit struct {
	engine *driver.Engine
	key    string
	held   any
	since  time.Time // when it became idle
}

// waiter is somebody in the queue. The channel is closed when a slot is theirs.
type waiter struct {
	ready   chan struct{}
	patient bool
}

// New returns a pool. It starts no engine before one is wanted.
func New(c Config) *Pool {
	p := &Pool{config: c, stop: make(chan struct{})}
	p.all.Go(p.tidy)
	return p
}

// Close ends the engines, also those that are lent: requests to them fail. It
// returns when no process and no goroutine of the pool is left.
func (p *Pool) Close() {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		close(p.stop)
		for _, w := range p.waiters {
			close(w.ready)
		}
		p.waiters = nil
		for _, u := range p.idle {
			p.end(u)
		}
		p.idle = nil
		for _, l := range p.leases {
			p.end(l.unit)
		}
	}
	p.mu.Unlock()
	p.all.Wait()
}

// end ends an engine in the background. The lock is held.
func (p *Pool) end(u *unit) { p.all.Go(func() { u.engine.Close() }) }

// Lease lends an engine, starting one where that is needed. The error is
// ErrClosed, ErrFull, the context's, or that of starting an engine.
func (p *Pool) Lease(ctx context.Context, r Request) (*Lease, error) {
	if err := p.slot(ctx, r); err != nil {
		return nil, err
	}
	u := p.take(r.Key)
	if u == nil {
		engine, err := p.config.Open(ctx)
		if err != nil {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.free()
			return nil, err
		}
		u = &unit{engine: engine}
	}
	return p.lend(u, r)
}

// slot waits until fewer engines are lent than there may be.
func (p *Pool) slot(ctx context.Context, r Request) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p.mu.Lock()
	switch {
	case p.closed:
		p.mu.Unlock()
		return ErrClosed
	case p.slots < p.config.Size:
		p.slots++
		p.mu.Unlock()
		return nil
	case !r.Patient && p.impatient() >= p.config.Queue:
		p.mu.Unlock()
		return ErrFull
	}
	w := &waiter{ready: make(chan struct{}), patient: r.Patient}
	p.waiters = append(p.waiters, w)
	p.nudge()
	p.mu.Unlock()
	return p.wait(ctx, w)
}

// impatient counts those in the queue who count.
func (p *Pool) impatient() int {
	n := 0
	for _, w := range p.waiters {
		if !w.patient {
			n++
		}
	}
	return n
}

// wait waits for a slot.
func (p *Pool) wait(ctx context.Context, w *waiter) error {
	select {
	case <-w.ready:
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return ErrClosed
	}
	err := ctx.Err()
	if err == nil {
		return nil
	}
	if i := slices.Index(p.waiters, w); i >= 0 {
		p.waiters = slices.Delete(p.waiters, i, i+1)
	} else {
		p.free() // the slot came at the same time
	}
	return err
}

// free gives a slot to the first who waits. The lock is held.
func (p *Pool) free() {
	if len(p.waiters) == 0 {
		p.slots--
		return
	}
	close(p.waiters[0].ready)
	p.waiters = slices.Delete(p.waiters, 0, 1)
}

// take returns an idle engine: the one last used for the key, or else the one
// that has been idle longest. It is nil when a new one is to be started.
func (p *Pool) take(key string) *unit {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = slices.DeleteFunc(p.idle, p.gone)
	if len(p.idle) == 0 {
		return nil
	}
	i := max(0, slices.IndexFunc(p.idle, func(u *unit) bool { return u.key == key }))
	u := p.idle[i]
	p.idle = slices.Delete(p.idle, i, i+1)
	return u
}

// gone clears away an idle engine that has ended by itself.
func (p *Pool) gone(u *unit) bool {
	select {
	case <-u.engine.Process().Exited():
		p.fail(u)
		return true
	default:
		return false
	}
}

func (p *Pool) fail(u *unit) {
	p.failed++
	p.config.Log.Warn("an engine has failed", "pid", u.engine.Process().Pid(), "error", u.engine.Err())
	p.end(u)
}

func (p *Pool) lend(u *unit, r Request) (*Lease, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if u.since.IsZero() {
		p.started++
	}
	if p.closed { // while the engine was started
		u.engine.Close()
		return nil, ErrClosed
	}
	if u.key != r.Key {
		u.key, u.held = r.Key, nil
	}
	l := &Lease{pool: p, unit: u, yields: r.Yields, wanted: make(chan struct{})}
	p.leases = append(p.leases, l)
	p.nudge()
	return l, nil
}

// nudge tells as many of those who yield as there are waiters, the longest
// lease first. The lock is held.
func (p *Pool) nudge() {
	want := len(p.waiters)
	for _, l := range p.leases {
		if want == 0 {
			return
		}
		if !l.yields {
			continue
		}
		if !l.nudged {
			l.nudged = true
			close(l.wanted)
		}
		want--
	}
}

// tidy ends engines that have been idle for long.
func (p *Pool) tidy() {
	tick := time.NewTicker(max(p.config.IdleAfter/4, 10*time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			p.endIdle(time.Now().Add(-p.config.IdleAfter))
		case <-p.stop:
			return
		}
	}
}

func (p *Pool) endIdle(before time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	p.idle = slices.DeleteFunc(p.idle, func(u *unit) bool {
		old := u.since.Before(before)
		if old {
			p.end(u)
		}
		return old
	})
}

// Stats are a pool's numbers.
type Stats struct {
	Running int // processes
	Lent    int
	Waiting int    // in the queue
	Started uint64 // processes so far
	Failed  uint64
}

// Stats returns the present numbers.
func (p *Pool) Stats() Stats {
	p.mu.Lock()
	defer p.mu.Unlock()
	return Stats{Running: len(p.idle) + len(p.leases), Lent: len(p.leases), Waiting: len(p.waiters), Started: p.started, Failed: p.failed}
}
