package host

import (
	"cmp"
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
	errShare  = errors.New("too many of this client's wait for an engine")
)

// pool lends engine processes, each with the game that it holds. It starts
// them when they are wanted, at most size at once, and ends them when they have
// been idle for long or have failed. Its methods may be called from any
// goroutine.
type pool struct {
	open func(ctx context.Context) (*driver.Engine, error)
	// openGuest starts the program of a guest; nil where there are none.
	openGuest func(ctx context.Context, guest string) (*visitor, error)
	size      int // processes at most, at least 1
	// queue is how many requests of one urgency may wait for an engine, half of
	// them one client's; those that are patient do not count.
	queue     int
	idleAfter time.Duration
	log       *slog.Logger

	stop chan struct{}
	all  sync.WaitGroup // goroutines of the pool

	mu      sync.Mutex
	closed  bool
	idle    []*unit           // the one used last at the end
	lent    []*unit           // the one lent longest at the beginning
	taken   [elective + 1]int // slots by urgency: units that are lent, and engines being started
	waiters line
	served  map[string]uint64 // client: when it was last given a slot, counted in slots
	given   uint64            // slots so far
	started uint64
	failed  uint64
}

// unit is an engine process: ours with the game that it holds, or a guest's.
// While it is lent it belongs to one goroutine.
type unit struct {
	program
	*driver.Game           // of an engine of ours, or nil
	visitor      *visitor  // of the guest, or nil
	guest        string    // its name, or ""
	key          string    // what it was lent for last
	same         bool      // that is what it was lent for before
	seeded       bool      // it draws what reviewSeed has it draw
	since        time.Time // when it became idle
	away         bool      // another machine's
	spoiled      bool      // it is not to be lent again
	// Who has it should give it back: at once when wanted is closed, since
	// somebody waits whose request is more urgent; soon when shared is, since
	// somebody does who has the same right.
	wanted, shared chan struct{}
	urgency        urgency
}

// urgency says who goes first; a small number is more urgent.
type urgency int

// What engines are wanted for. Only what is elective shares an engine with its
// equals; the others are soon done.
const (
	forPlay  urgency = iota // a turn of a game in which a person plays
	forHint                 // a hint
	elective                // analyses, searches whose length their client chose, games of engines alone
)

// request says what engine is wanted.
type request struct {
	key     string // what for; the engine that last served it is preferred
	game    string // what is played; "" when that does not matter
	rules   string
	guest   string // whose program; "" is an engine of ours
	client  string // who asks; those who wait are served in turn
	urgency urgency
	patient bool  // may wait however many wait already
	watch   Watch // told why the request has to wait
	// take is asked when there is a place for the request and says why it is not
	// wanted any more; nil is that it is.
	take func() error
}

// waiter is somebody in the queue. The channel is closed when a slot is theirs.
type waiter struct {
	request
	ready chan struct{}
}

// run begins to end idle engines. No engine is started before one is wanted.
func (p *pool) run() *pool {
	p.stop = make(chan struct{})
	p.served = map[string]uint64{}
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

// end ends an engine in the background. The log says what a guest has
// complained of. The lock is held.
func (p *pool) end(u *unit) {
	p.all.Go(func() {
		u.Close()
		if words := logged(u.Process()); u.guest != "" && words != "" {
			p.log.Info("a guest engine has written to its standard error", "guest", u.guest, "end", words)
		}
	})
}

// lend lends an engine, starting one where that is needed; giveBack ends it.
// The error is errClosed, errFull, the context's, or that of starting an engine.
func (p *pool) lend(ctx context.Context, r request) (*unit, error) {
	if err := p.slot(ctx, r); err != nil {
		return nil, err
	}
	if r.take != nil {
		if err := r.take(); err != nil {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.free(r.urgency)
			return nil, err
		}
	}
	p.mu.Lock()
	u := p.take(r)
	p.mu.Unlock()
	isNew := u == nil
	if isNew {
		var err error
		if u, err = p.start(ctx, r.guest); err != nil {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.free(r.urgency)
			return nil, err
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if isNew {
		p.started++
	}
	if p.closed { // meanwhile
		u.Close()
		return nil, errClosed
	}
	u.same, u.key = u.key == r.key, r.key
	u.urgency, u.wanted, u.shared = r.urgency, make(chan struct{}), make(chan struct{})
	p.lent = append(p.lent, u)
	p.nudge()
	return u, nil
}

// start starts an engine of ours, or a guest's program.
func (p *pool) start(ctx context.Context, guest string) (*unit, error) {
	if guest != "" {
		v, err := p.openGuest(ctx, guest)
		if err != nil {
			return nil, err
		}
		return &unit{program: v, visitor: v, guest: guest}, nil
	}
	engine, err := p.open(ctx)
	if err != nil {
		return nil, err
	}
	return &unit{program: engine, Game: driver.NewGame(engine)}, nil
}

// slot waits until fewer engines are lent than there may be.
func (p *pool) slot(ctx context.Context, r request) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return errClosed
	}
	if p.takenBefore(elective+1) < p.size {
		p.serve(r)
		p.mu.Unlock()
		return nil
	}
	if err := p.waiters.full(r, p.queue); err != nil {
		p.mu.Unlock()
		return err
	}
	w := &waiter{request: r, ready: make(chan struct{})}
	p.waiters = append(p.waiters, w)
	why := Sharing
	if p.takenBefore(r.urgency) > 0 {
		why = Playing
	}
	p.nudge()
	p.mu.Unlock()
	r.watch.wait(why)
	return p.wait(ctx, w)
}

// takenBefore counts the slots of what is more urgent.
func (p *pool) takenBefore(u urgency) (n int) {
	for _, slots := range p.taken[:u] {
		n += slots
	}
	return n
}

// line is who waits.
type line []*waiter

// full says whether a request may not wait, since as many do as queue says, or half
// of that for its client.
func (l line) full(r request, queue int) error {
	if r.patient {
		return nil
	}
	all, own := 0, 0
	for _, w := range l {
		if !w.patient && w.urgency == r.urgency {
			all++
			if w.client == r.client {
				own++
			}
		}
	}
	switch {
	case all >= queue:
		return errFull
	case own >= (queue+1)/2:
		return errShare
	}
	return nil
}

// serve notes that a request has been given a slot. Which client was served
// when is forgotten now and then, while nobody waits.
func (p *pool) serve(r request) {
	if len(p.waiters) == 0 && len(p.served) > mostServed {
		clear(p.served)
	}
	p.given++
	p.served[r.client] = p.given
	p.taken[r.urgency]++
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
		p.free(w.urgency) // the slot came at the same time
	}
	return err
}

// mostServed bounds the clients that are remembered while nobody waits.
const mostServed = 1000

// free gives a slot that was taken with an urgency to the most urgent who waits;
// of equals to the one whose client has not been served for longest, and of one
// client's to the first. The lock is held.
func (p *pool) free(was urgency) {
	p.taken[was]--
	if len(p.waiters) == 0 {
		return
	}
	w := slices.MinFunc(p.waiters, func(a, b *waiter) int {
		return cmp.Or(cmp.Compare(a.urgency, b.urgency), cmp.Compare(p.served[a.client], p.served[b.client]))
	})
	p.waiters = slices.DeleteFunc(p.waiters, func(other *waiter) bool { return other == w })
	p.serve(w.request)
	close(w.ready)
}

// take returns an idle engine of whom the request is for: the one that last
// served the key, or else the one that has been idle longest. It is nil when a
// new one is to be started. The lock is held.
func (p *pool) take(r request) *unit {
	p.idle = slices.DeleteFunc(p.idle, p.hasExited)
	found := -1
	for i, u := range slices.Backward(p.idle) { // from the latest, which knows the key's game best
		if u.guest != r.guest {
			continue
		}
		if found = i; u.key == r.key {
			break
		}
	}
	if found < 0 {
		return nil
	}
	u := p.idle[found]
	p.idle = slices.Delete(p.idle, found, found+1)
	return u
}

// hasExited clears away an idle engine that has ended by itself.
func (p *pool) hasExited(u *unit) bool {
	select {
	case <-u.Process().Exited():
		p.fail(u)
		return true
	default:
		return false
	}
}

func (p *pool) fail(u *unit) {
	p.failed++
	p.log.Warn("an engine has failed", "pid", u.Process().Pid(), "error", u.Err())
	p.end(u)
}

// giveBack ends a loan. An engine that has failed is ended.
func (p *pool) giveBack(u *unit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lent = slices.DeleteFunc(p.lent, func(other *unit) bool { return other == u })
	switch {
	case p.closed: // it is ended already
	case u.spoiled:
		p.end(u)
	case u.Err() != nil:
		p.fail(u)
	default:
		u.since = time.Now()
		p.idle = append(p.idle, u)
	}
	p.free(u.urgency)
}

// nudge tells as many of those who have an engine as there are waiters whom
// they should give way to: the least urgent first, and of equals the longest
// loan. The lock is held.
func (p *pool) nudge() {
	waiters := slices.Clone(p.waiters)
	slices.SortStableFunc(waiters, func(a, b *waiter) int { return cmp.Compare(a.urgency, b.urgency) })
	units := slices.Clone(p.lent)
	slices.SortStableFunc(units, func(a, b *unit) int { return cmp.Compare(b.urgency, a.urgency) })
	for i := range min(len(waiters), len(units)) {
		switch u, w := units[i], waiters[i]; {
		case u.urgency > w.urgency:
			raise(u.wanted)
		case u.urgency == elective && w.urgency == elective:
			raise(u.shared)
		default:
			return
		}
	}
}

// raise closes the channel of a signal, if it is open. The lock is held.
func raise(signal chan struct{}) {
	select {
	case <-signal:
	default:
		close(signal)
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
