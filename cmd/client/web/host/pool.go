package host

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
	errClosed = errors.New("the pool of engines is closed")
	errFull   = errors.New("too many wait for an engine")
)

// pool lends engine processes, each with the game that it holds. It starts
// them when they are wanted, at most size at once, and ends them when they have
// been idle for long or have failed. Its methods may be called from any
// goroutine.
type pool struct {
	open func(ctx context.Context) (*driver.Engine, error)
	size int // processes at most, at least 1
	// queue is how many may wait for an engine, apart from those whose request
	// is patient.
	queue     int
	idleAfter time.Duration
	log       *slog.Logger

	stop chan struct{}
	all  sync.WaitGroup // goroutines of the pool

	mu      sync.Mutex
	closed  bool
	idle    []*unit // the one used last at the end
	lent    []*unit // the one lent longest at the beginning
	slots   int     // taken: units that are lent, and engines being started
	waiters []*waiter
	started uint64
	failed  uint64
}

// unit is an engine process with the game that it holds. While it is lent it
// belongs to one goroutine.
type unit struct {
	*driver.Game
	key   string    // what it was lent for last
	same  bool      // that is what it was lent for before
	since time.Time // when it became idle
	// wanted is closed when somebody waits for the engine, if the request said
	// that it yields.
	wanted         chan struct{}
	yields, nudged bool
}

// request says what engine is wanted.
type request struct {
	key     string // what for; the engine that last served it is preferred
	patient bool   // may wait however many wait already
	yields  bool   // the engine is given back when unit.wanted says so
}

// waiter is somebody in the queue. The channel is closed when a slot is theirs.
type waiter struct {
	ready   chan struct{}
	patient bool
}

// run begins to end idle engines. No engine is started before one is wanted.
func (p *pool) run() *pool {
	p.stop = make(chan struct{})
	p.all.Go(p.tidy)
	return p
}

// close ends the engines, also those that are lent: requests to them fail. It
// returns when no process and no goroutine of the pool is left.
func (p *pool) close() {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		close(p.stop)
		for _, w := range p.waiters {
			close(w.ready)
		}
		for _, u := range slices.Concat(p.idle, p.lent) {
			p.end(u)
		}
		p.waiters, p.idle = nil, nil
	}
	p.mu.Unlock()
	p.all.Wait()
}

// end ends an engine in the background. The lock is held.
func (p *pool) end(u *unit) { p.all.Go(func() { u.Engine().Close() }) }

// lend lends an engine, starting one where that is needed; giveBack ends it.
// The error is errClosed, errFull, the context's, or that of starting an engine.
func (p *pool) lend(ctx context.Context, r request) (*unit, error) {
	if err := p.slot(ctx, r); err != nil {
		return nil, err
	}
	p.mu.Lock()
	u := p.take(r.key)
	p.mu.Unlock()
	isNew := u == nil
	if isNew {
		engine, err := p.open(ctx)
		if err != nil {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.free()
			return nil, err
		}
		u = &unit{Game: driver.NewGame(engine)}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if isNew {
		p.started++
	}
	if p.closed { // meanwhile
		u.Engine().Close()
		return nil, errClosed
	}
	u.same, u.key = u.key == r.key, r.key
	u.yields, u.nudged, u.wanted = r.yields, false, make(chan struct{})
	p.lent = append(p.lent, u)
	p.nudge()
	return u, nil
}

// slot waits until fewer engines are lent than there may be.
func (p *pool) slot(ctx context.Context, r request) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p.mu.Lock()
	switch {
	case p.closed:
		p.mu.Unlock()
		return errClosed
	case p.slots < p.size:
		p.slots++
		p.mu.Unlock()
		return nil
	case !r.patient && p.impatient() >= p.queue:
		p.mu.Unlock()
		return errFull
	}
	w := &waiter{ready: make(chan struct{}), patient: r.patient}
	p.waiters = append(p.waiters, w)
	p.nudge()
	p.mu.Unlock()
	return p.wait(ctx, w)
}

// impatient counts those in the queue who count.
func (p *pool) impatient() int {
	n := 0
	for _, w := range p.waiters {
		if !w.patient {
			n++
		}
	}
	return n
}

// wait waits for a slot.
func (p *pool) wait(ctx context.Context, w *waiter) error {
	select {
	case <-w.ready:
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return errClosed
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
func (p *pool) free() {
	if len(p.waiters) == 0 {
		p.slots--
		return
	}
	close(p.waiters[0].ready)
	p.waiters = slices.Delete(p.waiters, 0, 1)
}

// take returns an idle engine: the one that last served the key, or else the
// one that has been idle longest. It is nil when a new one is to be started.
// The lock is held.
func (p *pool) take(key string) *unit {
	p.idle = slices.DeleteFunc(p.idle, p.hasExited)
	if len(p.idle) == 0 {
		return nil
	}
	i := len(p.idle) - 1 // from the latest, which knows the key's game best
	for i > 0 && p.idle[i].key != key {
		i--
	}
	u := p.idle[i]
	p.idle = slices.Delete(p.idle, i, i+1)
	return u
}

// hasExited clears away an idle engine that has ended by itself.
func (p *pool) hasExited(u *unit) bool {
	select {
	case <-u.Engine().Process().Exited():
		p.fail(u)
		return true
	default:
		return false
	}
}

func (p *pool) fail(u *unit) {
	p.failed++
	p.log.Warn("an engine has failed", "pid", u.Engine().Process().Pid(), "error", u.Engine().Err())
	p.end(u)
}

// giveBack ends a loan. An engine that has failed is ended.
func (p *pool) giveBack(u *unit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lent = slices.DeleteFunc(p.lent, func(other *unit) bool { return other == u })
	switch {
	case p.closed: // it is ended already
	case u.Engine().Err() != nil:
		p.fail(u)
	default:
		u.since = time.Now()
		p.idle = append(p.idle, u)
	}
	p.free()
}

// nudge tells as many of those who yield as there are waiters, the longest
// loan first. The lock is held.
func (p *pool) nudge() {
	want := len(p.waiters)
	for _, u := range p.lent {
		if want == 0 {
			return
		}
		if !u.yields {
			continue
		}
		if !u.nudged {
			u.nudged = true
			close(u.wanted)
		}
		want--
	}
}

// tidy ends engines that have been idle for long.
func (p *pool) tidy() {
	tick := time.NewTicker(max(p.idleAfter/4, 10*time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			p.endIdle(time.Now().Add(-p.idleAfter))
		case <-p.stop:
			return
		}
	}
}

func (p *pool) endIdle(before time.Time) {
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

// count adds the pool's present numbers.
func (p *pool) count(s *Stats) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.Engines += len(p.idle) + len(p.lent)
	s.Queued += len(p.waiters)
	s.Started += p.started
	s.Failed += p.failed
}
