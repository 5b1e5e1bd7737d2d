package judge

import (
	"context"
	"errors"
	"reflect"
	"strconv"
	"sync"
	"testing"

	"quadrille/protocol/driver"
)

// fake is an engine for a game of two in which the turn after n others is worth n, and
// the best there is "best".
type fake struct {
	together int // how many searches there must be at once before any of them ends
	failing  int // the number of turns behind which At fails; -1 for none

	mu   sync.Mutex
	come int
	all  chan struct{} // closed when so many have come
	at   []int         // what At was asked
}

func (f *fake) At(at driver.Position) (driver.State, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := len(at.Turns)
	f.at = append(f.at, n)
	if n == f.failing {
		return driver.State{}, errors.New("it fails")
	}
	s := driver.State{Position: at}
	s.Turn, s.Result, s.Legal = "p"+strconv.Itoa(n%2+1), "none", []string{"a", "b"}
	return s, nil
}

func (f *fake) Search(ctx context.Context, at driver.Position, s Search, report func(driver.Info)) (string, error) {
	f.mu.Lock()
	if f.come++; f.come == f.together {
		close(f.all)
	}
	f.mu.Unlock()
	select {
	case <-f.all:
	case <-ctx.Done():
		return "", nil
	}
	for _, token := range append(s.Only, "best") {
		report(driver.Info{Depth: 1, HasScore: true, CP: 100 * len(at.Turns), PV: []string{token}, MultiPV: 1})
	}
	return "best", nil
}

func (f *fake) HasLines() bool { return true }

func newFake(together int) *fake {
	return &fake{together: together, failing: -1, all: make(chan struct{})}
}

// game is a game of seven turns.
func game() driver.State {
	var end driver.State
	end.Game, end.Names = "fake", []string{"One", "Two"}
	for n := range 7 {
		end.Turns = append(end.Turns, "t"+strconv.Itoa(n))
	}
	return end
}

// Turns that are judged at once are told in their order, and as they are one by one.
func TestAtOnce(t *testing.T) {
	var first *Report
	for _, many := range []int{1, 3, 20} {
		e := newFake(min(many, 7))
		var told []int
		r, err := Run(t.Context(), e, game(), Config{By: "score", Searches: many, Judged: func(sofar *Report) { told = append(told, len(sofar.Turns)) }})
		if err != nil || len(r.Turns) != 7 || r.Turns[6].Number != 7 || r.Turns[6].Seat != 1 {
			t.Fatalf("%d at once: %+v, %v", many, r, err)
		}
		if first == nil {
			first = r
		}
		if !reflect.DeepEqual(r, first) {
			t.Errorf("%d at once: %+v, and one by one %+v", many, r, first)
		}
		if want := []int{1, 2, 3, 4, 5, 6, 7}; !reflect.DeepEqual(told, want) {
			t.Errorf("%d at once: told %v", many, told)
		}
		if want := []int{0, 1, 2, 3, 4, 5, 6, 7}; !reflect.DeepEqual(e.at, want) {
			t.Errorf("%d at once: asked for the positions after %v turns", many, e.at)
		}
	}
}

// When the context ends all searches do, and what was done before is in the report.
func TestStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	e := newFake(2)
	r, err := Run(ctx, e, game(), Config{By: "score", Searches: 2, Judged: func(*Report) {
		stop()
	}})
	if err != nil || len(r.Turns) == 0 || r.Total != 7 {
		t.Errorf("%+v, %v", r, err)
	}
	ctx, stop = context.WithCancel(t.Context())
	e = newFake(100) // which do not come
	done := make(chan struct{})
	go func() {
		defer close(done)
		r, err = Run(ctx, e, game(), Config{By: "score", Searches: 3})
	}()
	stop()
	<-done
	if err != nil || len(r.Turns) != 0 || r.Total != 7 {
		t.Errorf("stopped at once: %+v, %v", r, err)
	}
}

// An engine that fails ends the judging, whatever else is searched.
func TestFails(t *testing.T) {
	for _, many := range []int{1, 3} {
		e := newFake(1)
		e.failing = 4
		if r, err := Run(t.Context(), e, game(), Config{By: "score", Searches: many}); err == nil || r != nil {
			t.Errorf("%d at once: %+v, %v", many, r, err)
		}
	}
}
