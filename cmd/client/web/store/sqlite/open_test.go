package sqlite

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/storetest"
)

func TestRefusedFiles(t *testing.T) {
	foreign := func(path string, statements string) {
		db, err := sql.Open("sqlite", path)
		if err == nil {
			_, err = db.Exec(statements)
		}
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
	}
	for name, tc := range map[string]struct {
		make func(dir, path string)
		want error
	}{
		"text": {func(_, path string) { os.WriteFile(path, []byte("remember the milk"), 0o600) }, store.ErrForeign},
		"another program's": {func(_, path string) {
			foreign(path, "CREATE TABLE moz_places (url TEXT)")
		}, store.ErrForeign},
		"marked by another": {func(_, path string) { foreign(path, "PRAGMA application_id = 7") }, store.ErrForeign},
		"later version": {func(dir, path string) {
			openIn(t, dir).Close()
			foreign(path, fmt.Sprintf("PRAGMA user_version = %d", version+1))
		}, store.ErrNewer},
		"page overwritten": {func(dir, path string) {
			openIn(t, dir).Close()
			spoil(t, path, 4096)
		}, store.ErrDamaged},
		"cut short": {func(dir, path string) {
			openIn(t, dir).Close()
			os.Truncate(path, 2*4096+100)
		}, store.ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, FileName)
			tc.make(dir, path)
			before, _ := os.ReadFile(path)
			s, err := Open(dir)
			if err == nil {
				s.Close()
			}
			if !errors.Is(err, tc.want) {
				t.Errorf("Open: %v, want %v", err, tc.want)
			}
			if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
		})
	}
}

// spoil overwrites 100 bytes.
func spoil(t *testing.T, path string, at int64) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err == nil {
		_, err = f.WriteAt(bytes.Repeat([]byte{0xA5}, 100), at)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

// FuzzOpen opens arbitrary bytes as a store. It must not panic, and a file that
// is refused must stay as it is.
func FuzzOpen(f *testing.F) {
	dir := f.TempDir()
	s, err := Open(dir)
	if err != nil {
		f.Fatal(err)
	}
	s.Create(storetest.Sample("a"))
	s.Close()
	whole, _ := os.ReadFile(filepath.Join(dir, FileName))
	f.Add(whole)
	f.Add([]byte{})
	f.Add([]byte(magic))
	f.Add(whole[:5000])
	f.Add(append(bytes.Clone(whole[:4096]), make([]byte, 8192)...))
	f.Fuzz(func(t *testing.T, content []byte) {
		dir := t.TempDir()
		path := filepath.Join(dir, FileName)
		os.WriteFile(path, content, 0o600)
		s, err := Open(dir)
		if err != nil {
			if after, _ := os.ReadFile(path); !bytes.Equal(content, after) && len(content) >= 100 {
				t.Errorf("%v, but the file was changed", err)
			}
			return
		}
		defer s.Close()
		ids, _ := s.Stale(t.Context(), time.Now(), 10)
		for _, id := range ids {
			s.Load(t.Context(), id)
		}
	})
}

// Files of earlier versions, as the programs of that time made them, are brought
// to the present one, with what was in them.
func TestUpgrade(t *testing.T) {
	for _, old := range []string{"version1.sql", "version2.sql"} {
		t.Run(old, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata", old))
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			db, err := sql.Open("sqlite", filepath.Join(dir, FileName))
			if err == nil {
				_, err = db.Exec(string(text))
			}
			if err := errors.Join(err, db.Close()); err != nil {
				t.Fatal(err)
			}
			at := time.UnixMicro(1764295323004000).UTC()
			want := store.Game{
				Head: store.Head{ID: "abcdefghjkmn", Space: "v1", Game: "square4", Rules: map[string]string{"pieces": "8"}, Start: "startpos",
					Seats: []store.Seat{{Kind: "person", Name: "Ann"}, {Kind: "engine", Level: 5}}, Waiting: true,
					Outcome: "none", Intro: "begins", Version: 3, Turns: 1, Created: at, Updated: at},
				Steps: []store.Step{{Text: "0.0s1", Comment: "bold"}},
			}
			if old != "version1.sql" {
				want.Request = &store.Request{What: "restart", By: "p1", Agreed: []string{"p1"}}
				want.Earlier, want.Later, want.Client = "e", "l", "192.0.2.1/32"
			}
			for range 2 { // the second time it is of this version
				s := openIn(t, dir)
				if got := storetest.Load(t, s, want.ID); !reflect.DeepEqual(got, want) {
					t.Errorf("%+v, want %+v", got, want)
				}
				s.Close()
			}
		})
	}
}
