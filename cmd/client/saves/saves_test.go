package saves

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/protocol/record"
)

func game(token string) *record.Record {
	return &record.Record{
		Tags:  []record.Tag{{Name: record.GameTag, Value: "x"}, {Name: record.ResultTag, Value: record.Unfinished}},
		Turns: []record.Turn{{Token: token}},
	}
}

func TestWriteAndRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.record")
	for _, token := range []string{"a", "b"} { // the second replaces the first
		if _, err := Write(path, game(token)); err != nil {
			t.Fatal(err)
		}
		got, _, err := Read(path)
		if diff := cmp.Diff(game(token), got); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
	// What cannot be written leaves the file as it was, and nothing beside it.
	if _, err := Write(path, game("a b")); err == nil {
		t.Error("a record without a text form was written")
	}
	if _, err := Write(filepath.Join(path, "below"), game("a")); err == nil {
		t.Error("a file was written below a file")
	}
	if got, _, err := Read(path); err != nil || got.Turns[0].Token != "b" {
		t.Errorf("after failures: %v, %v", got, err)
	}
	entries, _ := os.ReadDir(filepath.Dir(path))
	if len(entries) != 1 || !Exists(path) || Exists(path+"x") {
		t.Errorf("left behind: %v", entries)
	}
}

// A link is followed, so that it stays one, and what is not a file stays as well.
func TestWriteThroughLinks(t *testing.T) {
	dir := t.TempDir()
	path, link, broken := filepath.Join(dir, "a"), filepath.Join(dir, "link"), filepath.Join(dir, "broken")
	if _, err := Write(path, game("a")); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink(path, link), os.Symlink(dir, broken)); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if _, err := Write(link, game("b")); err != nil {
		t.Fatal(err)
	}
	if got, _, err := Read(path); err != nil || got.Turns[0].Token != "b" {
		t.Errorf("through a link: %v, %v", got, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().IsRegular() {
		t.Errorf("the link is now %v, %v", info, err)
	}
	for _, p := range []string{dir, broken} {
		if _, err := Write(p, game("a")); err == nil || !strings.Contains(err.Error(), "is not a file") {
			t.Errorf("%s was replaced: %v", p, err)
		}
	}
}

func TestReadFails(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad")
	os.WriteFile(bad, []byte("[Game \"x\"]\n1. a"), 0o600)
	huge := filepath.Join(dir, "huge")
	os.WriteFile(huge, nil, 0o600)
	os.Truncate(huge, maxFile+1)
	for path, want := range map[string]string{
		bad:                        bad + ": read as record: line 2: the record ends without a result",
		huge:                       "is too large for a game record",
		dir:                        "is a directory",
		filepath.Join(dir, "none"): "no such file",
	} {
		if _, _, err := Read(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

func TestAutosaves(t *testing.T) {
	s := NewAutosaves(filepath.Join(t.TempDir(), "deep", "shelf"))
	if got := s.List(""); got != nil {
		t.Errorf("without a folder: %v", got)
	}
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	first, second := s.Begin(now), s.Begin(now)
	if first == second {
		t.Fatalf("two games have the file %s", first)
	}
	if err := s.Put(first, game("a")); err != nil {
		t.Fatal(err)
	}
	if other := NewAutosaves(s.Dir).Begin(now); other == first { // as if of a process with the same number
		t.Errorf("a second client takes the file %s of the first", first)
	}
	for i, path := range []string{first, second} {
		if err := s.Put(path, game("a")); err != nil {
			t.Fatal(err)
		}
		saved := now.Add(time.Duration(i) * time.Minute)
		os.Chtimes(path, saved, saved)
	}
	paths := func(games []Game) (list []string) {
		for _, g := range games {
			list = append(list, g.Path)
		}
		return list
	}
	if diff := cmp.Diff([]string{second, first}, paths(s.List(""))); diff != "" {
		t.Errorf("the latest first (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{first}, paths(s.List(second))); diff != "" {
		t.Errorf("without the present one (-want +got):\n%s", diff)
	}
	for range 2 { // also when it is gone already
		if err := s.Remove(first); err != nil {
			t.Error(err)
		}
	}
	if got := s.List(second); len(got) != 0 {
		t.Errorf("after Remove: %v", got)
	}
}

func TestAutosavesAreBounded(t *testing.T) {
	s := NewAutosaves(t.TempDir())
	start := time.Now().Add(-time.Hour)
	for i := range keepMost + 3 {
		path := filepath.Join(s.Dir, fmt.Sprint(i, ext))
		if err := s.Put(path, game("a")); err != nil {
			t.Fatal(err)
		}
		saved := start.Add(time.Duration(i) * time.Second)
		os.Chtimes(path, saved, saved)
	}
	games := s.List("")
	if len(games) != keepMost || filepath.Base(games[keepMost-1].Path) != "3"+ext {
		t.Errorf("%d games, the oldest %s", len(games), games[len(games)-1].Path)
	}
}
