package web_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/engine"
)

var (
	games   = flag.Int("games", 50, "games that are played at once")
	pause   = flag.Duration("pause", 500*time.Millisecond, "mean time that a player thinks between two requests")
	length  = flag.Duration("length", 2*time.Second, "how long the load lasts")
	engines = flag.Int("engines", 10, "of a hundred games, how many have an engine in a seat")
	level   = flag.Int("level", 3, "the level of these engines")
)

// times are what requests of one sort took.
type times struct {
	mu   sync.Mutex
	took map[string][]time.Duration
}

func (ts *times) measure(what string, f func() error) error {
	begun := time.Now()
	err := f()
	took := time.Since(begun)
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.took[what] = append(ts.took[what], took)
	return err
}

// report prints a line for each sort of request, and one for all.
func (ts *times) report(t *testing.T, over time.Duration) {
	var all []time.Duration
	for _, list := range ts.took {
		all = append(all, list...)
	}
	ts.took["all"] = all
	for _, what := range []string{"create", "state", "try", "act", "all"} {
		list := ts.took[what]
		if len(list) == 0 {
			continue
		}
		slices.Sort(list)
		at := func(permille int) time.Duration {
			return list[min(len(list)*permille/1000, len(list)-1)].Round(10 * time.Microsecond)
		}
		t.Logf("%-6s %6d requests, %6.0f a second: median %v, 90%% %v, 99%% %v, 99.9%% %v, longest %v",
			what, len(list), float64(len(list))/over.Seconds(), at(500), at(900), at(990), at(999), at(1000))
	}
}

// TestLoad has many games played at once, some against engines, and reports how
// long the requests took that need no search. Every one must be answered, and
// rightly; the times are for people to judge.
func TestLoad(t *testing.T) {
	s := launch(t, t.TempDir())
	creation, load := &times{took: map[string][]time.Duration{}}, &times{took: map[string][]time.Duration{}}
	states := createAll(t, s, creation, *games)
	begun := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), *length)
	defer cancel()
	var all sync.WaitGroup
	for _, st := range states {
		all.Go(func() {
			if err := busy(ctx, s, st, load); err != nil {
				t.Errorf("%s %s: %v", st.Game, st.ID, err)
			}
		})
	}
	all.Wait()
	over := time.Since(begun)
	t.Logf("%d games on %d cores", len(states), runtime.NumCPU())
	creation.report(t, over)
	load.report(t, over)
	s.stop(t)
	used := s.cmd.ProcessState.UserTime() + s.cmd.ProcessState.SystemTime() // engines included
	t.Logf("the server and its engines used %v of the processors, also for the creation, in %v", used.Round(time.Millisecond), over.Round(time.Millisecond))
}

// createAll makes the games, a few at a time.
func createAll(t *testing.T, s *process, ts *times, n int) []host.State {
	states := make([]host.State, n)
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := worker; i < n; i += 8 {
				spec := host.Spec{Game: []string{"square4", "othello", "square4", "teeko", "blokus"}[i%5]}
				if i%100 < *engines {
					spec.Seats = []host.Seat{{}, {Kind: host.Engine, Level: engine.Level(*level)}}
				}
				if err := ts.measure("create", func() (err error) { states[i], err = s.create(spec); return err }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return states
}

// busy plays one game until the context ends: its player looks, tries and
// acts, with pauses.
func busy(ctx context.Context, s *process, st host.State, ts *times) (err error) {
	for {
		wait := time.Duration(rand.ExpFloat64() * float64(*pause))
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil
		}
		if st, err = oneRequest(s, st, ts); err != nil {
			return err
		}
	}
}

// oneRequest asks for something, and returns the game as it then is.
func oneRequest(s *process, st host.State, ts *times) (next host.State, err error) {
	id := st.ID
	switch dice := rand.IntN(10); {
	case st.Over() || len(st.Legal) == 0:
		return s.do(id, "restart", struct{}{})
	case mover(st).Kind == host.Engine || dice < 3:
		err = ts.measure("state", func() error { next, err = s.state(id); return err })
		return next, err
	case dice < 6:
		var p host.Preview
		err = ts.measure("try", func() error { return s.call("POST", "/games/"+id+"/try", tryOf(st), &p) })
		if err == nil && len(p.Diagram) == 0 {
			err = fmt.Errorf("a preview without a diagram")
		}
		return st, err
	}
	token := st.Legal[rand.IntN(len(st.Legal))]
	err = ts.measure("act", func() error {
		next, err = s.do(id, "act", map[string]any{"move": token, "version": st.Version})
		return err
	})
	if err == nil && (next.Version <= st.Version || len(next.Turns) < len(st.Turns)+1) {
		err = fmt.Errorf("after %s there are %d turns, before it %d", token, len(next.Turns), len(st.Turns))
	}
	return next, err
}

// tryOf is an action to look at; whether it is legal does not matter.
func tryOf(st host.State) map[string]string {
	place, _, _ := strings.Cut(st.Legal[0], "s")
	if place == "" || st.Game == "blokus" {
		place = "a1"
	}
	return map[string]string{"action": "place " + strings.ReplaceAll(place, ".", " ")}
}
