package sqlite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"quadrille/cmd/client/web/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func openIn(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// sample is a game with something in every field.
func sample(id string) store.Game {
	at := time.Date(2026, 11, 28, 1, 2, 3, 4000, time.UTC)
	return store.Game{
		Head: store.Head{ID: id, Space: "v1", Game: "square4", Rules: map[string]string{"pieces": "8"}, Origin: "", Start: "startpos",
			Seats: []store.Seat{{Kind: "person", Name: "Ann", Hash: "00ff"}, {Kind: "engine", Level: 5}}, Waiting: true,
			Outcome: "none", Tags: []store.Tag{{Name: "Event", Value: "tea"}}, Intro: "begins", Version: 1, Turns: 1, Created: at, Updated: at,
			Request: &store.Request{What: "undo", By: "p1", Agreed: []string{"p1"}, Left: 2, To: new(int)},
			Clock: &store.Clock{Initial: 5 * time.Minute, Increment: 3 * time.Second, Left: []time.Duration{time.Minute, time.Hour},
				Begun: []bool{true, false}, Out: []bool{false, false}},
			Since: at.Add(time.Second), Deadline: at.Add(time.Minute), Offers: []int{-1, 4}, Lobby: store.ListedRunning,
			Earlier: "b", Later: "c", Client: "192.0.2.1/32"},
		Steps: []store.Step{{Text: "0.0s1", Comment: "bold"}, {Text: "place 8 0", Part: true}},
	}
}

func load(t *testing.T, s *Store, id string) store.Game {
	t.Helper()
	g, err := s.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestGamesSurviveClosing(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	want := sample("a")
	if err := s.Create(want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, load(t, s, "a")); diff != "" {
		t.Errorf("at once (-want +got):\n%s", diff)
	}
	want.Version, want.Turns, want.Waiting, want.Result = 2, 2, false, "p1win"
	want.Request, want.Later = nil, "d"
	want.Clock, want.Since, want.Deadline, want.Offers = nil, time.Time{}, time.Time{}, nil
	want.Steps = append(want.Steps[:1], store.Step{Text: "8.0s4"})
	if err := s.Save(store.Change{Head: want.Head, Keep: 1, Add: want.Steps[1:]}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openIn(t, dir)
	if diff := cmp.Diff(want, load(t, s, "a")); diff != "" {
		t.Errorf("opened again (-want +got):\n%s", diff)
	}
	if s.Count() != 1 {
		t.Errorf("%d games", s.Count())
	}
}

func TestRefusedChanges(t *testing.T) {
	s := openIn(t, t.TempDir())
	g := sample("a")
	if err := s.Create(g); err != nil {
		t.Fatal(err)
	}
	if err := s.Create(g); !errors.Is(err, store.ErrExists) {
		t.Errorf("the same ID again: %v", err)
	}
	for name, tc := range map[string]struct {
		id      string
		version int
		want    error
	}{
		"unknown": {"b", 2, store.ErrNoGame}, "same version": {"a", 1, store.ErrStale}, "a version too many": {"a", 3, store.ErrStale},
	} {
		h := g.Head
		h.ID, h.Version = tc.id, tc.version
		if err := s.Save(store.Change{Head: h}); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
	}
	if diff := cmp.Diff(g, load(t, s, "a")); diff != "" {
		t.Errorf("a refused change did something (-want +got):\n%s", diff)
	}
	if _, err := s.Load(t.Context(), "b"); !errors.Is(err, store.ErrNoGame) {
		t.Errorf("Load of nothing: %v", err)
	}
}

// A batch in which one request fails writes the others, and of the failed one
// nothing.
func TestMistakesAreAlone(t *testing.T) {
	s := openIn(t, t.TempDir())
	good, bad := sample("good"), sample("bad")
	spoiled := errors.New("spoiled")
	requests := []request{
		{do: func(tx *tx) error { _, err := tx.Exec("INSERT INTO pairs VALUES ('s', 'k', x'01')"); return err }},
		{do: func(tx *tx) error {
			tx.Exec("INSERT INTO pairs VALUES ('s', 'bad', x'01')")
			return spoiled
		}},
		{do: func(tx *tx) error { return addSteps(tx, good.ID, 0, good.Steps) }},
		{do: func(tx *tx) error { return addSteps(tx, bad.ID, 0, append(bad.Steps, store.Step{})) }},
	}
	for i := range requests {
		requests[i].done = make(chan error, 1)
	}
	s.commit(requests)
	for i, want := range []error{nil, spoiled, nil, nil} {
		if err := <-requests[i].done; err != want {
			t.Errorf("request %d: %v, want %v", i, err, want)
		}
	}
	for key, want := range map[string][]byte{"k": {1}, "bad": nil} {
		if got, err := s.Get(t.Context(), "s", key); !bytes.Equal(got, want) || err != nil {
			t.Errorf("%s: %v %v, want %v", key, got, err, want)
		}
	}
}

func TestLists(t *testing.T) {
	s := openIn(t, t.TempDir())
	for i := range 5 {
		g := sample(fmt.Sprint("g", i))
		g.Created = g.Created.Add(time.Duration(i/2) * time.Second) // some at the same instant
		g.Updated = g.Created
		g.Waiting = i == 3
		if i != 0 { // in which a clock runs
			g.Deadline = time.Time{}
		}
		if i == 4 {
			g.Space = "other"
		}
		if err := s.Create(g); err != nil {
			t.Fatal(err)
		}
	}
	waiting, err := s.Waiting(t.Context())
	if diff := cmp.Diff([]string{"g3"}, waiting); diff != "" || err != nil {
		t.Errorf("waiting: %v\n%s", err, diff)
	}
	stale, err := s.Stale(t.Context(), sample("").Created.Add(time.Second), 10)
	if diff := cmp.Diff([]string{"g1"}, stale); diff != "" || err != nil {
		t.Errorf("stale: %v\n%s", err, diff)
	}
	for _, space := range []string{"v1", "other"} {
		s.Put(t.Context(), space, "g0", []byte(space))
	}
	if err := errors.Join(s.Delete("g0"), s.Delete("g0")); err != nil || s.Count() != 4 {
		t.Errorf("Delete: %v, %d games left", err, s.Count())
	}
	own, _ := s.Get(t.Context(), "v1", "g0")
	other, _ := s.Get(t.Context(), "other", "g0")
	if own != nil || other == nil {
		t.Errorf("what its API noted: %q; what another did: %q", own, other)
	}
}

// TestRemovable has games with a result, turns and an age in hours, and says
// which may go, in which order.
func TestRemovable(t *testing.T) {
	s := openIn(t, t.TempDir())
	now := sample("").Created
	for _, g := range []struct {
		id, outcome string
		turns, age  int
		client      string
	}{
		{"going", "none", 5, 2, "A"}, {"over", "p1win", 5, 2, "A"}, {"drawn", "draw", 9, 3, "B"}, {"unplayed", "none", 0, 4, "A"},
		{"just over", "p1win", 5, 0, "A"}, {"abandoned", "none", 5, 80, "A"}, {"new", "none", 0, 0, "B"}, {"left", "none", 3, 90, "B"},
		{"timed", "none", 3, 99, "C"},
	} {
		game := sample(g.id)
		game.Outcome, game.Turns, game.Client, game.Updated = g.outcome, g.turns, g.client, now.Add(-time.Duration(g.age)*time.Hour)
		if g.id != "timed" {
			game.Deadline = time.Time{}
		}
		if err := s.Create(game); err != nil {
			t.Fatal(err)
		}
	}
	for client, want := range map[string][]string{
		"": {"unplayed", "drawn", "over", "left", "abandoned"}, "A": {"unplayed", "over", "abandoned"}, "B": {"drawn", "left"}, "C": nil,
	} {
		got, err := s.Removable(t.Context(), client, now.Add(-time.Hour), now.Add(-72*time.Hour), 10)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("of %q: %v\n%s", client, err, diff)
		}
	}
	if n, err := s.CountOf(t.Context(), "A"); n != 5 || err != nil {
		t.Errorf("%d games of A, %v", n, err)
	}
}

func TestPairs(t *testing.T) {
	s, ctx := openIn(t, t.TempDir()), t.Context()
	get := func(key string) string {
		value, err := s.Get(ctx, "s", key)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%q %v", value, value != nil)
	}
	check := func(key, want string) {
		t.Helper()
		if got := get(key); got != want {
			t.Errorf("%s is %s, want %s", key, got, want)
		}
	}
	check("a", `"" false`)
	for key, value := range map[string]string{"a": "1", "empty": ""} {
		if err := s.Put(ctx, "s", key, []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Put(ctx, "t", "a", []byte("other space")); err != nil {
		t.Fatal(err)
	}
	check("a", `"1" true`)
	check("empty", `"" true`)
	for _, value := range [][]byte{[]byte("2"), nil, nil} {
		if err := s.Put(ctx, "s", "a", value); err != nil {
			t.Fatal(err)
		}
		check("a", fmt.Sprintf("%q %v", value, value != nil))
	}
}

func TestOneServerAtATime(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	for range 2 {
		if _, err := Open(dir); !errors.Is(err, store.ErrInUse) {
			t.Errorf("second Open: %v", err)
		}
	}
	if err := s.Create(sample("a")); err != nil {
		t.Errorf("after another tried: %v", err)
	}
	s.Close()
	openIn(t, dir)
}

func TestClosed(t *testing.T) {
	s := openIn(t, t.TempDir())
	s.Close()
	_, loaded := s.Load(t.Context(), "a")
	_, got := s.Get(t.Context(), "s", "k")
	for name, err := range map[string]error{"Create": s.Create(sample("a")), "Load": loaded, "Get": got} {
		if !errors.Is(err, store.ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
}

// Who has given up reading does no harm to the one connection.
func TestCancelledReads(t *testing.T) {
	s := openIn(t, t.TempDir())
	s.Create(sample("a"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 10 {
		if _, err := s.Load(ctx, "a"); !errors.Is(err, context.Canceled) {
			t.Errorf("Load: %v", err)
		}
	}
	load(t, s, "a")
}
