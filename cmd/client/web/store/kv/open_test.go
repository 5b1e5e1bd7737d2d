package kv

import (
	"context"
	"errors"
	"maps"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/storetest"
)

// disk has pairs, given as keys and values.
func disk(pairs ...string) *Memory {
	m := &Memory{pairs: map[string][]byte{}}
	for i := 0; i < len(pairs); i += 2 {
		m.pairs[pairs[i]] = []byte(pairs[i+1])
	}
	return m
}

// Disks that are not ours, or not yet, are left as they are.
func TestRefusedDisks(t *testing.T) {
	for name, tc := range map[string]struct {
		disk *Memory
		want error
	}{
		"another program's": {disk("settings", "1"), store.ErrForeign},
		"its mark":          {disk("mark", `{"program":"other","version":1}`), store.ErrForeign},
		"no mark":           {disk("mark", `{}`), store.ErrForeign},
		"later version":     {disk("mark", `{"program":"quadrille","version":2,"more":"of it"}`), store.ErrNewer},
		"no version":        {disk("mark", `{"program":"quadrille"}`), store.ErrDamaged},
		"spoiled mark":      {disk("mark", `{"program":`), store.ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			before := maps.Clone(tc.disk.pairs)
			if _, err := Open(t.Context(), tc.disk); !errors.Is(err, tc.want) || store.Reason(err) == "" {
				t.Errorf("%v, want %v", err, tc.want)
			}
			if diff := cmp.Diff(before, tc.disk.pairs); diff != "" {
				t.Errorf("the disk was changed:\n%s", diff)
			}
		})
	}
}

// A disk is brought to a later version as a whole, from every earlier one, and
// then the earlier program leaves it alone.
func TestUpgrade(t *testing.T) {
	later := append(upgrades(), func(ctx context.Context, d Disk) ([]Pair, error) {
		pairs, err := d.Scan(ctx, headKeys)
		for i, p := range pairs {
			pairs[i].Key = "game2/" + p.Key[len(headKeys):]
		}
		return pairs, err
	})
	var d Memory
	s := openOn(t, &d)
	if err := s.Create(storetest.Sample("a")); err != nil {
		t.Fatal(err)
	}
	failing := append(upgrades(), func(context.Context, Disk) ([]Pair, error) { return nil, store.ErrDisk })
	if _, err := open(t.Context(), &d, failing); !errors.Is(err, store.ErrDisk) {
		t.Errorf("an upgrade that fails: %v", err)
	}
	storetest.Load(t, openOn(t, &d), "a") // so it is of the old version still
	for range 2 {
		if _, err := open(t.Context(), &d, later); err != nil {
			t.Fatal(err)
		}
	}
	if string(d.pairs["game2/a"]) != string(d.pairs["head/a"]) || d.pairs["game2/a"] == nil {
		t.Errorf("after it: %q", d.pairs)
	}
	if _, err := Open(t.Context(), &d); !errors.Is(err, store.ErrNewer) {
		t.Errorf("the earlier program: %v", err)
	}
}

// Of two stores the one that was opened last goes on.
func TestTakenOver(t *testing.T) {
	var d Memory
	first := openOn(t, &d)
	if err := first.Create(storetest.Sample("a")); err != nil {
		t.Fatal(err)
	}
	second := openOn(t, &d)
	g := storetest.Sample("a")
	g.Version++
	for name, err := range map[string]error{
		"Create": first.Create(storetest.Sample("b")), "Save": first.Save(store.Change{Head: g.Head}), "Delete": first.Delete("a", time.Time{}),
		"Put": first.Put(t.Context(), "s", "k", []byte("v")), "Writable": first.Writable(t.Context()),
	} {
		if !errors.Is(err, store.ErrInUse) {
			t.Errorf("%s by the first: %v", name, err)
		}
	}
	if diff := cmp.Diff(storetest.Sample("a"), storetest.Load(t, second, "a")); diff != "" || second.Count() != 1 {
		t.Errorf("%d games, %s", second.Count(), diff)
	}
}

// spoiled is a value that is none of ours.
const spoiled = `{"id":"a","color":"blue"}`

// A game that cannot be read is refused by name and stays as it is; the others
// are there.
func TestDamagedGames(t *testing.T) {
	for _, key := range []string{"head/a", "steps/a"} {
		t.Run(key, func(t *testing.T) {
			var d Memory
			s := openOn(t, &d)
			for _, id := range []string{"a", "b"} {
				if err := s.Create(storetest.Sample(id)); err != nil {
					t.Fatal(err)
				}
			}
			d.pairs[key] = []byte(spoiled)
			s = openOn(t, &d)
			next := storetest.Sample("a")
			next.Version++
			_, loaded := s.Load(t.Context(), "a")
			for what, err := range map[string]error{"Load": loaded, "Save": s.Save(store.Change{Head: next.Head})} {
				if !errors.Is(err, store.ErrDamaged) {
					t.Errorf("%s: %v", what, err)
				}
			}
			if err := s.Create(storetest.Sample("a")); !errors.Is(err, store.ErrExists) {
				t.Errorf("Create: %v", err)
			}
			if string(d.pairs[key]) != spoiled {
				t.Errorf("it is %q now", d.pairs[key])
			}
			storetest.Load(t, s, "b")
			if err := s.Delete("a", time.Time{}); err != nil || d.pairs["head/a"] != nil || d.pairs["steps/a"] != nil || len(s.Damaged()) > 0 {
				t.Errorf("Delete: %v, %q", err, d.pairs)
			}
			if err := s.Create(storetest.Sample("a")); err != nil {
				t.Errorf("Create after that: %v", err)
			}
		})
	}
}

// FuzzOpen has any values on the disk. Nothing panics, and what cannot be read
// stays as it is, whatever is done but to delete it.
func FuzzOpen(f *testing.F) {
	g := storetest.Sample("a")
	pairs, err := gamePairs(g)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"program":"quadrille","version":1}`), pairs[0].Value, pairs[1].Value)
	f.Add([]byte(`{"program":"quadrille","version":1}`), []byte(spoiled), []byte(`[{"text":1}]`))
	f.Add([]byte(`{"program":"quadrille","version":2}`), []byte(`{}`), []byte(`null`))
	f.Add([]byte(``), []byte(``), []byte(``))
	f.Fuzz(func(t *testing.T, mark, head, steps []byte) {
		d := disk("mark", string(mark), "head/a", string(head), "steps/a", string(steps))
		s, err := Open(t.Context(), d)
		if err == nil {
			_, err = s.Load(t.Context(), "a")
			next := g
			next.Version++
			if failed := s.Save(store.Change{Head: next.Head}); err != nil && failed == nil {
				t.Errorf("written over, though %v", err)
			}
			s.Create(g)
		}
		if err != nil && (string(d.pairs["mark"]) != string(mark) || string(d.pairs["head/a"]) != string(head) || string(d.pairs["steps/a"]) != string(steps)) {
			t.Errorf("%v, but the values are %q", err, d.pairs)
		}
	})
}
