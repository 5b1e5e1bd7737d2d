package host

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"time"

	"quadrille/cmd/client/web/limits"
	"quadrille/protocol/driver"
)

// lender lends engines for searches.
type lender interface {
	lend(ctx context.Context, r request) (*unit, error)
	giveBack(u *unit)
	close()
	count(s *Stats)
}

// Want is a search for which an engine is wanted, as other machines are told.
type Want struct {
	// Client is who asks: those who wait are served in turn.
	Client string
	// Key is what it is about, the same for one game with the same rules: an engine
	// that has searched for it last knows it. "" is nothing.
	Key string
	// Urgency is 0 for a turn of a game in which a person plays, 1 for a hint and 2
	// for what is elective, such as an analysis. The smaller goes first.
	Urgency int
	// Patient is that it waits for as long as there are workers.
	Patient bool
	// Waits is called, by the goroutine that asked, when nobody has taken the search
	// at once.
	Waits func()
}

// Urgencies is how many there are.
const Urgencies = int(elective) + 1

// Loan is an engine of another machine.
type Loan struct {
	// Process has its lines; they end when the other machine is lost. Who was lent it
	// closes it with "quit" when nothing is under way, and kills it otherwise.
	Process *driver.Process
	// Who has it should give it back at once when Wanted is closed, and soon when
	// Shared is.
	Wanted, Shared chan struct{}
	// Known is closed before the engine says its first line when it has searched last
	// for what the Want's Key is about, and so holds the game with its rules.
	Known chan struct{}
}

// Workers are other machines that search for a host. Their methods may be called
// from any goroutine.
type Workers interface {
	// Take waits until a worker has taken a search. The error is an *Error where
	// nobody has for too long, or the context's.
	Take(ctx context.Context, w Want) (*Loan, error)
	// Count says how many are heard of, and how much they do at a time.
	Count() (workers, places int)
}

// away lends engines of other machines, and guests, which run here.
type away struct {
	workers Workers
	guests  *pool
	// Those who wait, but for the patient, by urgency, and by urgency and client.
	all, own *limits.Caps
	ctx      context.Context // ends when it is closed
	cancel   context.CancelFunc

	mu      sync.Mutex
	waiting int
	lent    []*unit
	taken   uint64
	failed  uint64
	waited  time.Duration
}

func newAway(w Workers, guests *pool, queue int, shared limits.Shared) *away {
	a := &away{workers: w, guests: guests, all: limits.NewCaps("waiting", queue, 0, shared), own: limits.NewCaps("waiting", (queue+1)/2, 0, shared)}
	a.ctx, a.cancel = context.WithCancel(context.Background())
	return a
}

func (a *away) lend(ctx context.Context, r request) (*unit, error) {
	if r.guest != "" {
		return a.guests.lend(ctx, r)
	}
	loan, err := a.take(ctx, r)
	if err != nil {
		return nil, err
	}
	engine, err := driver.Attach(ctx, loan.Process, driver.Config{})
	if err != nil {
		return nil, err
	}
	u := &unit{away: true, program: engine, Game: driver.NewGame(engine), urgency: r.urgency, wanted: loan.Wanted, shared: loan.Shared}
	select {
	case <-loan.Known:
		u.same = true
		u.Resume(r.game, r.rules)
	default:
	}
	a.mu.Lock()
	a.lent = append(a.lent, u)
	a.mu.Unlock()
	if a.ctx.Err() != nil { // meanwhile
		a.drop(u)
		return nil, errClosed
	}
	return u, nil
}

// take waits for a worker, unless too many do.
func (a *away) take(ctx context.Context, r request) (*Loan, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	leave, err := a.enter(ctx, r)
	if err != nil {
		return nil, err
	}
	defer leave()
	a.mu.Lock()
	a.waiting++
	a.mu.Unlock()
	begun := time.Now()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(a.ctx, cancel)()
	loan, err := a.workers.Take(ctx, Want{Client: r.client, Key: r.want(), Urgency: int(r.urgency), Patient: r.patient, Waits: func() { r.watch.wait(Sharing) }})
	a.mu.Lock()
	defer a.mu.Unlock()
	a.waiting--
	if a.ctx.Err() != nil {
		if err == nil {
			loan.Process.Abort()
		}
		return nil, errClosed
	}
	if err == nil {
		a.taken++
		a.waited += time.Since(begun)
	}
	return loan, err
}

// want is what other machines know a request's game by.
func (r request) want() string {
	if r.key == "" || r.game == "" {
		return ""
	}
	return r.key + " " + r.game + " " + r.rules
}

// enter counts a request among those that wait, unless too many do, until leave is
// called.
func (a *away) enter(ctx context.Context, r request) (leave func(), err error) {
	if r.patient {
		return func() {}, nil
	}
	all := strconv.Itoa(int(r.urgency))
	own := all + " " + r.client
	switch ok, err := a.all.Take(ctx, all); {
	case err != nil:
		a.all.Free(all)
		return nil, Unwritten(err)
	case !ok:
		return nil, errFull
	}
	switch ok, err := a.own.Take(ctx, own); {
	case err != nil:
		a.own.Free(own)
		a.all.Free(all)
		return nil, Unwritten(err)
	case !ok:
		a.all.Free(all)
		return nil, errShare
	}
	return func() {
		a.own.Free(own)
		a.all.Free(all)
	}, nil
}

func (a *away) giveBack(u *unit) {
	if u.guest != "" {
		a.guests.giveBack(u)
		return
	}
	a.drop(u)
}

// drop ends a loan.
func (a *away) drop(u *unit) {
	a.mu.Lock()
	a.lent = slices.DeleteFunc(a.lent, func(other *unit) bool { return other == u })
	if u.Err() != nil {
		a.failed++
	}
	a.mu.Unlock()
	u.Close()
}

// close has those fail who were lent an engine, or wait for one.
func (a *away) close() {
	a.cancel()
	a.mu.Lock()
	for _, u := range a.lent {
		u.Process().Kill()
	}
	a.mu.Unlock()
	a.guests.close()
}

func (a *away) count(s *Stats) {
	a.guests.count(s)
	a.mu.Lock()
	defer a.mu.Unlock()
	s.Engines += len(a.lent)
	s.Queued += a.waiting
	s.Failed += a.failed
	s.Taken, s.Waited = a.taken, a.waited
	s.Workers, s.Places = a.workers.Count()
}

// Engines lends engines of this machine to hosts on others, in the order in which
// a host serves its own searches.
type Engines struct{ pool *pool }

// NewEngines returns engines that search, size at the same time, at least 1. Open
// starts one; those that are idle for longer than idleAfter are ended.
func NewEngines(open func(context.Context) (*driver.Engine, error), size int, idleAfter time.Duration, log *slog.Logger) *Engines {
	c := Config{Open: open}
	return &Engines{(&pool{open: c.openThinker, size: size, idleAfter: idleAfter, log: log}).run()}
}

// Lent is an engine of Engines.
type Lent struct {
	pool *pool
	unit *unit
}

// Lend waits for an engine. Take is called when there is a place, before an engine
// is started for it, and says why that is not wanted any more; Lend returns its
// error, the context's, or that of starting an engine.
func (e *Engines) Lend(ctx context.Context, w Want, take func() error) (*Lent, error) {
	u, err := e.pool.lend(ctx, request{key: w.Key, client: w.Client, urgency: urgency(min(max(w.Urgency, 0), int(elective))), patient: true, take: take})
	if err != nil {
		return nil, err
	}
	return &Lent{e.pool, u}, nil
}

// Count says how many engines are lent, and how many searches wait for one.
func (e *Engines) Count() (lent, waiting int) {
	e.pool.mu.Lock()
	defer e.pool.mu.Unlock()
	return e.pool.takenBefore(elective + 1), len(e.pool.waiters)
}

// Close ends the engines, also those that are lent.
func (e *Engines) Close() { e.pool.close() }

// Process is the engine's.
func (l *Lent) Process() *driver.Process { return l.unit.Process() }

// Wanted is closed when the engine should be given back at once.
func (l *Lent) Wanted() <-chan struct{} { return l.unit.wanted }

// Shared is closed when it should be given back soon.
func (l *Lent) Shared() <-chan struct{} { return l.unit.shared }

// Known says that the engine has searched last for what the Want's Key is about.
func (l *Lent) Known() bool { return l.unit.key != "" && l.unit.same }

// GiveBack ends the loan. An engine that is still at something is ended; one that has
// not searched knows nothing of what it was lent for.
func (l *Lent) GiveBack(idle, searched bool) {
	l.unit.spoiled = !idle
	if !searched {
		l.unit.key = ""
	}
	l.pool.giveBack(l.unit)
}
