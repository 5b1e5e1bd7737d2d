package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"quadrille/cmd/client/web/store/postgres/pgtest"
	"quadrille/cmd/client/web/store/sqlite"
	"quadrille/cmd/client/web/store/tables"
)

// Two servers keep their games in a database; when both have ended they are copied
// into a folder, and served from there.
func TestServeFromDatabase(t *testing.T) {
	path, err := exec.LookPath("client")
	if err != nil {
		t.Fatal(err)
	}
	address, other, folder := pgtest.URL(t), pgtest.URL(t), filepath.Join(t.TempDir(), "kept")
	serve := func(place ...string) (url string, stop func()) {
		cmd := exec.Command(path, append([]string{"serve", "--listen", "127.0.0.1:0"}, place...)...)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		line, _ := bufio.NewReader(started(t, cmd)).ReadString('\n')
		stop = func() {
			cmd.Process.Signal(syscall.SIGTERM)
			if err := cmd.Wait(); err != nil {
				t.Errorf("serve %v: %v\n%s", place, err, errs.String())
			}
		}
		return regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(line), stop
	}
	says := func(want int, words string, args ...string) string {
		t.Helper()
		cmd := exec.Command(path, args...)
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != want || !strings.Contains(string(out), words) {
			t.Errorf("client %v: exit status %d, want %d:\n%s", args, got, want, out)
		}
		return string(out)
	}
	url, stop := serve("--store", address)
	r, err := http.Post(url+"/api/v1/games", "application/json", strings.NewReader(`{"game":"teeko","turns":["a1","b2"]}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusCreated {
		t.Fatal(r.Status)
	}
	second, stopSecond := serve("--store", address)
	if r, err = http.Get(second + r.Header.Get("Location")); err != nil || r.StatusCode != http.StatusOK {
		t.Errorf("the game at a second server: %v %v", r, err)
	}
	says(2, "another program has the store open", "migrate", address, folder)
	stop()
	stopSecond()
	lines := strings.Split(says(0, "games: 1, turns: 2, notes: ", "migrate", address, folder), "\n")
	_, one, _ := strings.Cut(lines[0], "games: ")
	_, two, _ := strings.Cut(lines[1], "games: ")
	if one != two || !regexp.MustCompile(`SHA-256: [0-9a-f]{64}$`).MatchString(one) {
		t.Errorf("the sides say %q and %q", one, two)
	}
	// A run that was killed while it compared leaves what a whole one does.
	if again := says(0, "everything had been copied before", "migrate", folder, address); strings.Count(again, one) != 2 {
		t.Errorf("a second run: %s, want twice %s", again, one)
	}
	if back := says(0, "", "migrate", folder, other); !strings.Contains(back, one) {
		t.Errorf("and back: %s, want %s", back, one)
	}
	store, err := openStore(t.Context(), other, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(store.Put(t.Context(), "space", "key", []byte("value")), store.Close()); err != nil {
		t.Fatal(err)
	}
	says(2, "is not empty (games: 1, turns: 2", "migrate", folder, other)
	says(2, "no server has kept games", "migrate", t.TempDir(), other)
	says(2, `such as postgres://USER@HOST/DATABASE; "mysql" is neither`, "migrate", folder, "mysql://root:secret@db/games")
	says(2, "the same place", "migrate", folder, folder+"/")
	says(2, "name one", "serve", "--store", address, "--data", folder)
	says(2, "is the address of a PostgreSQL database", "serve", "--store", folder)
	url, stop = serve("--data", folder)
	defer stop()
	if r, err = http.Get(url + "/healthz"); err != nil || r.StatusCode != http.StatusOK {
		t.Errorf("served from the folder: %v %v", r, err)
	}
}

// Who interrupts the comparison is told so, and the next run compares.
func TestMigrateInterrupted(t *testing.T) {
	var sides []opened
	for _, place := range []string{t.TempDir(), t.TempDir()} {
		s, err := sqlite.Open(place)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		sides = append(sides, opened{s.Games, s, place})
	}
	if err := sides[0].Put(t.Context(), "space", "key", []byte("value")); err != nil {
		t.Fatal(err)
	}
	sum, err := tables.Copy(t.Context(), sides[0].Games, sides[1].Games, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	s := &streams{out: &out, errs: io.Discard}
	interrupted, interrupt := context.WithCancel(t.Context())
	interrupt()
	var exit *exitError
	if err := compare(interrupted, s, sum, nil, sides[0], sides[1]); !errors.As(err, &exit) || exit.code != 130 || out.Len() > 0 ||
		!strings.Contains(err.Error(), "the same command compares them") {
		t.Errorf("interrupted: %v, %s", err, out.String())
	}
	if err := copyStore(t.Context(), s, sides[0], sides[1]); err != nil || strings.Count(out.String(), sum.Checksum) != 2 {
		t.Errorf("the next run: %v, %s", err, out.String())
	}
}
