package storetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/web/store"
)

func testGamesSurviveClosing(t *testing.T, open func(*testing.T) Opener) {
	place := open(t)
	s := place()
	want := Sample("a")
	if err := s.Create(want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, Load(t, s, "a")); diff != "" {
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
	s = place()
	if diff := cmp.Diff(want, Load(t, s, "a")); diff != "" {
		t.Errorf("opened again (-want +got):\n%s", diff)
	}
	if s.Count() != 1 {
		t.Errorf("%d games", s.Count())
	}
}

func testRefusedChanges(t *testing.T, open func(*testing.T) Opener) {
	s := open(t)()
	g := Sample("a")
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
	if diff := cmp.Diff(g, Load(t, s, "a")); diff != "" {
		t.Errorf("a refused change did something (-want +got):\n%s", diff)
	}
	for _, id := range []string{"b", "", "a\x00", "a\xff"} {
		if _, err := s.Load(t.Context(), id); !errors.Is(err, store.ErrNoGame) {
			t.Errorf("Load of nothing, %q: %v", id, err)
		}
	}
}

func testPairs(t *testing.T, open func(*testing.T) Opener) {
	s, ctx := open(t)(), t.Context()
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
	for _, key := range []string{"a", "", "a\x00", "a\xff"} {
		check(key, `"" false`)
	}
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

func testClosed(t *testing.T, open func(*testing.T) Opener) {
	s := open(t)()
	s.Close()
	_, loaded := s.Load(t.Context(), "a")
	_, got := s.Get(t.Context(), "s", "k")
	for name, err := range map[string]error{"Create": s.Create(Sample("a")), "Load": loaded, "Get": got} {
		if !errors.Is(err, store.ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
}

// What tells a game from others and how it came about is not changed.
func testWhatStays(t *testing.T, open func(*testing.T) Opener) {
	s := open(t)()
	want := Sample("a")
	if err := s.Create(want); err != nil {
		t.Fatal(err)
	}
	h := want.Head
	h.Version++
	h.Space, h.Game, h.Rules, h.Origin, h.Still = "x", "x", nil, "x", true
	h.Created, h.Earlier, h.Client = time.Unix(0, 0), "x", "x"
	if err := s.Save(store.Change{Head: h, Keep: 2}); err != nil {
		t.Fatal(err)
	}
	want.Version++
	if diff := cmp.Diff(want, Load(t, s, "a")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
