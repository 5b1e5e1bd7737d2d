package host

import (
	"context"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/internal/enginecmd"
	"quadrille/protocol/driver"
	"quadrille/protocol/driver/drivertest"
)

// An engine that is killed, while it is idle, while it is asked or while it
// searches, is replaced, and whoever asked notices nothing.
func TestKilledEngines(t *testing.T) {
	var mu sync.Mutex
	var pids []int
	start := openProcess(t)
	open := func(ctx context.Context) (*driver.Engine, error) {
		e, err := start(ctx)
		if err == nil {
			mu.Lock()
			pids = append(pids, e.Process().Pid())
			mu.Unlock()
		}
		return e, err
	}
	killAll := func() {
		mu.Lock()
		defer mu.Unlock()
		for _, pid := range pids {
			if p, err := os.FindProcess(pid); err == nil {
				p.Kill()
			}
		}
		pids = nil
	}
	h := newHost(t, func(c *Config) { c.Open = open })
	s := create(t, h, Spec{Game: "square4", Rules: map[string]string{"pieces": "16"}})
	for _, c := range []Change{action("place 0 0"), action("slide 1"), move("8.0s4")} {
		killAll()
		s = play(t, h, s.ID, c)
	}
	var once sync.Once
	reply, err := h.Search(t.Context(), s.ID, nil, Limits{Depth: 5}, Watch{Report: func(driver.Info) { once.Do(killAll) }})
	if err != nil || reply.Move == "" {
		t.Errorf("a search whose engine was killed: %+v, %v", reply, err)
	}
	stop := make(chan struct{})
	var killer sync.WaitGroup
	killer.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(15 * time.Millisecond):
				killAll()
			}
		}
	})
	for range 30 { // either all of it is done or a refusal says that nothing is
		before, _ := h.State(t.Context(), s.ID)
		change := func() (State, error) { return h.Undo(t.Context(), s.ID, Undo{Turns: 1}) }
		if len(before.Turns) == 1 {
			change = func() (State, error) { return h.Act(t.Context(), s.ID, move("8.0s4")) }
		}
		after, err := change()
		if err != nil && kindOf(err) != Unavailable {
			t.Errorf("under fire: %v", err)
		}
		now, _ := h.State(t.Context(), s.ID)
		if err != nil && cmp.Diff(before, now) != "" || err == nil && cmp.Diff(after, now) != "" {
			t.Errorf("under fire: %v, from %q to %q", err, lineOf(before), lineOf(now))
		}
	}
	close(stop)
	killer.Wait()
	killAll()
	if _, err = h.Undo(t.Context(), s.ID, Undo{Turns: 1}); err != nil {
		t.Errorf("afterwards: %v", err)
	}
	if h.Stats().Failed == 0 {
		t.Error("no engine has failed")
	}
}

// An engine that cannot be started at all makes requests fail, and nothing
// else.
func TestNoEngine(t *testing.T) {
	var broken bool
	var mu sync.Mutex
	open := func(ctx context.Context) (*driver.Engine, error) {
		mu.Lock()
		defer mu.Unlock()
		if broken {
			return nil, os.ErrNotExist
		}
		return openEngine(ctx)
	}
	h := newHost(t, func(c *Config) { c.Open, c.IdleAfter = open, 40*time.Millisecond })
	s := create(t, h, Spec{Game: "teeko"})
	watched := subscribe(t, h, s.ID)
	mu.Lock()
	broken = true
	mu.Unlock()
	waitFor(t, func() bool { return h.Stats().Engines == 0 })
	_, err := h.Act(t.Context(), s.ID, move("a1"))
	if kindOf(err) != Unavailable || strings.Contains(err.Error(), os.ErrNotExist.Error()) {
		t.Errorf("Act: %v", err)
	}
	if now, err := h.State(t.Context(), s.ID); err != nil || now.Version != 1 {
		t.Errorf("State: %v, %+v", err, now)
	}
	mu.Lock()
	broken = false
	mu.Unlock()
	play(t, h, s.ID, move("a1"))
	if got := await(t, watched, func(s State) bool { return s.Version == 2 }); len(got.Turns) != 1 {
		t.Errorf("turns: %v", got.Turns)
	}
}

// An engine that does not answer any more is replaced like one that is dead.
func TestHungEngine(t *testing.T) {
	opened := 0
	h := newHost(t, func(c *Config) {
		c.Open = func(ctx context.Context) (*driver.Engine, error) {
			if opened++; opened == 1 {
				return driver.Open(ctx, driver.Config{Command: drivertest.Command(t, deaf), ReplyTimeout: 100 * time.Millisecond})
			}
			return driver.Attach(ctx, drivertest.Inside("engine", enginecmd.Main), driver.Config{ReplyTimeout: time.Hour})
		}
	})
	s := create(t, h, Spec{Game: "teeko"})
	if play(t, h, s.ID, move("a1")); opened != 2 || h.Stats().Failed != 1 {
		t.Errorf("%d engines were started, %d failed", opened, h.Stats().Failed)
	}
}
