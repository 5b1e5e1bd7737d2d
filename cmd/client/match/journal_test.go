package match

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/match/arena"
)

func sample(id int) arena.Game {
	return arena.Game{
		ID: id, Round: 1, Group: 2, Size: 2, Opening: 3, Seats: []int{1, 0}, Start: "startpos", Opened: 1,
		Turns: []string{"b1", "c2"}, Notes: []string{"", "+0.30 depth 4 \"x\""}, Result: "p1win", Reason: "crash", End: arena.EndCrash,
		Fault: 2, Detail: "ended: exit status 2\nlast words 'é'", Points: []float64{1, 0}, Scores: nil, Used: []int64{0, 12},
		Begun: time.Date(2026, 11, 27, 1, 2, 3, 4, time.UTC), Elapsed: 1500 * time.Millisecond,
	}
}

func TestJournalRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a journal?.db")
	j, err := createJournal(path, []byte(`{"a":1}`))
	if err != nil {
		t.Fatal(err)
	}
	second := sample(2)
	second.Scores, second.Notes, second.Points = []int{-3, 4}, nil, []float64{2. / 3, 1. / 3}
	if err := j.Append(t.Context(), second, sample(1)); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(t.Context(), sample(3), sample(1)); err == nil {
		t.Error("a game was written twice")
	}
	if _, _, err := OpenJournal(path); !errors.Is(err, ErrInUse) {
		t.Errorf("a second opening: %v, want ErrInUse", err)
	}
	j.Close()
	j, spec, err := OpenJournal(path)
	if err != nil || string(spec) != `{"a":1}` {
		t.Fatalf("%s, %v", spec, err)
	}
	defer j.Close()
	games, err := j.Games(t.Context())
	if diff := cmp.Diff([]arena.Game{sample(1), second}, games); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// A journal needs no room on the disk but for what is written to it, so that a match
// can be shown when there is none left.
func TestJournalFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	j, err := createJournal(path, []byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	j.Close()
	if j, _, err = OpenJournal(path); err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if _, err := os.Stat(path + "-shm"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file of shared memory beside it: %v", err)
	}
	if _, err := j.db.Exec("PRAGMA max_page_count = 1"); err != nil {
		t.Fatal(err)
	}
	for id := 1; err == nil && id < 1000; id++ {
		err = j.Append(t.Context(), sample(id))
	}
	if err == nil || !strings.Contains(err.Error(), "the disk is full; make room") {
		t.Errorf("a database that may not grow: %v", err)
	}
}

// A journal that cannot be begun leaves nothing, so that its name is free.
func TestJournalLeavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	inTheWay := filepath.Join(path+"-wal", "file")
	if err := os.MkdirAll(inTheWay, 0o755); err != nil {
		t.Fatal(err)
	}
	if j, err := createJournal(path, []byte(`{}`)); err == nil {
		j.Close()
		t.Fatal("a journal without its log")
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it is left: %v", err)
	}
	if _, err := os.Stat(inTheWay); err != nil {
		t.Error(err)
	}
}

// The tables are those of docs/match.md, which journals of earlier versions
// have too.
func TestJournalTables(t *testing.T) {
	j, err := createJournal(filepath.Join(t.TempDir(), "m.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	for table, want := range map[string]string{
		"match": "version spec",
		"games": "id round grp size opening seats start opened turns notes result reason end fault detail points scores used begun elapsed_ms",
	} {
		var got string
		if err := j.db.QueryRow("SELECT group_concat(name, ' ') FROM pragma_table_info(?)", table).Scan(&got); err != nil || got != want {
			t.Errorf("%s has %s, %v; want %s", table, got, err, want)
		}
	}
}

func TestOpenJournalFails(t *testing.T) {
	dir := t.TempDir()
	empty, text := filepath.Join(dir, "empty.db"), filepath.Join(dir, "text.db")
	os.WriteFile(empty, nil, 0o644)
	os.WriteFile(text, []byte(strings.Repeat("no database\n", 1000)), 0o644)
	for path, want := range map[string]string{
		filepath.Join(dir, "none.db"): "no such file", empty: "not the journal of a match", text: "not a database", dir: "it is a folder",
	} {
		if _, _, err := OpenJournal(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	if _, err := createJournal(text, nil); !errors.Is(err, os.ErrExist) {
		t.Errorf("createJournal of a file that exists: %v", err)
	}
}

// TestJournalNames begins matches in one folder in the same second.
func TestJournalNames(t *testing.T) {
	t.Chdir(t.TempDir())
	now := time.Date(2026, 11, 28, 20, 29, 35, 0, time.UTC)
	if err := os.WriteFile("match-20261128-202935-2.db", []byte("something else"), 0o644); err != nil {
		t.Fatal(err)
	}
	names := make(chan string, 4)
	var all sync.WaitGroup
	for range cap(names) {
		all.Go(func() {
			j, err := newJournal(now, []byte("{}"))
			if err != nil {
				t.Error(err)
				return
			}
			defer j.Close()
			names <- j.path
		})
	}
	all.Wait()
	close(names)
	var got []string
	for name := range names {
		got = append(got, name)
	}
	slices.Sort(got)
	want := []string{"match-20261128-202935-3.db", "match-20261128-202935-4.db", "match-20261128-202935-5.db", "match-20261128-202935.db"}
	if !slices.Equal(got, want) {
		t.Errorf("journals %q, want %q", got, want)
	}
	if text, _ := os.ReadFile("match-20261128-202935-2.db"); string(text) != "something else" {
		t.Error("a file that was there is overwritten")
	}
}

// TestExportKeepsOthers exports two matches to one folder, and one of them twice.
func TestExportKeepsOthers(t *testing.T) {
	spec := &Spec{Game: "teeko", Engines: []EngineSpec{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	journal := func(games ...arena.Game) *Journal {
		j, err := createJournal(filepath.Join(t.TempDir(), "m.db"), nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { j.Close() })
		if err := j.Append(t.Context(), games...); err != nil {
			t.Fatal(err)
		}
		return j
	}
	one := journal(sample(1))
	other := sample(2)
	other.ID, other.Turns = 1, []string{"c2", "b1"}
	two := journal(other, sample(3))
	dir := filepath.Join(t.TempDir(), "records")
	for range 2 {
		if err := Export(t.Context(), spec, one, dir); err != nil {
			t.Fatal(err)
		}
	}
	first, _ := os.ReadFile(filepath.Join(dir, "game-00001.record"))
	if err := Export(t.Context(), spec, two, dir); err == nil || !strings.Contains(err.Error(), "another match") {
		t.Errorf("a second match in the folder: %v", err)
	}
	if again, _ := os.ReadFile(filepath.Join(dir, "game-00001.record")); string(again) != string(first) || len(first) == 0 {
		t.Errorf("the first match's game is now\n%s", again)
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%d files after a refusal", len(files))
	}
	if err := os.WriteFile(filepath.Join(dir, "game-00001.record"), first[:len(first)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Export(t.Context(), spec, one, dir); err != nil {
		t.Errorf("a file that was cut short: %v", err)
	}
	if again, _ := os.ReadFile(filepath.Join(dir, "game-00001.record")); string(again) != string(first) {
		t.Errorf("a file that was cut short is now\n%s", again)
	}
}
