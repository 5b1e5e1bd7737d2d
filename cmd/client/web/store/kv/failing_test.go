package kv

import (
	"context"
	"errors"
	"testing"
	"time"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/storetest"
)

// failing is a disk of which every change fails, written or not.
type failing struct {
	Memory
	written bool // before it fails
	err     error
	deaf    error // what a reading fails with
}

func (f *failing) Change(ctx context.Context, guard Pair, pairs []Pair) error {
	if f.err == nil || f.written {
		if err := f.Memory.Change(ctx, guard, pairs); err != nil {
			return err
		}
	}
	return f.err
}

func (f *failing) Scan(ctx context.Context, prefix string) ([]Pair, error) {
	if f.deaf != nil {
		return nil, f.deaf
	}
	return f.Memory.Scan(ctx, prefix)
}

// When a disk fails the store says why, and afterwards it has what the disk has,
// whether or not that wrote before it failed.
func TestFailingDisk(t *testing.T) {
	for name, written := range map[string]bool{"nothing written": false, "written": true} {
		t.Run(name, func(t *testing.T) {
			d := &failing{written: written}
			s := openOn(t, d)
			kept, gone := storetest.Sample("kept"), storetest.Sample("gone")
			if err := errors.Join(s.Create(kept), s.Create(gone)); err != nil {
				t.Fatal(err)
			}
			d.err = store.ErrFull
			next := kept
			next.Version, next.Intro = 2, "changed"
			for what, err := range map[string]error{
				"Create": s.Create(storetest.Sample("new")), "Save": s.Save(store.Change{Head: next.Head, Keep: 2}), "Delete": s.Delete("gone", time.Time{}),
				"Writable": s.Writable(t.Context()),
			} {
				if !errors.Is(err, store.ErrFull) || store.Reason(err) != store.ErrFull.Error() {
					t.Errorf("%s: %v", what, err)
				}
			}
			d.deaf = store.ErrDisk
			if _, err := s.Load(t.Context(), "kept"); !errors.Is(err, store.ErrDisk) {
				t.Errorf("before the disk says what it has: %v", err)
			}
			d.err, d.deaf = nil, nil
			if err := s.Writable(t.Context()); err != nil {
				t.Errorf("after it: %v", err)
			}
			sees(t, s, written)
			sees(t, openOn(t, d), written)
		})
	}
}

// sees checks whether the changes of TestFailingDisk are there.
func sees(t *testing.T, s *Store, written bool) {
	t.Helper()
	_, noNew := s.Load(t.Context(), "new")
	_, noGone := s.Load(t.Context(), "gone")
	changed := storetest.Load(t, s, "kept").Intro == "changed"
	if (noNew == nil) != written || (noGone == nil) == written || changed != written || s.Count() != 2 {
		t.Errorf("new: %v, changed: %v, gone: %v, %d games", noNew, changed, noGone, s.Count())
	}
}
