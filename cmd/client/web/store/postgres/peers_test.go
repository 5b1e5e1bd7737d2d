package postgres

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/postgres/pgtest"
	"quadrille/cmd/client/web/store/storetest"
)

func joinAt(t *testing.T, address string) *Store {
	t.Helper()
	s, err := Join(t.Context(), address)
	if err == nil {
		err = s.Begin(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// Several servers have a store together; the first knows that it is, and while
// there is one nobody has the store alone.
func TestJoin(t *testing.T) {
	address := pgtest.URL(t)
	one, two := joinAt(t, address), joinAt(t, address)
	if !one.First() || two.First() {
		t.Errorf("the first: %v %v", one.First(), two.First())
	}
	one.Close()
	if _, err := Open(t.Context(), address); !errors.Is(err, store.ErrInUse) {
		t.Errorf("alone beside a server: %v", err)
	}
	two.Close()
	openAt(t, address).Close()
	if s := joinAt(t, address); !s.First() {
		t.Error("after all have gone nobody is the first")
	}
}

// A server has work for itself until it gives it back or is gone.
func TestClaim(t *testing.T) {
	address := pgtest.URL(t)
	one, two := joinAt(t, address), joinAt(t, address)
	claim := func(s *Store, want bool) {
		t.Helper()
		if got, err := s.Claim(t.Context(), "a/1"); got != want || err != nil {
			t.Errorf("%v, %v; want %v", got, err, want)
		}
	}
	claim(one, true)
	claim(two, false)
	claim(one, true) // its own
	one.Free("a/1")
	claim(two, true)
	claim(one, false)
	// A server that died without a word is not heard of.
	two.Close()
	pgtest.Exec(t, address, "INSERT INTO servers VALUES ('dead', now() - interval '10 seconds'); UPDATE work SET server = 'dead'")
	claim(one, true)
}

// What one server tells another hears, and what it was not told it finds.
func TestNews(t *testing.T) {
	address := pgtest.URL(t)
	one, two := joinAt(t, address), joinAt(t, address)
	deadline := time.UnixMicro(1_800_000_000_000_001).UTC()
	for _, n := range []store.News{{ID: "a"}, {ID: "b", Deadline: deadline}} {
		one.Tell(n)
	}
	var got []store.News
	for len(got) < 2 {
		some, _, err := two.Heard(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, some...)
	}
	if want := []store.News{{ID: "a"}, {ID: "b", Deadline: deadline}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for _, id := range []string{"a", "b"} {
		if err := one.Create(storetest.Sample(id)); err != nil {
			t.Fatal(err)
		}
	}
	changed, err := two.Changed(t.Context(), map[string]int{"a": 1, "b": 7, "gone": 1})
	slices.Sort(changed)
	if err != nil || !slices.Equal(changed, []string{"b", "gone"}) {
		t.Errorf("changed: %v, %v", changed, err)
	}
	idle, err := two.Idle(t.Context(), nil)
	if err != nil || !slices.Equal(idle, []string{"a", "b"}) {
		t.Errorf("turns that nobody plays: %v, %v", idle, err)
	}
	if idle, err = two.Idle(t.Context(), []string{"a"}); err != nil || !slices.Equal(idle, []string{"b"}) {
		t.Errorf("but for one: %v, %v", idle, err)
	}
	if mine, err := one.Claim(t.Context(), "a/2"); !mine || err != nil {
		t.Fatal(mine, err)
	}
	if idle, err = two.Idle(t.Context(), nil); err != nil || !slices.Equal(idle, []string{"b"}) {
		t.Errorf("then: %v, %v", idle, err)
	}
	for _, id := range []string{"c", "d", "e"} {
		one.Tell(store.News{ID: id})
	}
	one.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for got = nil; len(got) < 3; {
		some, _, err := two.Heard(ctx)
		if err != nil {
			t.Fatalf("of the last words only %v was heard", got)
		}
		got = append(got, some...)
	}
}

// FuzzNews reads whatever comes by the channel.
func FuzzNews(f *testing.F) {
	f.Add(written("id", []store.News{{ID: "abc", Deadline: time.UnixMicro(5)}, {ID: "d"}})[0])
	f.Add("")
	f.Add("id a: :1 b:x c:-1 d:99999999999999999999")
	f.Fuzz(func(t *testing.T, text string) {
		news := read(text, "own")
		if again := written("other", news); len(news) > 0 && !slices.Equal(read(again[0], "own"), news[:len(read(again[0], "own"))]) {
			t.Errorf("%v is written as %q", news, again)
		}
	})
}

// What belongs to a piece of work is written by the server that has it, and has had it
// all the time since it was claimed.
func TestFence(t *testing.T) {
	address := pgtest.URL(t)
	one, two := joinAt(t, address), joinAt(t, address)
	g := storetest.Sample("a")
	if err := one.Create(g); err != nil {
		t.Fatal(err)
	}
	write := func(s *Store, when string, want error) {
		t.Helper()
		if err := s.PutOf("w", "s", "k", []byte(when)); !errors.Is(err, want) {
			t.Errorf("%s: a note: %v, want %v", when, err, want)
		}
		g.Version++
		if err := s.Save(store.Change{Head: g.Head, Keep: 1, Work: "w"}); !errors.Is(err, want) {
			t.Errorf("%s: a game: %v, want %v", when, err, want)
		}
		if want != nil {
			g.Version--
		}
	}
	claim := func(s *Store, when string, want bool) {
		t.Helper()
		if got, err := s.Claim(t.Context(), "w"); got != want || err != nil {
			t.Errorf("%s: claimed: %v, %v", when, got, err)
		}
	}
	write(one, "unclaimed", store.ErrElsewhere)
	claim(one, "first", true)
	write(one, "claimed", nil)
	write(two, "another's", store.ErrElsewhere)
	// The first is silent for so long that the second takes over, which it does not know.
	pgtest.Exec(t, address, "UPDATE work SET server = 'dead'")
	claim(two, "taken over", true)
	write(one, "lost", store.ErrElsewhere)
	write(two, "taken over", nil)
	// Nor does it know when the second has given it back.
	two.Free("w")
	write(one, "lost, and free", store.ErrElsewhere)
	claim(one, "lost meanwhile", false)
	write(one, "lost meanwhile", store.ErrElsewhere)
	claim(one, "claimed again", true)
	write(one, "claimed again", nil)
	if got := storetest.Load(t, two, "a"); got.Version != g.Version {
		t.Errorf("the game is at version %d, want %d", got.Version, g.Version)
	}
	if err := two.Writable(t.Context()); err != nil {
		t.Errorf("a change that was refused counts as a failure: %v", err)
	}
}

// Of places that the database has given without that the server heard of it, it is told
// that they are not held.
func TestHeldInDoubt(t *testing.T) {
	address := pgtest.URL(t)
	one, two := joinAt(t, address), joinAt(t, address)
	pgtest.Exec(t, address, "INSERT INTO held VALUES ('c ann', '"+one.link.id+"', 5)")
	lost, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := one.Hold(lost, "c ann", 5, 8); err == nil {
		t.Fatalf("%d were given to who has gone", n)
	}
	for {
		switch n, err := two.Hold(t.Context(), "c ann", 8, 8); {
		case err != nil:
			t.Fatal(err)
		case n == 8:
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}
