package teekosolve

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quadrille/engine/teeko"
)

func TestStore(t *testing.T) {
	s := Store{Dir: filepath.Join(t.TempDir(), "new", "folder")}
	if _, _, err := s.Load(teeko.Small); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is no table, but the error is %v", err)
	}
	table := solve(t, teeko.Small, 1)
	for range 2 { // the second time over the first
		if err := s.Save(table, "from a test"); err != nil {
			t.Fatal(err)
		}
	}
	got, origin, err := s.Load(teeko.Small)
	if err != nil || origin != "from a test" || string(got.file("")) != string(table.file("")) {
		t.Errorf("what comes back differs: origin %q, error %v", origin, err)
	}
	if left, _ := filepath.Glob(filepath.Join(s.Dir, "*")); len(left) != 1 || !s.Has(teeko.Small) || s.Has(teeko.Scarne) {
		t.Errorf("the folder has %v", left)
	}
	if err := os.Rename(s.Path(teeko.Small), s.Path(teeko.Scarne)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Load(teeko.Scarne); !errors.Is(err, ErrDamaged) {
		t.Errorf("the table of another board is taken: %v", err)
	}
}

// TestLeftovers has files in the folder that are being written, or were when their
// program was ended.
func TestLeftovers(t *testing.T) {
	s := Store{Dir: t.TempDir()}
	for name, age := range map[string]time.Duration{"teeko-1.part": 2 * time.Hour, "teeko-2.part": time.Minute, "other.part": 2 * time.Hour} {
		path := filepath.Join(s.Dir, name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, time.Time{}, time.Now().Add(-age))); err != nil {
			t.Fatal(err)
		}
	}
	s.Load(teeko.Small)
	left, _ := filepath.Glob(filepath.Join(s.Dir, "*"))
	for i := range left {
		left[i] = filepath.Base(left[i])
	}
	if got := strings.Join(left, " "); got != "other.part teeko-2.part" {
		t.Errorf("the folder has %s", got)
	}
}

// TestDamage changes a file in many ways.
func TestDamage(t *testing.T) {
	s := Store{Dir: t.TempDir()}
	good := solve(t, teeko.Small, 1).file("origin")
	flipped := func(at int) []byte {
		file := []byte(string(good))
		file[at] ^= 4
		return file
	}
	for name, file := range map[string][]byte{
		"empty": {}, "cut": good[:len(good)-1], "half": good[:len(good)/2], "longer": append(good[:len(good):len(good)], 0),
		"first byte": flipped(0), "origin": flipped(50), "value": flipped(len(good) / 2), "checksum": flipped(len(good) - 1),
	} {
		if err := os.WriteFile(s.Path(teeko.Small), file, 0o644); err != nil {
			t.Fatal(err)
		}
		if table, _, err := s.Load(teeko.Small); table != nil || !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestStoreRefuses(t *testing.T) {
	table := solve(t, teeko.Small, 1)
	if err := (Store{}).Save(table, "x"); err != nil {
		t.Errorf("the store that keeps nothing: %v", err)
	}
	if _, _, err := (Store{}).Load(teeko.Small); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the store that keeps nothing has something: %v", err)
	}
	for _, origin := range []string{"two\nlines", strings.Repeat("x", maxOrigin+1)} {
		if err := (Store{Dir: t.TempDir()}).Save(table, origin); err == nil {
			t.Errorf("the origin %.20q is taken", origin)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := (Store{Dir: file}).Save(table, "x"); err == nil {
		t.Error("a file is taken for a folder")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("quadrille teeko table, form 1, board 0\norigin\n"))
	f.Add(newEmpty(teeko.Small).file("origin"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if table, origin := parse(file, teeko.Small); table != nil && !bytes.Equal(table.file(origin), file) {
			t.Errorf("a file from %q is not written as it is read", origin)
		}
	})
}

// newEmpty returns a table full of draws.
func newEmpty(b teeko.Board) *Table {
	t := newTable(b)
	for marks, l := range t.layers {
		t.values[marks] = make([]byte, l.places())
	}
	return t
}
