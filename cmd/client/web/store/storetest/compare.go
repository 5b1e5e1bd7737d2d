package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/web/store"
)

// Compare does the same with two stores that are empty: n things of all that a
// store does, chosen by a seed. Both must answer alike.
func Compare(t *testing.T, seed uint64, n int, a, b Store) {
	t.Helper()
	w := world{rand: rand.New(rand.NewPCG(seed, 1)), at: time.Unix(1_800_000_000, 0).UTC(), versions: map[string]int{}, steps: map[string]int{}}
	for i := range n {
		what, do := w.next()
		one, other := do(t.Context(), a), do(t.Context(), b)
		if diff := cmp.Diff(one, other); diff != "" {
			t.Fatalf("seed %d, step %d, %s:\n%s", seed, i, what, diff)
		}
		if a.Count() != b.Count() {
			t.Fatalf("seed %d, step %d, %s: %d and %d games", seed, i, what, a.Count(), b.Count())
		}
	}
}

// world chooses what is done.
type world struct {
	rand     *rand.Rand
	at       time.Time      // later with each thing that is done, so that no two are at the same instant
	versions map[string]int // of the games that there are
	steps    map[string]int // how many they have
}

// do does something with a store and returns what it answered.
type do func(context.Context, Store) any

// answer is what a method returned.
type answer struct {
	Value string
	Error string
}

// answered is an answer with the error as those who ask tell it apart.
func answered(value any, err error) any {
	text, failed := json.Marshal(value)
	a := answer{Value: string(text)}
	if err = errors.Join(err, failed); err != nil {
		a.Error = err.Error()
	}
	return a
}

func (w *world) id() string { return fmt.Sprint("g", w.rand.IntN(12)) }

// time is one of the last hour.
func (w *world) time() time.Time { return w.at.Add(-time.Duration(w.rand.IntN(3600)) * time.Second) }

func (w *world) next() (string, do) {
	w.at = w.at.Add(time.Duration(1+w.rand.IntN(60_000_000)) * time.Microsecond)
	id, limit, t, u := w.id(), w.rand.IntN(5), w.time(), w.time()
	client := []string{"", "a", "b"}[w.rand.IntN(3)]
	switch w.rand.IntN(20) {
	case 0, 1, 2:
		g := w.game(id)
		if w.versions[id] == 0 {
			w.versions[id], w.steps[id] = 1, len(g.Steps)
		}
		return "Create " + id, func(_ context.Context, s Store) any { return answered(nil, s.Create(g)) }
	case 3, 4, 5, 6, 7:
		c := w.change(id)
		return "Save " + id, func(_ context.Context, s Store) any { return answered(nil, s.Save(c)) }
	case 8:
		by := time.Time{}
		if w.rand.IntN(3) == 0 {
			by = t // what became of it is asked of the stores alone
		} else {
			delete(w.versions, id)
		}
		return "Delete " + id, func(_ context.Context, s Store) any { return answered(nil, s.Delete(id, by)) }
	case 9, 10:
		return "Load " + id, func(ctx context.Context, s Store) any { g, err := s.Load(ctx, id); return answered(g, err) }
	case 11:
		return "Waiting", func(ctx context.Context, s Store) any { return answered(s.Waiting(ctx)) }
	case 12:
		return "Stale", func(ctx context.Context, s Store) any { return answered(s.Stale(ctx, t, limit)) }
	case 13:
		return "Removable", func(ctx context.Context, s Store) any { return answered(s.Removable(ctx, client, t, u, limit)) }
	case 14:
		return "CountOf", func(ctx context.Context, s Store) any { return answered(s.CountOf(ctx, client)) }
	case 15:
		only, from := store.Heading(w.rand.IntN(4)), store.Place{Heading: store.Heading(w.rand.IntN(4)), Updated: u, ID: id}
		return "Listed", func(ctx context.Context, s Store) any { return answered(s.Listed(ctx, only, t, from, limit)) }
	case 16:
		return "Due", func(ctx context.Context, s Store) any { return answered(s.Due(ctx, t, limit)) }
	case 17:
		return "NextDeadline", func(ctx context.Context, s Store) any { return answered(s.NextDeadline(ctx)) }
	case 18:
		return w.clocks(t)
	default:
		return w.note(id)
	}
}

func (w *world) clocks(t time.Time) (string, do) {
	at := w.at
	if w.rand.IntN(2) == 0 {
		return "SawClocks", func(_ context.Context, s Store) any { return answered(nil, s.SawClocks(t)) }
	}
	return "ResumeClocks", func(ctx context.Context, s Store) any { return answered(nil, s.ResumeClocks(ctx, at)) }
}

func (w *world) note(id string) (string, do) {
	space, value := []string{"v1", "v", "o/ther"}[w.rand.IntN(3)], [][]byte{nil, {}, {0xff}, []byte("x")}[w.rand.IntN(4)]
	if w.rand.IntN(2) == 0 {
		return "Put", func(ctx context.Context, s Store) any { return answered(nil, s.Put(ctx, space, id, value)) }
	}
	return "Get", func(ctx context.Context, s Store) any { return answered(s.Get(ctx, space, id)) }
}

// game is a new game, changed at the present time.
func (w *world) game(id string) store.Game {
	g := Sample(id)
	w.vary(&g.Head)
	g.Version = 1
	g.Created, g.Client, g.Earlier = w.at, []string{"a", "b"}[w.rand.IntN(2)], w.id()
	g.Steps = g.Steps[:w.rand.IntN(3)]
	return g
}

// vary gives a head other values than the sample's.
func (w *world) vary(h *store.Head) {
	h.Updated, h.Turns, h.Waiting = w.at, w.rand.IntN(3), w.rand.IntN(2) == 0
	h.Outcome = []string{"none", "p1win"}[w.rand.IntN(2)]
	h.Lobby = store.Heading(w.rand.IntN(4))
	h.Since, h.Deadline = w.at, w.at.Add(time.Duration(w.rand.IntN(1000))*time.Second)
	if w.rand.IntN(2) == 0 {
		h.Deadline = time.Time{}
	}
	if w.rand.IntN(3) == 0 {
		h.Since, h.Deadline = time.Time{}, time.Time{}
		h.Request, h.Clock, h.Offers, h.Tags, h.Intro = nil, nil, nil, nil, ""
	}
}

// change is a change of a game, mostly of its present version.
func (w *world) change(id string) store.Change {
	g := w.game(id)
	g.Space, g.Still, g.Origin = "none", true, "elsewhere" // which stay as they were
	g.Version = w.versions[id] + 1
	c := store.Change{Keep: w.rand.IntN(w.steps[id] + 1), Add: g.Steps}
	if w.rand.IntN(8) == 0 {
		g.Version += []int{-1, 1}[w.rand.IntN(2)] // stale
	} else if w.versions[id] > 0 {
		w.versions[id], w.steps[id] = g.Version, c.Keep+len(c.Add)
	}
	c.Head = g.Head
	return c
}
