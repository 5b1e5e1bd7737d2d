package host

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// clock is a clock that tests set.
type clock struct{ ahead atomic.Int64 }

func (c *clock) now() time.Time           { return time.Unix(1e9+c.ahead.Load(), 0) }
func (c *clock) forward(by time.Duration) { c.ahead.Add(int64(by / time.Second)) }

// full is a host with room for four games in which nobody uses a game once it
// is left alone.
func full(t *testing.T) (*Host, *clock) {
	c := &clock{}
	return newHost(t, func(config *Config) { config.MaxGames, config.IdleAfter, config.Now = 4, 20*time.Millisecond, c.now }), c
}

// TestFullServer makes games named by letters, one after the other: over (o),
// without a turn (n) or begun (b), with hours between them, and says which one
// makes room for another, or that none does.
func TestFullServer(t *testing.T) {
	for _, tc := range []struct {
		name  string
		games string // kind and hours until the next
		gone  int    // -1 when the new one is refused
	}{
		{"all are new", "o0 o0 n0 b0", -1},
		{"the oldest that is over", "o1 o1 o1 o1", 0},
		{"or never begun", "n1 n1 n1 n1", 0},
		{"not one that goes on", "b1 b1 o1 b1", 2},
		{"however long it has been", "b90 b1 b1 o1", 3},
		{"unless there is nothing else", "b1 b1 b1 b70", 0},
		{"and no one was there lately", "b1 b1 b1 b24", -1},
		{"an hour is not over", "b1 b1 b1 o0", -1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h, c := full(t)
			var ids []string
			for _, w := range strings.Fields(tc.games) {
				s := create(t, h, Spec{Game: "square4"})
				if ids = append(ids, s.ID); w[0] != 'n' {
					play(t, h, s.ID, move("0.0s1"))
				}
				if w[0] == 'o' {
					h.Resign(t.Context(), s.ID, "p1", "")
				}
				hours, _ := time.ParseDuration(w[1:] + "h")
				c.forward(hours)
			}
			waitFor(t, func() bool { return h.Stats().Games == 0 })
			_, _, err := h.Create(t.Context(), Spec{Game: "teeko"})
			if (kindOf(err) == Busy) != (tc.gone < 0) || tc.gone >= 0 && err != nil {
				t.Errorf("a new game: %v", err)
			}
			for i, id := range ids {
				_, err := h.State(t.Context(), id)
				if Is(err, NotFound) != (i == tc.gone) {
					t.Errorf("game %d: %v", i, err)
				} else if i == tc.gone && !strings.Contains(err.Error(), "made room") {
					t.Errorf("who opens it is told %q", err)
				}
			}
			if n := h.store.Count(); n != 4 {
				t.Errorf("%d games", n)
			}
		})
	}
}

// Many who make games at once make no more than there may be.
func TestRoomForMany(t *testing.T) {
	h, _ := full(t)
	var made atomic.Int64
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			if _, _, err := h.Create(t.Context(), Spec{Game: "teeko"}); err == nil {
				made.Add(1)
			} else if !Is(err, Busy) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := h.store.Count(); n > 4 || int64(n) != made.Load() {
		t.Errorf("%d games are kept and %d were made, of at most 4", n, made.Load())
	}
}

// A request that is refused for anything else makes no room.
func TestRefusedMakesNoRoom(t *testing.T) {
	h, c := full(t)
	for range 4 {
		create(t, h, Spec{Game: "teeko"})
	}
	c.forward(2 * time.Hour)
	waitFor(t, func() bool { return h.Stats().Games == 0 })
	for _, s := range []Spec{
		{Game: "chess"},
		{Game: "teeko", Rules: map[string]string{"size": "99"}},
		{Game: "othello", FEN: "x"},
		{Record: "1. z9"},
		{Game: "teeko", Seats: make([]Seat, 3)},
	} {
		if _, _, err := h.Create(t.Context(), s); err == nil || Is(err, Busy) {
			t.Errorf("%+v: %v", s, err)
		}
		if n := h.store.Count(); n != 4 {
			t.Fatalf("%+v: %d games are left", s, n)
		}
	}
}

// A game that somebody watches makes no room, nor one that was asked for just
// now.
func TestWatchedGamesStay(t *testing.T) {
	c := &clock{}
	h := newHost(t, func(config *Config) { config.MaxGames, config.IdleAfter, config.Now = 4, time.Hour, c.now })
	var ids []string
	for range 4 {
		ids = append(ids, create(t, h, Spec{Game: "teeko"}).ID)
		h.drop(mustFind(t, h, ids[len(ids)-1]))
		c.forward(2 * time.Hour)
	}
	if _, err := h.Subscribe(t.Context(), ids[0]); err != nil {
		t.Fatal(err)
	}
	if _, err := h.State(t.Context(), ids[1]); err != nil {
		t.Fatal(err)
	}
	create(t, h, Spec{Game: "teeko"})
	for i, id := range ids {
		if _, err := h.State(t.Context(), id); Is(err, NotFound) != (i == 2) {
			t.Errorf("game %d: %v", i, err)
		}
	}
}

func mustFind(t *testing.T, h *Host, id string) *game {
	t.Helper()
	g, err := h.find(id)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A client fills a quarter of the server and no more: its own old games make
// room for its new ones, and others find room as before. A rematch counts.
func TestShareOfTheGames(t *testing.T) {
	c := &clock{}
	h := newHost(t, func(config *Config) { config.MaxGames, config.IdleAfter, config.Now = 8, 20*time.Millisecond, c.now })
	a, b := WithClient(t.Context(), "A"), WithClient(t.Context(), "B")
	of := func(ctx context.Context) string {
		s, _, err := h.Create(ctx, Spec{Game: "square4"})
		if err != nil {
			t.Fatal(err)
		}
		return s.ID
	}
	first := of(a)
	c.forward(time.Second) // so that it is the older one
	second := of(a)
	refused := func(name string, err error) {
		t.Helper()
		if kindOf(err) != Busy || !strings.Contains(err.Error(), "share of one client") {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, _, err := h.Create(a, Spec{Game: "square4"})
	refused("a third game of eight", err)
	h.Resign(a, second, "p1", "")
	_, _, err = h.Rematch(a, second, "")
	refused("a rematch", err)
	others := []string{of(b), of(b)}
	c.forward(2 * time.Hour)
	waitFor(t, func() bool { return h.Stats().Games == 0 })
	third := of(a)
	for id, gone := range map[string]bool{first: true, second: false, third: false, others[0]: false, others[1]: false} {
		if _, err := h.State(t.Context(), id); Is(err, NotFound) != gone {
			t.Errorf("%v: %v, want gone %v", slices.Index([]string{first, second, third}, id), err, gone)
		}
	}
}
