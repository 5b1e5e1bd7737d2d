package web_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/store/postgres/pgtest"
)

var (
	fleetPlayers = flag.Int("fleet-players", 8, "who play at three processes on one store")
	fleetRate    = flag.Float64("fleet-rate", 100, "requests a second that they make together")
	fleetLength  = flag.Duration("fleet-length", 0, "how long they do at least")
	fleetKill    = flag.Duration("fleet-kill", 0, "time between two kills of a process, at least")
)

// fleet is several server processes on one store.
type fleet struct {
	t       *testing.T
	address string
	failed  atomic.Bool
	mu      sync.Mutex
	all     []*process // nil while one starts
}

// any is one of the processes that serve.
func (f *fleet) any() *process {
	f.mu.Lock()
	defer f.mu.Unlock()
	for {
		if s := f.all[rand.IntN(len(f.all))]; s != nil {
			return s
		}
	}
}

// kill kills a process, and starts another one in its place.
func (f *fleet) kill(i int) {
	f.mu.Lock()
	s := f.all[i]
	f.all[i] = nil
	f.mu.Unlock()
	s.kill()
	s = launch(f.t, f.address)
	f.mu.Lock()
	f.all[i] = s
	f.mu.Unlock()
}

// counts are what came of the requests.
type counts struct{ acknowledged, read, unanswered, unavailable, late atomic.Int64 }

// player plays a game after the other, each request at any of the processes.
type player struct {
	fleet  *fleet
	counts *counts
	times  *times
	known  host.State // as last acknowledged
	asked  string     // the turn whose answer never came, or ""
}

// errLost says that something acknowledged is not there, or that something is that
// nobody asked for.
var errLost = errors.New("a game is not as it was acknowledged")

// once makes one request, and says what is wrong with what came of it.
func (p *player) once() (err error) {
	s, now := p.fleet.any(), p.known
	switch {
	case now.ID == "" || now.Over() || len(now.Legal) == 0:
		spec := host.Spec{Game: []string{"square4", "othello", "teeko"}[rand.IntN(3)]}
		if rand.IntN(10) == 0 {
			spec.Seats = []host.Seat{{Kind: host.Person}, {Kind: host.Engine, Level: 1}}
		}
		err = p.times.measure("create", func() (err error) { now, err = s.create(spec); return err })
		if err == nil {
			p.known, p.asked = now, ""
			p.counts.acknowledged.Add(1)
		}
	case mover(now).Kind == host.Engine || p.asked == "" && rand.IntN(2) == 0:
		return p.look(s)
	default:
		return p.act(s)
	}
	return p.failed(err)
}

// look reads the game, which goes on from what is known.
func (p *player) look(s *process) error {
	var now host.State
	err := p.times.measure("state", func() (err error) { now, err = s.state(p.known.ID); return err })
	if err != nil {
		return p.failed(err)
	}
	p.counts.read.Add(1)
	want := p.known.Turns
	if len(now.Turns) > len(want) && p.asked != "" { // it was played all the same
		want = append(slices.Clone(want), p.asked)
		p.asked = ""
		p.counts.late.Add(1)
	}
	engine := slices.ContainsFunc(now.Seats, func(s host.Seat) bool { return s.Kind == host.Engine })
	if now.Version < p.known.Version || len(now.Turns) < len(want) || !slices.Equal(now.Turns[:len(want)], want) || len(now.Turns) > len(want) && !engine {
		p.fleet.t.Logf("%s was %s and is %s", now.ID, describe(p.known), describe(now))
		return errLost
	}
	p.known = now
	return nil
}

// act plays a turn, the same again if the answer to that never came.
func (p *player) act(s *process) error {
	token := p.asked
	if token == "" {
		token = p.known.Legal[rand.IntN(len(p.known.Legal))]
	}
	var now host.State
	err := p.times.measure("act", func() (err error) {
		now, err = s.do(p.known.ID, "act", map[string]any{"move": token, "version": p.known.Version})
		return err
	})
	var r *refusal
	switch {
	case err == nil:
		p.known, p.asked = now, ""
		p.counts.acknowledged.Add(1)
		return nil
	case errors.As(err, &r) && r.status == http.StatusConflict && p.asked != "":
		return p.look(p.fleet.any()) // the first time it was played
	case !errors.As(err, &r):
		p.asked = token
	}
	return p.failed(err)
}

// failed says whether a request may fail so: a process that is killed does not
// answer, and one that starts may say that it is not ready.
func (p *player) failed(err error) error {
	var r *refusal
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &r):
		p.counts.unanswered.Add(1)
		return nil
	case r.status == http.StatusServiceUnavailable:
		p.counts.unavailable.Add(1)
		return nil
	}
	return err
}

// play plays until the context ends, and looks then whether all is there. When it asks
// does not depend on how long it has waited for answers, so that the rate is what it is
// said to be (an open loop; Schroeder, Wierman and Harchol-Balter, NSDI 2006).
func (p *player) play(ctx context.Context) {
	mean := float64(*fleetPlayers) / *fleetRate * float64(time.Second)
	for next := time.Now(); ctx.Err() == nil; {
		if err := p.once(); err != nil {
			p.fleet.t.Error(err)
			p.fleet.failed.Store(true)
			return
		}
		next = next.Add(time.Duration(rand.ExpFloat64() * mean))
		time.Sleep(time.Until(next))
	}
	for before := p.counts.read.Load(); p.known.ID != "" && p.counts.read.Load() == before; {
		if err := p.look(p.fleet.any()); err != nil {
			p.fleet.t.Error(err)
			return
		}
	}
}

// storm kills one process after the other, each when something was acknowledged
// since, and counts the kills.
func (f *fleet) storm(ctx context.Context, c *counts) (kills int) {
	const least, between = 2, 15 // kills, and changes from one to the next
	begun, last, seen := time.Now(), time.Now(), int64(0)
	for !f.failed.Load() && ctx.Err() == nil && (kills < least || time.Since(begun) < *fleetLength) {
		if n := c.acknowledged.Load(); n < seen+between || time.Since(last) < *fleetKill {
			time.Sleep(5 * time.Millisecond)
			continue
		}
		seen, last = c.acknowledged.Load(), time.Now()
		f.kill(kills % len(f.all))
		kills++
	}
	return kills
}

// TestFleet has three processes serve one store while one of them is killed again
// and again. Nothing that was acknowledged may be lost, whichever process is asked,
// and nothing refused but with 503.
func TestFleet(t *testing.T) {
	if testing.Short() {
		t.Skip("three servers, of which some are killed, take their time")
	}
	f := &fleet{t: t, address: pgtest.URL(t)}
	for range 3 {
		f.all = append(f.all, launch(t, f.address))
	}
	var c counts
	ts := &times{took: map[string][]time.Duration{}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var all sync.WaitGroup
	begun := time.Now()
	for range *fleetPlayers {
		all.Go(func() { (&player{fleet: f, counts: &c, times: ts}).play(ctx) })
	}
	kills := f.storm(ctx, &c)
	cancel()
	all.Wait()
	ts.report(t, time.Since(begun))
	t.Logf("%d kills; %d changes acknowledged, %d reads, %d requests without an answer, of whose changes %d had been made; %d answered with 503",
		kills, c.acknowledged.Load(), c.read.Load(), c.unanswered.Load(), c.late.Load(), c.unavailable.Load())
	for _, s := range f.all {
		s.stop(t)
	}
}
