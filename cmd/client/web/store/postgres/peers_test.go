package postgres

import (
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
