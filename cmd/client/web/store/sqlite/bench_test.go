package sqlite

import (
	"fmt"
	"testing"
	"time"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/storetest"
)

// BenchmarkSave writes one change after the other, each with its own
// transaction.
func BenchmarkSave(b *testing.B) {
	s, err := Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	const games = 200
	heads := make([]store.Head, games)
	for i := range heads {
		g := storetest.Sample(fmt.Sprint("g", i))
		heads[i] = g.Head
		if err := s.Create(g); err != nil {
			b.Fatal(err)
		}
	}
	b.ResetTimer()
	for i := range b.N {
		h := &heads[i%games]
		h.Version++
		h.Updated = h.Updated.Add(1000)
		if err := s.Save(store.Change{Head: *h, Keep: 1 + i/games, Add: []store.Step{{Text: "0.0s1"}}}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkListed lists the first 30 of many games.
func BenchmarkListed(b *testing.B) {
	s, err := Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for i := range 2000 {
		g := storetest.Sample(fmt.Sprint("g", i))
		g.Lobby, g.Updated = store.Heading(i%4), g.Updated.Add(time.Duration(i)*time.Second)
		if err := s.Create(g); err != nil {
			b.Fatal(err)
		}
	}
	b.ResetTimer()
	for range b.N {
		if _, err := s.Listed(b.Context(), store.Unlisted, time.Time{}, store.Place{}, 30); err != nil {
			b.Fatal(err)
		}
	}
}
