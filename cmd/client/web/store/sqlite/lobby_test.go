package sqlite

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/cmd/client/web/store"
)

// listed makes games named by heading and minute of their last change, such as
// "1.30", and one that is not listed.
func listed(t *testing.T, names ...string) *Store {
	s := openIn(t, t.TempDir())
	for _, name := range append(names, "0.59") {
		g := sample(name)
		var minute int
		fmt.Sscanf(name, "%d.%d", &g.Lobby, &minute)
		g.Updated = time.Unix(int64(minute*60), 0).UTC()
		if err := s.Create(g); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestListed(t *testing.T) {
	s := listed(t, "3.40", "1.10", "2.20", "1.50", "2.30", "1.10b", "3.05")
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
			from = load(t, s, tc.from).Place()
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
func TestListedByPages(t *testing.T) {
	var names []string
	for i := range 50 {
		names = append(names, fmt.Sprintf("%d.%d.%d", 1+i%3, i%7, i))
	}
	s := listed(t, names...)
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

// A list looks at the games that it shows and at no others.
func TestListedByIndex(t *testing.T) {
	s := listed(t)
	var id, parent, unused int
	var detail string
	err := s.db.QueryRow("EXPLAIN QUERY PLAN "+listHeading, 1, 0, 1, 1, "", 9).Scan(&id, &parent, &unused, &detail)
	if err != nil || !strings.Contains(detail, "games_lobby (lobby=? AND updated>? AND updated<?)") {
		t.Errorf("%s %v", detail, err)
	}
}
