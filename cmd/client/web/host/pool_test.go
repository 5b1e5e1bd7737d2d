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
	p := newPool(t, &pool{size: 1, queue: 12})
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

// raised says whether a signal has come.
func raised(signal chan struct{}) bool {
	select {
	case <-signal:
		return true
	default:
		return false
	}
}

// TestUrgency has engines lent to some requests when others begin to wait, one
// after the other, and says who is told to give way, and who is served when one
// engine after the other is given back. A request is an urgency and a client:
// p for play, h for a hint, e for what is elective.
func TestUrgency(t *testing.T) {
	for _, tc := range []struct {
		name, lent, waits, served string
		told                      string // of those lent: ! at once, ~ soon, . not at all
	}{
		{"a turn before an analysis", "eA eB", "pC", "pC", "!."},
		{"a turn before a hint", "hA eB", "pC", "pC", ".!"},
		{"the hint is next", "hA eB", "pC pD", "pC pD", "!!"},
		{"a hint before an analysis", "eA eB", "hC hA", "hC hA", "!!"},
		{"turns do not stop turns", "pA pA", "pB", "pB", ".."},
		{"hints do not stop hints", "hA hA", "hB", "hB", ".."},
		{"analyses share", "eA eB", "eC", "eC", "~."},
		{"analyses stop neither turns nor hints", "pA hA", "eB", "eB", ".."},
		{"one analysis, one turn", "eA pA", "eB", "eB", "~."},
		{"the more urgent first, whenever they come", "pA pA", "eA hA pA", "pA hA eA", ".."},
		{"a client with many does not keep another out", "pA pA", "pA pA pA pB", "pB pA pA pA", ".."},
		{"nor does one with many analyses", "eA eA", "eA eA eA eB eC", "eB eC eA eA eA", "~~"},
		{"clients take turns", "pA pB", "pA pA pB pB pC", "pC pA pB pA pB", ".."},
		{"but a turn goes before any share", "eB eA", "eB eC pA pA pA", "pA pA pA eC eB", "!!"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := newPool(t, &pool{size: 2, queue: 10})
			var lent []*unit
			for _, w := range strings.Fields(tc.lent) {
				lent = append(lent, lend(t, p, requestOf(w)))
			}
			waits := strings.Fields(tc.waits)
			served := make(chan string)
			for i, w := range waits {
				go func() {
					u, err := p.lend(context.Background(), requestOf(w))
					if err != nil {
						w = err.Error()
					}
					served <- w
					p.giveBack(u)
				}()
				waitFor(t, func() bool { return statsOf(p).Queued == i+1 })
			}
			told := ""
			for _, u := range lent {
				switch {
				case raised(u.wanted):
					told += "!"
				case raised(u.shared):
					told += "~"
				default:
					told += "."
				}
			}
			p.giveBack(lent[0]) // the other one stays, so that there is an order
			var got []string
			for range waits {
				got = append(got, <-served)
			}
			p.giveBack(lent[1])
			if order := strings.Join(got, " "); order != tc.served || told != tc.told {
				t.Errorf("served %q, want %q; told %s, want %s", order, tc.served, told, tc.told)
			}
		})
	}
}

// requestOf reads a request of TestUrgency.
func requestOf(word string) request {
	return request{key: word, client: word[1:], urgency: urgency(strings.Index("phe", word[:1]))}
}

// Who gives up waiting, as a client does that goes away, leaves his place to
// the others, and a client has half of the queue.
func TestShareOfTheQueue(t *testing.T) {
	p := newPool(t, &pool{size: 1, queue: 4})
	first := lend(t, p, request{})
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan error)
	for i := range 2 {
		go func() { gone <- second(p.lend(ctx, requestOf("eA"))) }()
		waitFor(t, func() bool { return statsOf(p).Queued == i+1 })
	}
	if _, err := p.lend(t.Context(), requestOf("eA")); !errors.Is(err, errShare) {
		t.Errorf("a third of one client: %v", err)
	}
	got := make(chan *unit)
	go func() { got <- lend(t, p, requestOf("eB")) }()
	waitFor(t, func() bool { return statsOf(p).Queued == 3 })
	cancel()
	for range 2 {
		if err := <-gone; !errors.Is(err, context.Canceled) {
			t.Errorf("who went away: %v", err)
		}
	}
	p.giveBack(first)
	p.giveBack(<-got)
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
