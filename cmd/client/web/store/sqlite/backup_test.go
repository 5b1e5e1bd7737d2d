package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/storetest"
)

// A copy that is made while games are written is a store of its own, with every
// game as it was at one moment: as long as its head says.
func TestBackup(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	if err := s.Create(storetest.Sample("kept")); err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), "s", "k", []byte("v")); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var writers sync.WaitGroup
	for i := range 4 {
		g := storetest.Sample(fmt.Sprint("g", i))
		g.Steps = nil
		g.Turns = 0
		if err := s.Create(g); err != nil {
			t.Fatal(err)
		}
		writers.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				g.Version++
				g.Turns++
				if err := s.Save(store.Change{Head: g.Head, Keep: n, Add: []store.Step{{Text: fmt.Sprint(n)}}}); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	var targets []string
	for i := range 5 {
		target := filepath.Join(t.TempDir(), fmt.Sprintf("it's %d.db", i))
		if err := Backup(t.Context(), dir, target, func(done, all int64) {}); err != nil {
			t.Error(err)
		}
		targets = append(targets, target)
	}
	close(stop)
	writers.Wait()
	for _, target := range targets {
		restored := t.TempDir()
		if err := os.Rename(target, filepath.Join(restored, FileName)); err != nil {
			t.Fatal(err)
		}
		c := openIn(t, restored)
		if diff := cmp.Diff(storetest.Sample("kept"), storetest.Load(t, c, "kept")); diff != "" {
			t.Errorf("a game (-want +got):\n%s", diff)
		}
		if v, err := c.Get(t.Context(), "s", "k"); string(v) != "v" || err != nil {
			t.Errorf("a pair: %q %v", v, err)
		}
		for i := range 4 {
			if g := storetest.Load(t, c, fmt.Sprint("g", i)); g.Turns != len(g.Steps) || g.Version != g.Turns+1 {
				t.Errorf("game %d by half: version %d, %d turns, %d steps", i, g.Version, g.Turns, len(g.Steps))
			}
		}
		if err := c.Save(store.Change{Head: next(storetest.Load(t, c, "g0")).Head}); err != nil {
			t.Errorf("the copy takes no changes: %v", err)
		}
	}
}

// next is the game in its next version.
func next(g store.Game) store.Game {
	g.Version++
	return g
}

// What cannot be copied, or not to there, leaves nothing behind.
func TestRefusedBackup(t *testing.T) {
	dir := t.TempDir()
	openIn(t, dir).Create(storetest.Sample("a"))
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	foreign := t.TempDir()
	os.WriteFile(filepath.Join(foreign, FileName), []byte("remember the milk"), 0o600)
	for name, tc := range map[string]struct {
		ctx         context.Context
		dir, target string
		want        error
	}{
		"target is there":    {t.Context(), dir, "there.db", fs.ErrExist},
		"target is a folder": {t.Context(), dir, ".", fs.ErrExist},
		"no such folder":     {t.Context(), dir, "none/copy.db", fs.ErrNotExist},
		"no games":           {t.Context(), t.TempDir(), "copy.db", fs.ErrNotExist},
		"no folder of games": {t.Context(), filepath.Join(dir, "none"), "copy.db", fs.ErrNotExist},
		"another program's":  {t.Context(), foreign, "copy.db", store.ErrForeign},
		"given up":           {canceled, dir, "copy.db", context.Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			to := t.TempDir()
			os.WriteFile(filepath.Join(to, "there.db"), []byte("old"), 0o600)
			if err := Backup(tc.ctx, tc.dir, filepath.Join(to, tc.target), nil); !errors.Is(err, tc.want) {
				t.Errorf("%v, want %v", err, tc.want)
			}
			files, _ := os.ReadDir(to)
			if text, _ := os.ReadFile(filepath.Join(to, "there.db")); len(files) != 1 || string(text) != "old" {
				t.Errorf("left behind: %v, %q", files, text)
			}
		})
	}
}
