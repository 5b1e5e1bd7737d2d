//go:build unix

package numbered

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/nats-io/nats-server/v2/server"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/farm"
	"quadrille/cmd/internal/bus"
	"quadrille/cmd/internal/enginecmd"
	"quadrille/cmd/internal/natstest"
	"quadrille/cmd/train/linefile"
)

// TestMain makes the test binary the program that workers run.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 3 && os.Args[1] == "player":
		p := &Player{Kind: os.Args[2], Rules: os.Args[3], Files: os.Args[4:]}
		if err := p.Run(os.Stdout, []Kind{sums}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case len(os.Args) == 2 && os.Args[1] == "guard":
		match.ServeGuard(os.Stdin)
	default:
		os.Exit(m.Run())
	}
}

// sums are the numbers of the records plus one of the rules and one of a file.
var sums = Kind{Name: "sums",
	Makers: func(rules []byte, files []string) (func() Maker, error) {
		plus, more := 0, 0
		err1 := json.Unmarshal(rules, &plus)
		text, err2 := os.ReadFile(files[0])
		more, err3 := strconv.Atoi(string(text))
		return func() Maker { return func(n int) (string, error) { return strconv.Itoa(n + plus + more), nil } }, errors.Join(err1, err2, err3)
	},
	Check: func(line string) error { _, err := strconv.Atoi(line); return err }}

// Records are the same whoever makes them, and a file is continued.
func TestRecords(t *testing.T) {
	dir := t.TempDir()
	s := natstest.Start(t, func(o *server.Options) { o.JetStream, o.StoreDir = true, dir })
	work(t, s.ClientURL(), dir)
	data := filepath.Join(dir, "it's data")
	if err := os.WriteFile(data, []byte("1000"), 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "records")
	for _, c := range []struct {
		flags Flags
		total int
	}{
		{Flags{Concurrency: 2}, 30},
		{Flags{Server: bus.Server{URL: s.ClientURL()}, Replay: 100}, 45},
		{Flags{Concurrency: 1}, 45},
		{Flags{Concurrency: 3}, 50},
	} {
		f, _, err := linefile.Continue(path, nil, strconv.Atoi)
		if err != nil {
			t.Fatal(err)
		}
		w := Work{Kind: sums, Rules: 7, Files: []string{data}, Path: "records", Total: c.total}
		w.InFile(f)
		if err := errors.Join(c.flags.Do(w), f.Close()); err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		var want []int
		for n := range c.total {
			want = append(want, n+1007)
		}
		if got, err := linefile.Read(path, nil, strconv.Atoi); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%+v: %v, %v", c, got, err)
		}
	}
}

// work has a worker play until the test ends. Its owner lets it run this program.
func work(t *testing.T, url, dir string) {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	w := farm.Worker{Server: bus.Server{URL: url}, Name: "w", Players: 2, Version: enginecmd.Version, Folder: filepath.Join(dir, "engines"),
		Allowed: farm.Allowed{fmt.Sprintf("%x", sha256.Sum256(program)): "train"},
		Options: match.Options{NoPin: true}, Log: slog.New(slog.DiscardHandler)}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- w.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// What cannot be made is told.
func TestRefusals(t *testing.T) {
	broken := Kind{Name: "broken", Makers: func([]byte, []string) (func() Maker, error) {
		return func() Maker { return func(int) (string, error) { return "", errors.New("no more") } }, nil
	}}
	for _, c := range []struct {
		flags Flags
		kind  Kind
		want  string
	}{
		{Flags{Concurrency: -1}, sums, "--concurrency"},
		{Flags{Replay: 101}, sums, "--replay"},
		{Flags{}, broken, "broken"},
		{Flags{Server: bus.Server{URL: "nats://127.0.0.1:1"}}, broken, "there is no NATS server"},
	} {
		w := Work{Kind: c.kind, Total: 2, Keep: func(string) error { return nil }}
		if err := c.flags.Do(w); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.flags, err, c.want)
		}
	}
	if _, err := kong.Must(&struct{ Flags }{}).Parse([]string{"--concurrency=-1"}); err == nil || !strings.Contains(err.Error(), "--concurrency") {
		t.Errorf("a command line with -1 at a time: %v", err)
	}
	if err := (&Player{Kind: "none"}).Run(t.Output(), nil); err == nil {
		t.Error("there are records of no kind")
	}
}

// A signal ends the making of records of which one never ends.
func TestEndless(t *testing.T) {
	begun, free := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() { close(free) })
	endless := Kind{Name: "endless", Makers: func([]byte, []string) (func() Maker, error) {
		return func() Maker {
			return func(int) (string, error) {
				close(begun)
				<-free
				return "", errors.New("free")
			}
		}, nil
	}}
	go func() {
		<-begun
		if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
			t.Error(err)
		}
	}()
	f := Flags{Concurrency: 1}
	if err := f.Do(Work{Kind: endless, Total: 2, Keep: func(string) error { return nil }}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was cancelled", err)
	}
}
