package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/web/store"
)

func testLists(t *testing.T, open func(*testing.T) Opener) {
	s := open(t)()
	for i := range 5 {
		g := Sample(fmt.Sprint("g", i))
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
	stale, err := s.Stale(t.Context(), Sample("").Created.Add(time.Second), 10)
	if diff := cmp.Diff([]string{"g1"}, stale); diff != "" || err != nil {
		t.Errorf("stale: %v\n%s", err, diff)
	}
	for _, space := range []string{"v1", "other"} {
		s.Put(t.Context(), space, "g0", []byte(space))
	}
	changed := Sample("").Created.Add(time.Hour)
	stays := Sample("later")
	stays.Updated = changed
	if err := errors.Join(s.Create(stays), s.Put(t.Context(), stays.Space, "later", []byte("note"))); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete("later", changed.Add(-time.Microsecond)); !errors.Is(err, store.ErrStale) {
		t.Errorf("Delete of a game that was changed meanwhile: %v", err)
	}
	Load(t, s, "later")
	if note, err := s.Get(t.Context(), stays.Space, "later"); string(note) != "note" || err != nil {
		t.Errorf("what its API noted: %q, %v", note, err)
	}
	if err := s.Delete("later", changed); err != nil {
		t.Errorf("Delete of one that was not: %v", err)
	}
	if err := errors.Join(s.Delete("g0", time.Time{}), s.Delete("g0", time.Time{})); err != nil || s.Count() != 4 {
		t.Errorf("Delete: %v, %d games left", err, s.Count())
	}
	own, _ := s.Get(t.Context(), "v1", "g0")
	other, _ := s.Get(t.Context(), "other", "g0")
	if own != nil || other == nil {
		t.Errorf("what its API noted: %q; what another did: %q", own, other)
	}
}

// testRemovable has games with a result, turns and an age in hours, and says
// which may go, in which order.
func testRemovable(t *testing.T, open func(*testing.T) Opener) {
	s := open(t)()
	now := Sample("").Created
	for _, g := range []struct {
		id, outcome string
		turns, age  int
		client      string
	}{
		{"going", "none", 5, 2, "A"}, {"over", "p1win", 5, 2, "A"}, {"drawn", "draw", 9, 3, "B"}, {"unplayed", "none", 0, 4, "A"},
		{"just over", "p1win", 5, 0, "A"}, {"abandoned", "none", 5, 80, "A"}, {"new", "none", 0, 0, "B"}, {"left", "none", 3, 90, "B"},
		{"timed", "none", 3, 99, "C"},
	} {
		game := Sample(g.id)
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

// listed makes games named by heading and minute of their last change, such as
// "1.30", and one that is not listed.
func listed(t *testing.T, s Store, names ...string) Store {
	for _, name := range append(names, "0.59") {
		g := Sample(name)
		var minute int
		fmt.Sscanf(name, "%d.%d", &g.Lobby, &minute)
		g.Updated = time.Unix(int64(minute*60), 0).UTC()
		if err := s.Create(g); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func testListed(t *testing.T, open func(*testing.T) Opener) {
	s := listed(t, open(t)(), "3.40", "1.10", "2.20", "1.50", "2.30", "1.10b", "3.05")
	for _, tc := range []struct {
		name  string
		only  store.Heading
		since int64 // minutes
		from  string
		limit int
		want  string
	}{
		{"all", store.Unlisted, 0, "", 9, "1.50 1.10 1.10b 2.30 2.20 3.40 3.05"},
		{"as many as wanted", store.Unlisted, 0, "", 4, "1.50 1.10 1.10b 2.30"},
		{"going on under the next heading", store.Unlisted, 0, "1.10", 2, "1.10b 2.30"},
		{"and at the end", store.Unlisted, 0, "3.05", 2, ""},
		{"one heading", store.ListedRunning, 0, "", 9, "2.30 2.20"},
		{"and the rest of it", store.ListedRunning, 0, "2.30", 9, "2.20"},
		{"nothing old", store.Unlisted, 10, "", 9, "1.50 1.10 1.10b 2.30 2.20 3.40"},
	} {
		from := store.Place{}
		if tc.from != "" {
			from = Load(t, s, tc.from).Place()
		}
		heads, err := s.Listed(t.Context(), tc.only, time.Unix(tc.since*60, 0), from, tc.limit)
		var ids []string
		for _, h := range heads {
			ids = append(ids, h.ID)
		}
		if got := strings.Join(ids, " "); err != nil || got != tc.want {
			t.Errorf("%s: %q %v, want %q", tc.name, got, err, tc.want)
		}
	}
}

// Pages one after the other have every game once, in the order of one page.
func testListedByPages(t *testing.T, open func(*testing.T) Opener) {
	var names []string
	for i := range 50 {
		names = append(names, fmt.Sprintf("%d.%d.%d", 1+i%3, i%7, i))
	}
	s := listed(t, open(t)(), names...)
	whole, err := s.Listed(t.Context(), store.Unlisted, time.Unix(0, 0), store.Place{}, 99)
	if err != nil || len(whole) != len(names) {
		t.Fatal(len(whole), err)
	}
	for _, size := range []int{1, 2, 7, 49} {
		var pages []store.Head
		for from := (store.Place{}); ; from = pages[len(pages)-1].Place() {
			page, err := s.Listed(t.Context(), store.Unlisted, time.Unix(0, 0), from, size)
			if err != nil {
				t.Fatal(err)
			}
			if pages = append(pages, page...); len(page) < size {
				break
			}
		}
		if !slices.EqualFunc(whole, pages, func(a, b store.Head) bool { return a.ID == b.ID }) {
			t.Errorf("pages of %d differ", size)
		}
	}
}
