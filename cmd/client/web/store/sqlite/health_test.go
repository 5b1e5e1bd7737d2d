package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/storetest"
)

// While writes fail, the health says why and nothing changes; when they can be
// done again, they are, without a restart.
func TestWritable(t *testing.T) {
	for name, tc := range map[string]struct {
		fail, mend string // statements
		want       error
	}{
		"full":      {"PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000", store.ErrFull},
		"read-only": {"PRAGMA query_only = 1", "PRAGMA query_only = 0", store.ErrNoWrite},
	} {
		t.Run(name, func(t *testing.T) {
			s := openIn(t, t.TempDir())
			if err := s.Writable(t.Context()); err != nil {
				t.Fatalf("at first: %v", err)
			}
			g := storetest.Sample("a")
			g.Intro = strings.Repeat("x", 10_000) // more than a page
			set(t, s, tc.fail)
			for range 2 {
				if err := s.Create(g); !errors.Is(err, tc.want) {
					t.Errorf("a game: %v, want %v", err, tc.want)
				}
				if err := s.Writable(t.Context()); !errors.Is(err, tc.want) || store.Reason(err) != tc.want.Error() {
					t.Errorf("health: %v, want %v", err, tc.want)
				}
			}
			if _, err := s.Load(t.Context(), "a"); !errors.Is(err, store.ErrNoGame) || s.Count() != 0 {
				t.Errorf("what failed is there: %v, %d games", err, s.Count())
			}
			set(t, s, tc.mend)
			s.Fresh = 0 // how the last write ended is forgotten
			if err := s.Writable(t.Context()); err != nil {
				t.Errorf("after it: %v", err)
			}
			if err := s.Create(g); err != nil {
				t.Errorf("a game after it: %v", err)
			}
		})
	}
}

func set(t *testing.T, s *Store, statement string) {
	t.Helper()
	if _, err := s.db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

// What a request has got wrong says nothing about the health.
func TestRefusalsAreHealthy(t *testing.T) {
	s := openIn(t, t.TempDir())
	for range 2 {
		s.Create(storetest.Sample("a"))
	}
	if err := s.Writable(t.Context()); err != nil {
		t.Errorf("after a refusal: %v", err)
	}
}

// A file that is not there any more takes no changes that anybody finds again.
func TestRemovedFile(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	path := filepath.Join(dir, FileName)
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	if err := s.Writable(t.Context()); !errors.Is(err, store.ErrGone) {
		t.Errorf("removed: %v", err)
	}
	if err := s.Create(storetest.Sample("a")); !errors.Is(err, store.ErrGone) {
		t.Errorf("a game when it is removed: %v", err)
	}
	if err := os.Rename(path+".old", path); err != nil {
		t.Fatal(err)
	}
	s.Fresh = 0 // how the last write ended is forgotten
	if err := s.Writable(t.Context()); err != nil {
		t.Errorf("put back: %v", err)
	}
}

// Who does not wait is not told that the disk is slow.
func TestWritableEnds(t *testing.T) {
	s := openIn(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.Fresh = 0 // how the last write ended is forgotten
	if err := s.Writable(ctx); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	s.Close()
	s.Fresh = 0 // how the last write ended is forgotten
	if err := s.Writable(t.Context()); !errors.Is(err, store.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}
