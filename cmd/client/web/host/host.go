package host

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/protocol/driver"
)

// Host keeps games. Its methods may be called from any goroutine. Errors are
// *Error or the context's. What a State or another answer refers to must not
// be changed.
type Host struct {
	config   Config
	store    Store
	peers    Peers
	rules    *pool // answer everything but searches
	thinkers lender

	ctx    context.Context // ends when the host closes
	cancel context.CancelFunc
	all    sync.WaitGroup // goroutines of the host

	rooms rooms

	mu     sync.Mutex
	closed bool
	games  map[string]*game

	flags flags

	known       catalogue
	solutions   solutions
	audiences   audiences
	reviews     reviews
	subscribers atomic.Int64
	searching   atomic.Int64
	searches    atomic.Uint64
	changes     atomic.Uint64
}

// New returns a host and begins to play the engine seats of the games in the
// store. The context bounds only the start.
func New(ctx context.Context, c Config) (*Host, error) {
	if c.Store == nil || c.Open == nil {
		return nil, errors.New("host: Store and Open are needed")
	}
	c = c.withDefaults()
	waiting, err := c.takeUp(ctx)
	if err != nil {
		return nil, err
	}
	h := &Host{config: c, store: c.Store, peers: c.Peers, games: map[string]*game{}}
	h.rooms.of = map[string]int{}
	h.solutions = newSolutions()
	h.audiences.pause, h.audiences.of = usualPause, map[string]*audience{}
	h.ctx, h.cancel = context.WithCancel(context.Background())
	h.rules = (&pool{open: c.openForRules, size: c.RuleEngines, idleAfter: c.IdleAfter, log: c.Log}).run()
	thinkers := (&pool{open: c.openThinker, openGuest: h.openGuest, size: c.Engines, queue: c.Queue, idleAfter: c.IdleAfter, log: c.Log}).run()
	if h.thinkers = thinkers; c.Workers != nil {
		h.thinkers = newAway(c.Workers, thinkers, c.Queue, c.Shared)
	}
	h.flags.wake = make(chan struct{}, 1)
	h.all.Go(h.tidy)
	h.all.Go(h.keepTime)
	if h.isShared() {
		h.all.Go(h.hear)
		h.all.Go(h.mend)
	}
	if err := h.meet(ctx); err != nil {
		return nil, errors.Join(err, h.Close(context.WithoutCancel(ctx)))
	}
	h.spawn(func() { h.resume(waiting) })
	return h, nil
}

// takeUp has the first host of a store let the clocks go on, and returns the games in
// which it is to play. For one that comes to others those play, and what they leave
// is found later.
func (c Config) takeUp(ctx context.Context) (waiting []string, err error) {
	first := c.Peers.First()
	if first {
		if err := c.Store.ResumeClocks(ctx, c.Clock().Add(respite)); err != nil {
			return nil, err
		}
	}
	if err := c.Peers.Begin(ctx); err != nil || !first {
		return nil, err
	}
	return c.Store.Waiting(ctx)
}

// withDefaults fills in what is not given.
func (c Config) withDefaults() Config {
	number := func(n *int, value int) {
		if *n <= 0 {
			*n = value
		}
	}
	duration := func(d *time.Duration, value time.Duration) {
		if *d <= 0 {
			*d = value
		}
	}
	number(&c.Engines, runtime.GOMAXPROCS(0))
	number(&c.RuleEngines, 2)
	number(&c.Queue, 64)
	number(&c.Hash, 64)
	number(&c.MaxGames, 100_000)
	duration(&c.MoveTime, 3*time.Second)
	duration(&c.Slice, time.Second)
	duration(&c.MaxThink, 10*time.Minute)
	duration(&c.IdleAfter, 5*time.Minute)
	if c.Clock == nil && c.Now == nil && c.Peers == nil {
		c.Clock = steady()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Clock == nil {
		c.Clock = c.Now
	}
	if c.Peers == nil {
		c.Peers = alone{}
	}
	if c.OpenRules == nil {
		c.OpenRules = c.Open
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

// openForRules starts an engine for everything but searches.
func (c Config) openForRules(ctx context.Context) (*driver.Engine, error) {
	return withoutSearches(ctx, c.OpenRules)
}

// withoutSearches starts an engine that will not be asked to search.
func withoutSearches(ctx context.Context, open func(context.Context) (*driver.Engine, error)) (*driver.Engine, error) {
	e, err := open(ctx)
	if err != nil {
		return nil, err
	}
	if err := e.ForRules(ctx); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// openThinker starts an engine for searches.
func (c Config) openThinker(ctx context.Context) (*driver.Engine, error) {
	e, err := c.Open(ctx)
	if err == nil {
		background(e.Process())
	}
	return e, err
}

// spawn runs f in a goroutine that Close waits for, unless the host is closed.
func (h *Host) spawn(f func()) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.closed {
		h.all.Go(f)
	}
	return !h.closed
}

// Close stops all searches, closes the subscriptions and ends the engines. It
// waits for all goroutines or for the context. The store stays open.
func (h *Host) Close(ctx context.Context) error {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	h.cancel()
	ended := make(chan struct{})
	go func() {
		h.all.Wait()
		h.rules.close()
		h.thinkers.close()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Stats returns the present numbers.
func (h *Host) Stats() Stats {
	h.mu.Lock()
	games := len(h.games)
	h.mu.Unlock()
	s := Stats{
		Games: games, Stored: h.store.Count(), Subscribers: int(h.subscribers.Load()),
		Searching: int(h.searching.Load()), Changes: h.changes.Load(), Searches: h.searches.Load(),
	}
	h.rules.count(&s)
	h.thinkers.count(&s)
	return s
}

// resume has the engine seats played that were waiting when the last server
// ended. Loading a game does it.
func (h *Host) resume(ids []string) (left []string) {
	for _, id := range ids {
		g, err := h.acquire(h.ctx, id)
		switch {
		case h.ctx.Err() != nil:
			return left
		case Is(err, NotFound): // it has just been deleted
		case err != nil:
			h.config.Log.Error("a game cannot be resumed", "game", id, "error", err)
			left = append(left, id)
		default:
			if g.search == nil && g.head.Waiting {
				left = append(left, id)
			}
			g.release()
		}
	}
	return left
}
