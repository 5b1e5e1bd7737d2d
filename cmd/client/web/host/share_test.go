package host

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/protocol/driver"
)

// endless are limits of a search that no test waits for the end of.
var endless = Limits{MoveTime: time.Hour}

// study analyses a new game of Othello, which no search solves, for a client
// until the context ends, and tells of every Wait.
func study(t *testing.T, ctx context.Context, h *Host, client string, l Limits) (waits <-chan Wait, ended <-chan error) {
	t.Helper()
	s := create(t, h, Spec{Game: "othello"})
	w, e := make(chan Wait, 1000), make(chan error, 1)
	go func() {
		_, err := h.Search(WithClient(ctx, client), s.ID, nil, l, Watch{Wait: func(why Wait) { w <- why }})
		e <- err
	}()
	return w, e
}

// until reads what a search is told until it is told that.
func until(t *testing.T, waits <-chan Wait, why Wait) {
	t.Helper()
	for got := range waits {
		if got == why {
			return
		}
	}
}

// With all engines analysing for hours, one client's many analyses in the
// queue, another's self-made long turn and hint and games of levels against
// levels, a game against a level and a hint are answered; the analyses are told
// that they pause and why, and go on.
func TestPlayComesFirst(t *testing.T) {
	h := newHost(t, func(c *Config) { c.Engines, c.Slice = 2, time.Hour })
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	first, ended := study(t, ctx, h, "A", endless)
	second, _ := study(t, ctx, h, "A", Limits{}) // without an end of its own
	until(t, first, Running)
	until(t, second, Running)
	for range 5 {
		study(t, ctx, h, "A", endless)
	}
	long := create(t, h, Spec{Game: "othello"})
	all.Go(func() { h.Move(WithClient(ctx, "C"), long.ID, endless, Change{}) })
	all.Go(func() { h.Hint(WithClient(ctx, "C"), long.ID, Limits{Depth: 1000}) })
	level := Seat{Kind: Engine, Level: 10}
	for range 3 {
		create(t, h, Spec{Game: "blokus", Seats: []Seat{level, level, level, level}})
	}
	waitFor(t, func() bool { s := h.Stats(); return s.Searching == 2 && s.Queued >= 8 })

	s, _, err := h.Create(WithClient(ctx, "B"), Spec{Game: "square4", Seats: []Seat{{}, {Kind: Engine, Level: 3}}})
	if err != nil {
		t.Fatal(err)
	}
	for turns := 0; turns < 6 && !s.Over(); turns += 2 {
		play(t, h, s.ID, move(s.Legal[0]))
		waitFor(t, func() bool { s, _ = h.State(t.Context(), s.ID); return len(s.Turns) == turns+2 || s.Over() })
	}
	if reply, err := h.Hint(WithClient(ctx, "B"), s.ID, Limits{MoveTime: 50 * time.Millisecond}); err != nil || reply.Move == "" {
		t.Errorf("the hint: %+v, %v", reply, err)
	}
	until(t, first, Playing)
	select {
	case err := <-ended:
		t.Errorf("the analysis has ended: %v", err)
	default:
	}
	// Every turn stopped one analysis, and each goes on at the end.
	waitFor(t, func() bool { return h.Stats().Searching == 2 })
}

// Games of levels alone go on beside an analysis, but the turn of a person's
// opponent stops them.
func TestLevelsAloneGiveWay(t *testing.T) {
	h := newHost(t, func(c *Config) { c.MoveTime, c.Slice = time.Hour, time.Hour })
	level := Seat{Kind: Engine, Level: 10}
	create(t, h, Spec{Game: "square4", Rules: map[string]string{"pieces": "16"}, Seats: []Seat{level, level}})
	waitFor(t, func() bool { return h.Stats().Searching == 1 })
	s := create(t, h, Spec{Game: "square4", Seats: []Seat{{Kind: Engine, Level: 1}, {}}})
	waitFor(t, func() bool { s, _ = h.State(t.Context(), s.ID); return len(s.Turns) == 1 })
}

// Two analyses on one engine take turns, and both come to their depth; that of
// a client who goes away leaves its place.
func TestAnalysesShare(t *testing.T) {
	h := newHost(t, func(c *Config) { c.Slice = time.Millisecond })
	ctx, cancel := context.WithCancel(t.Context())
	first, gone := study(t, ctx, h, "A", endless)
	until(t, first, Running)
	second, ended := study(t, t.Context(), h, "B", Limits{Depth: 6})
	until(t, second, Sharing)
	until(t, second, Running)
	if err := <-ended; err != nil {
		t.Errorf("an analysis to a depth: %v", err)
	}
	until(t, first, Sharing)
	until(t, first, Running)
	cancel()
	if err := <-gone; err != nil {
		t.Errorf("the analysis that was stopped: %v", err)
	}
	waitFor(t, func() bool { s := h.Stats(); return s.Searching == 0 && s.Queued == 0 })
}

// A search that was stopped says no depth again that it has said, and what it
// found first is not lost.
func TestPausedSearchGoesOn(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "square4", Rules: map[string]string{"pieces": "16"}})
	other := create(t, h, Spec{Game: "square4"})
	ctx, cancel := context.WithCancel(t.Context())
	deep, depths := make(chan struct{}), []int{}
	var once sync.Once
	var reply Reply
	var failed error
	var all sync.WaitGroup
	paused := make(chan Wait, 100)
	all.Go(func() {
		reply, failed = h.Search(ctx, s.ID, nil, endless, Watch{Wait: func(why Wait) { paused <- why }, Report: func(i driver.Info) {
			if depths = append(depths, i.Depth); i.Depth >= 4 {
				once.Do(func() { close(deep) })
			}
		}})
	})
	<-deep
	if _, err := h.Hint(t.Context(), other.ID, Limits{Level: 1}); err != nil {
		t.Fatal(err)
	}
	until(t, paused, Playing)
	until(t, paused, Running)
	cancel()
	all.Wait()
	if failed != nil || reply.Move == "" || reply.Info.Depth < 4 {
		t.Errorf("%+v, %v", reply, failed)
	}
	for i := 1; i < len(depths); i++ {
		if depths[i] < depths[i-1] {
			t.Errorf("depth %d after %d", depths[i], depths[i-1])
		}
	}
}

// A hint without limits comes to an end.
func TestHintEnds(t *testing.T) {
	h := newHost(t, func(c *Config) { c.MoveTime = 20 * time.Millisecond })
	s := create(t, h, Spec{Game: "square4", Rules: map[string]string{"pieces": "16"}})
	if reply, err := h.Hint(t.Context(), s.ID, Limits{}); err != nil || !strings.Contains(strings.Join(s.Legal, " "), reply.Move) {
		t.Errorf("%+v, %v", reply, err)
	}
}

// After a restart of the server the searches of a game count for who made it.
func TestClientIsKept(t *testing.T) {
	dir := t.TempDir()
	h := hostIn(t, dir)
	s, _, err := h.Create(WithClient(t.Context(), "A"), Spec{Game: "square4"})
	if err != nil {
		t.Fatal(err)
	}
	closeHost(t, h)
	h = hostIn(t, dir)
	g, err := h.acquire(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer g.release()
	if g.client != "A" {
		t.Errorf("client %q, want A", g.client)
	}
}
