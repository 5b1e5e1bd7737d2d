package match

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
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
		filepath.Join(dir, "none.db"): "no such file", empty: "not the journal of a match", text: "not a database", dir: "",
	} {
		if _, _, err := OpenJournal(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	if _, err := createJournal(text, nil); !errors.Is(err, os.ErrExist) {
		t.Errorf("createJournal of a file that exists: %v", err)
	}
}
