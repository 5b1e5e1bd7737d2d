package pool

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"quadrille/protocol/driver"
)

// engineEnv makes the test binary an engine that is just able to be started
// and asked.
const engineEnv = "QUADRILLE_TEST_ENGINE"

func TestMain(m *testing.M) {
	if os.Getenv(engineEnv) != "" {
		for in := bufio.NewScanner(os.Stdin); in.Scan() && in.Text() != "quit"; {
			switch in.Text() {
			case "ugi":
				fmt.Println("ugiok")
			case "isready":
				fmt.Println("readyok")
			case "die":
				os.Exit(1)
			}
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

func openEngine(ctx context.Context) (*driver.Engine, error) {
	c, err := driver.Self()
	if err != nil {
		return nil, err
	}
	c.Env = []string{engineEnv + "=1"}
	return driver.Open(ctx, driver.Config{Command: c})
}

func newPool(t *testing.T, c Config) *Pool {
	c.Log = slog.New(slog.DiscardHandler)
	if c.Open == nil {
		c.Open = openEngine
	}
	if c.IdleAfter == 0 {
		c.IdleAfter = time.Hour
	}
	p := New(c)
	t.Cleanup(p.Close)
	return p
}

func lease(t *testing.T, p *Pool, r Request) *Lease {
	t.Helper()
	l, err := p.Lease(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func waitFor(t *testing.T, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !so(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("that does not come about")
		}
	}
}

// An engine is lent again under its key, and then knows what it held; under
// another key it does not.
func TestAffinity(t *testing.T) {
	p := newPool(t, Config{Size: 3})
	a, b := lease(t, p, Request{Key: "a"}), lease(t, p, Request{Key: "b"})
	a.Hold(1)
	b.Hold(2)
	engineA, engineB := a.Engine(), b.Engine()
	a.Done()
	a.Done() // has no effect
	b.Done()
	again := lease(t, p, Request{Key: "b"})
	if again.Engine() != engineB || again.Held() != 2 {
		t.Errorf("under b: another engine, or it holds %v", again.Held())
	}
	c := lease(t, p, Request{Key: "c"})
	if c.Engine() != engineA || c.Held() != nil {
		t.Errorf("under c: a new engine, or it holds %v", c.Held())
	}
	if s := p.Stats(); s.Started != 2 || s.Running != 2 || s.Lent != 2 {
		t.Errorf("%+v", s)
	}
}

// Who waits is served in order, without those who have given up waiting.
func TestQueueIsFair(t *testing.T) {
	p := newPool(t, Config{Size: 1, Queue: 10})
	first := lease(t, p, Request{})
	var mu sync.Mutex
	var served []int
	var all sync.WaitGroup
	wait := func(ctx context.Context, i int) {
		l, err := p.Lease(ctx, Request{})
		if err != nil {
			return
		}
		mu.Lock()
		served = append(served, i)
		mu.Unlock()
		l.Done()
	}
	ctx, cancel := context.WithCancel(t.Context())
	for i := range 6 {
		until := t.Context()
		if i%2 == 1 {
			until = ctx
		}
		all.Go(func() { wait(until, i) })
		waitFor(t, func() bool { return p.Stats().Waiting == i+1 })
	}
	cancel()
	waitFor(t, func() bool { return p.Stats().Waiting == 3 })
	first.Done()
	all.Wait()
	if got := fmt.Sprint(served); got != "[0 2 4]" {
		t.Errorf("served in the order %s", got)
	}
}

func TestGivingUp(t *testing.T) {
	p := newPool(t, Config{Size: 1, Queue: 10})
	first := lease(t, p, Request{})
	ctx, cancel := context.WithCancel(t.Context())
	gaveUp := make(chan error, 1)
	go func() { _, err := p.Lease(ctx, Request{}); gaveUp <- err }()
	waitFor(t, func() bool { return p.Stats().Waiting == 1 })
	cancel()
	if err := <-gaveUp; !errors.Is(err, context.Canceled) {
		t.Errorf("gave up with %v", err)
	}
	first.Done()
	for range 3 { // the slot of who gave up is not lost
		lease(t, p, Request{}).Done()
	}
	if _, err := p.Lease(ctx, Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %v", err)
	}
}

func TestFullQueue(t *testing.T) {
	p := newPool(t, Config{Size: 1, Queue: 1})
	first := lease(t, p, Request{})
	var all sync.WaitGroup
	for i, patient := range []bool{true, false, true} {
		all.Go(func() { lease(t, p, Request{Patient: patient}).Done() })
		waitFor(t, func() bool { return p.Stats().Waiting == i+1 })
	}
	if _, err := p.Lease(t.Context(), Request{}); !errors.Is(err, ErrFull) {
		t.Errorf("one too many: %v", err)
	}
	first.Done()
	all.Wait()
}

// Those who yield are told, the longest lease first, and as many as wait.
func TestWanted(t *testing.T) {
	p := newPool(t, Config{Size: 3, Queue: 10})
	keeps := lease(t, p, Request{})
	old, young := lease(t, p, Request{Yields: true}), lease(t, p, Request{Yields: true})
	got := make(chan *Lease)
	go func() { l, _ := p.Lease(context.Background(), Request{}); got <- l }()
	<-old.Wanted()
	select {
	case <-young.Wanted():
		t.Error("two are told for one who waits")
	case <-keeps.Wanted():
		t.Error("one that keeps its engine is told")
	default:
	}
	old.Done()
	l := <-got
	go func() { l, _ := p.Lease(context.Background(), Request{}); got <- l }()
	<-young.Wanted()
	young.Done()
	for _, l := range []*Lease{l, <-got, keeps} {
		l.Done()
	}
}

func TestDeadEnginesAreReplaced(t *testing.T) {
	p := newPool(t, Config{Size: 1})
	l := lease(t, p, Request{})
	l.Hold("something")
	dead := l.Engine()
	if _, err := dead.Ask(t.Context(), "die"); err == nil {
		t.Fatal("the engine lives on")
	}
	l.Done()
	l = lease(t, p, Request{})
	if l.Engine() == dead || l.Held() != nil {
		t.Error("a dead engine is lent")
	}
	idle := l.Engine()
	l.Done()
	idle.Process().Kill() // while nobody has it
	<-idle.Process().Exited()
	l = lease(t, p, Request{})
	if l.Engine() == idle {
		t.Error("an engine that died idle is lent")
	}
	l.Done()
	if s := p.Stats(); s.Failed != 2 || s.Started != 3 || s.Running != 1 {
		t.Errorf("%+v", s)
	}
}

func TestIdleEnginesEnd(t *testing.T) {
	p := newPool(t, Config{Size: 2, IdleAfter: 30 * time.Millisecond})
	a, b := lease(t, p, Request{}), lease(t, p, Request{})
	gone := a.Engine().Process().Exited()
	a.Done()
	<-gone
	waitFor(t, func() bool { return p.Stats().Running == 1 })
	if _, err := b.Engine().Ask(t.Context(), "hello"); err != nil {
		t.Errorf("the engine that is lent: %v", err)
	}
	b.Done()
}

func TestStartFails(t *testing.T) {
	fails := errors.New("no engine")
	p := newPool(t, Config{Size: 1, Open: func(context.Context) (*driver.Engine, error) { return nil, fails }})
	for range 3 {
		if _, err := p.Lease(t.Context(), Request{}); !errors.Is(err, fails) {
			t.Errorf("Lease: %v", err)
		}
	}
}

// Close ends what waits and what is lent.
func TestClose(t *testing.T) {
	p := newPool(t, Config{Size: 1, Queue: 10})
	l := lease(t, p, Request{})
	waits := make(chan error, 1)
	go func() { _, err := p.Lease(context.Background(), Request{}); waits <- err }()
	waitFor(t, func() bool { return p.Stats().Waiting == 1 })
	p.Close()
	p.Close()
	if err := <-waits; !errors.Is(err, ErrClosed) {
		t.Errorf("who waited: %v", err)
	}
	if _, err := l.Engine().Ask(t.Context(), "hello"); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("a request to a lent engine: %v", err)
	}
	l.Done()
	if _, err := p.Lease(t.Context(), Request{}); !errors.Is(err, ErrClosed) {
		t.Errorf("Lease: %v", err)
	}
}
