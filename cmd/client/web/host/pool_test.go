package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/protocol/driver"
)

func newPool(t *testing.T, p *pool) *pool {
	p.log = slog.New(slog.DiscardHandler)
	if p.open == nil {
		p.open = openEngine
	}
	if p.idleAfter == 0 {
		p.idleAfter = time.Hour
	}
	t.Cleanup(p.run().close)
	return p
}

func lend(t *testing.T, p *pool, r request) *unit {
	t.Helper()
	u, err := p.lend(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func statsOf(p *pool) (s Stats) {
	p.count(&s)
	return s
}

// An engine is lent again under its key, and is said to be the same then.
func TestAffinity(t *testing.T) {
	p := newPool(t, &pool{size: 3})
	a, b := lend(t, p, request{key: "a"}), lend(t, p, request{key: "b"})
	if a.same || b.same {
		t.Error("a new engine is the same")
	}
	engineA, engineB := a.Engine(), b.Engine()
	p.giveBack(a)
	p.giveBack(b)
	again := lend(t, p, request{key: "b"})
	if again.Engine() != engineB || !again.same {
		t.Errorf("under b: another engine, or it is not the same: %v", again.same)
	}
	c := lend(t, p, request{key: "c"})
	if c.Engine() != engineA || c.same {
		t.Errorf("under c: a new engine, or it is the same: %v", c.same)
	}
	if s := statsOf(p); s.Started != 2 || s.Engines != 2 || len(p.lent) != 2 {
		t.Errorf("%+v", s)
	}
}

// Who waits is served in order, without those who have given up waiting.
func TestQueueIsFair(t *testing.T) {
	p := newPool(t, &pool{size: 1, queue: 10})
	first := lend(t, p, request{})
	var mu sync.Mutex
	var served []int
	var all sync.WaitGroup
	wait := func(ctx context.Context, i int) {
		l, err := p.lend(ctx, request{})
		if err != nil {
			return
		}
		mu.Lock()
		served = append(served, i)
		mu.Unlock()
		p.giveBack(l)
	}
	ctx, cancel := context.WithCancel(t.Context())
	for i := range 6 {
		until := t.Context()
		if i%2 == 1 {
			until = ctx
		}
		all.Go(func() { wait(until, i) })
		waitFor(t, func() bool { return statsOf(p).Queued == i+1 })
	}
	cancel()
	waitFor(t, func() bool { return statsOf(p).Queued == 3 })
	p.giveBack(first)
	all.Wait()
	if got := fmt.Sprint(served); got != "[0 2 4]" {
		t.Errorf("served in the order %s", got)
	}
}

func TestGivingUp(t *testing.T) {
	p := newPool(t, &pool{size: 1, queue: 10})
	first := lend(t, p, request{})
	ctx, cancel := context.WithCancel(t.Context())
	gaveUp := make(chan error, 1)
	go func() { _, err := p.lend(ctx, request{}); gaveUp <- err }()
	waitFor(t, func() bool { return statsOf(p).Queued == 1 })
	cancel()
	if err := <-gaveUp; !errors.Is(err, context.Canceled) {
		t.Errorf("gave up with %v", err)
	}
	p.giveBack(first)
	for range 3 { // the slot of who gave up is not lost
		p.giveBack(lend(t, p, request{}))
	}
	if _, err := p.lend(ctx, request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %v", err)
	}
}

func TestFullPool(t *testing.T) {
	p := newPool(t, &pool{size: 1, queue: 1})
	first := lend(t, p, request{})
	var all sync.WaitGroup
	for i, patient := range []bool{true, false, true} {
		all.Go(func() { p.giveBack(lend(t, p, request{patient: patient})) })
		waitFor(t, func() bool { return statsOf(p).Queued == i+1 })
	}
	if _, err := p.lend(t.Context(), request{}); !errors.Is(err, errFull) {
		t.Errorf("one too many: %v", err)
	}
	p.giveBack(first)
	all.Wait()
}

// Those who yield are told, the longest lease first, and as many as wait.
func TestWanted(t *testing.T) {
	p := newPool(t, &pool{size: 3, queue: 10})
	keeps := lend(t, p, request{})
	old, young := lend(t, p, request{yields: true}), lend(t, p, request{yields: true})
	got := make(chan *unit)
	go func() { l, _ := p.lend(context.Background(), request{}); got <- l }()
	<-old.wanted
	select {
	case <-young.wanted:
		t.Error("two are told for one who waits")
	case <-keeps.wanted:
		t.Error("one that keeps its engine is told")
	default:
	}
	p.giveBack(old)
	l := <-got
	go func() { l, _ := p.lend(context.Background(), request{}); got <- l }()
	<-young.wanted
	p.giveBack(young)
	for _, l := range []*unit{l, <-got, keeps} {
		p.giveBack(l)
	}
}

func TestDeadEnginesAreReplaced(t *testing.T) {
	p := newPool(t, &pool{size: 1})
	l := lend(t, p, request{})
	dead := l.Engine()
	dead.Process().Kill()
	if _, err := dead.Ask(t.Context(), "hello"); err == nil {
		t.Fatal("the engine lives on")
	}
	p.giveBack(l)
	l = lend(t, p, request{})
	if l.Engine() == dead {
		t.Error("a dead engine is lent")
	}
	idle := l.Engine()
	p.giveBack(l)
	idle.Process().Kill() // while nobody has it
	<-idle.Process().Exited()
	l = lend(t, p, request{})
	if l.Engine() == idle {
		t.Error("an engine that died idle is lent")
	}
	p.giveBack(l)
	if s := statsOf(p); s.Failed != 2 || s.Started != 3 || s.Engines != 1 {
		t.Errorf("%+v", s)
	}
}

func TestIdleEnginesEnd(t *testing.T) {
	p := newPool(t, &pool{size: 2, idleAfter: 30 * time.Millisecond})
	a, b := lend(t, p, request{}), lend(t, p, request{})
	gone := a.Engine().Process().Exited()
	p.giveBack(a)
	<-gone
	waitFor(t, func() bool { return statsOf(p).Engines == 1 })
	if _, err := b.Engine().Ask(t.Context(), "hello"); err != nil {
		t.Errorf("the engine that is lent: %v", err)
	}
	p.giveBack(b)
}

func TestStartFails(t *testing.T) {
	fails := errors.New("no engine")
	p := newPool(t, &pool{size: 1, open: func(context.Context) (*driver.Engine, error) { return nil, fails }})
	for range 3 {
		if _, err := p.lend(t.Context(), request{}); !errors.Is(err, fails) {
			t.Errorf("Lease: %v", err)
		}
	}
}

// Close ends what waits and what is lent.
func TestPoolClose(t *testing.T) {
	p := newPool(t, &pool{size: 1, queue: 10})
	l := lend(t, p, request{})
	waits := make(chan error, 1)
	go func() { _, err := p.lend(context.Background(), request{}); waits <- err }()
	waitFor(t, func() bool { return statsOf(p).Queued == 1 })
	p.close()
	p.close()
	if err := <-waits; !errors.Is(err, errClosed) {
		t.Errorf("who waited: %v", err)
	}
	if _, err := l.Engine().Ask(t.Context(), "hello"); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("a request to a lent engine: %v", err)
	}
	p.giveBack(l)
	if _, err := p.lend(t.Context(), request{}); !errors.Is(err, errClosed) {
		t.Errorf("Lease: %v", err)
	}
}
