//go:build unix

package farm

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/nats-io/nats-server/v2/server"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/internal/bus"
	"quadrille/cmd/internal/enginecmd"
	"quadrille/cmd/internal/natstest"
	"quadrille/protocol/driver"
)

// TestMain makes the test binary every program that a match past one machine needs.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 {
		switch os.Args[1] {
		case "engine":
			os.Exit(enginecmd.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
		case "worker":
			w := newWorker(os.Args[2], os.Args[3])
			w.Log = slog.New(slog.NewTextHandler(os.Stderr, nil))
			fmt.Fprintln(os.Stderr, w.Run(context.Background()))
			return
		case "coordinator":
			os.Exit(coordinator(os.Args[2], os.Args[3]))
		}
	}
	if len(os.Args) == 2 {
		switch os.Args[1] {
		case "engine":
			os.Exit(enginecmd.Main(nil, os.Stdin, os.Stdout, os.Stderr))
		case "guard":
			match.ServeGuard(os.Stdin)
			return
		}
	}
	os.Exit(m.Run())
}

// silence is short, so that games of the dead are soon played by others.
const silence = time.Second

// start starts a NATS server with its streams in a folder, at a port or any.
func start(t testing.TB, dir string, port int, change func(*server.Options)) *server.Server {
	t.Helper()
	return natstest.Start(t, func(o *server.Options) {
		o.Port, o.JetStream, o.StoreDir, o.SyncInterval = port, true, dir, time.Minute
		if change != nil {
			change(o)
		}
	})
}

func newWorker(url, name string) Worker {
	return Worker{Server: bus.Server{URL: url}, Name: name, Players: 1, Version: "test", Folder: filepath.Join(os.TempDir(), "none"),
		Options: match.Options{NoPin: true}, Log: slog.New(slog.DiscardHandler)}
}

// work has a worker play until the test ends or the function is called.
func work(t testing.TB, w Worker) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	var once bool
	stop = func() {
		cancel()
		if once {
			return
		}
		once = true
		if err := <-done; err != nil {
			t.Errorf("worker %s: %v", w.Name, err)
		}
	}
	t.Cleanup(stop)
	return stop
}

// workFrom is the same with a source of games that is made of the worker's own.
func workFrom(t testing.TB, w Worker, source func(*worker) match.Source) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, err := w.open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- r.serve(source(r)) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("worker %s: %v", w.Name, err)
		}
		r.close()
	})
}

// log keeps what a reporter is told.
type log struct {
	games []arena.Game
	notes []string
	last  match.Progress
	each  func(match.Progress)
}

func (l *log) Begin(p match.Progress) { l.last = p }
func (l *log) Game(g arena.Game, p match.Progress) {
	if l.games, l.last = append(l.games, g), p; l.each != nil {
		l.each(p)
	}
}
func (l *log) Note(text string, p match.Progress) { l.notes, l.last = append(l.notes, text), p }
func (l *log) End(p match.Progress, _ error)      { l.last = p }

// newSpec is a match of short games between two settings of this program's engine.
func newSpec(games int) *match.Spec {
	little := []driver.Setting{{Name: "Hash", Value: "1"}} // to clear it is most of what these games take
	return &match.Spec{Engines: []match.EngineSpec{{Name: "a", Options: little, Limits: &arena.Limits{Nodes: 60}}, {Name: "b", Options: little, Limits: &arena.Limits{Nodes: 20}}},
		Game: "square4", Format: match.RoundRobin, Rounds: games / 2, Pairs: 1, Seatings: match.Rotations, Random: 3, Seed: 11,
		Margin: time.Second, Stall: 20 * time.Second, MaxPlies: 24}
}

// begin makes the journal of a match.
func begin(t testing.TB, spec *match.Spec) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "match.db")
	j, err := match.Begin(t.Context(), spec, nil, path, match.Options{})
	if err != nil {
		t.Fatal(err)
	}
	j.Close()
	return path
}

// resume goes on with the match of a journal.
func resume(ctx context.Context, path string, away *Match, r match.Reporter) error {
	j, text, err := match.OpenJournal(path)
	if err != nil {
		return err
	}
	defer j.Close()
	spec := &match.Spec{}
	if err := json.Unmarshal(text, spec); err != nil {
		return err
	}
	o := match.Options{Concurrency: 2, NoPin: true, Reporter: r}
	if away != nil {
		away.Version, away.Silence = "test", silence
		o.Open = away.Open
	}
	err = match.Run(ctx, spec, j, o)
	if away != nil {
		away.Close(err == nil)
	}
	return err
}

// coordinator goes on with a match in a process of its own, and prints the number
// of games after each.
func coordinator(url, path string) int {
	l := &log{each: func(p match.Progress) { fmt.Println(p.Standing.Games) }}
	if err := resume(context.Background(), path, &Match{Server: bus.Server{URL: url}}, l); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// games are those of a journal.
func games(t testing.TB, path string) []arena.Game {
	t.Helper()
	j, _, err := match.OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	list, err := j.Games(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// expectSame fails unless two journals have the same games, whoever played them.
func expectSame(t testing.TB, want, got []arena.Game) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(arena.Game{}, "Worker", "Notes", "Used", "Begun", "Elapsed")); diff != "" {
		t.Errorf("the games differ (-alone +over NATS):\n%s", diff)
	}
}

// alone plays a match in this process.
func alone(t testing.TB, spec *match.Spec) []arena.Game {
	t.Helper()
	path := begin(t, spec)
	if err := resume(t.Context(), path, nil, &log{}); err != nil {
		t.Fatal(err)
	}
	return games(t, path)
}

// Several workers play, game by game, what one machine plays.
func TestSameGames(t *testing.T) {
	s := start(t, t.TempDir(), -1, nil)
	// The first game of each is held until two have one, so that one alone cannot
	// have played them all.
	both := make(chan struct{})
	var have atomic.Int32
	for i := range 5 {
		workFrom(t, newWorker(s.ClientURL(), fmt.Sprint("w", i)), func(w *worker) match.Source {
			return &holder{worker: w, hold: func() {
				if have.Add(1) == 2 {
					close(both)
				}
				<-both
			}}
		})
	}
	path, l := begin(t, newSpec(40)), &log{}
	if err := resume(t.Context(), path, &Match{Server: bus.Server{URL: s.ClientURL()}}, l); err != nil {
		t.Fatal(err)
	}
	got := games(t, path)
	expectSame(t, alone(t, newSpec(40)), got)
	by := map[string]int{}
	for _, g := range got {
		by[g.Worker]++
	}
	if len(by) < 2 || by[""] > 0 {
		t.Errorf("games by worker: %v", by)
	}
	expectEmpty(t, s.ClientURL())
}

// dial connects as who runs a match does, until the test ends.
func dial(t testing.TB, s bus.Server) *link {
	t.Helper()
	l, err := connect(t.Context(), s, "test", "_INBOX")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.close)
	return l
}

// expectEmpty fails when a match that is over has left something on the server.
func expectEmpty(t testing.TB, url string) {
	t.Helper()
	l := dial(t, bus.Server{URL: url})
	for _, c := range streams() {
		s, err := l.js.Stream(t.Context(), c.Name)
		if err != nil {
			t.Fatal(err)
		}
		if info := s.CachedInfo(); info.State.Msgs > 0 || info.State.Consumers > 0 {
			t.Errorf("stream %s has %d messages and %d consumers after the match", c.Name, info.State.Msgs, info.State.Consumers)
		}
	}
}

// child is a process of the test binary.
type child struct {
	cmd  *exec.Cmd
	out  *bufio.Reader
	errs bytes.Buffer
}

func run(t testing.TB, words ...string) *child {
	t.Helper()
	c := &child{cmd: exec.Command(os.Args[0], words...)}
	c.cmd.Stderr = &c.errs
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.out = bufio.NewReader(out)
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.kill)
	return c
}

func (c *child) kill() {
	c.cmd.Process.Kill()
	c.cmd.Wait()
}

// A match of which workers and the coordinator are killed, and the server is
// restarted, has the games of one that was not disturbed. QUADRILLE_FARM_GAMES asks
// for more games, and as many more kills, than are enough to see that.
func TestDisturbed(t *testing.T) {
	if testing.Short() {
		t.Skip("its workers and coordinators are processes of their own, into which the race detector does not see")
	}
	n, err := strconv.Atoi(os.Getenv("QUADRILLE_FARM_GAMES"))
	if err != nil {
		n = 48
	}
	dir := t.TempDir()
	s := start(t, dir, -1, nil)
	url := s.ClientURL()
	var workers []*child
	for i := range 4 {
		workers = append(workers, run(t, "worker", url, fmt.Sprint("w", i)))
	}
	path := begin(t, newSpec(n))
	c := run(t, "coordinator", url, path)
	disturb := map[int]func(){}
	for i := range 6 {
		disturb[(1+i)*n/8] = func() {
			workers[i%4].kill()
			workers[i%4] = run(t, "worker", url, fmt.Sprint("w", i%4))
		}
	}
	for _, at := range []int{n / 5, n / 2, 3 * n / 4} {
		disturb[at+1] = func() {
			c.kill()
			c = run(t, "coordinator", url, path)
		}
	}
	disturb[n/3+3] = func() {
		port := s.Addr().(*net.TCPAddr).Port
		s.Shutdown()
		s.WaitForShutdown()
		s = start(t, dir, port, nil)
	}
	for seen, next := 0, 1; ; {
		if _, err := fmt.Fscan(c.out, &seen); err != nil {
			if err := c.cmd.Wait(); err != nil {
				t.Fatalf("the coordinator ended after %d games: %v\n%s", seen, err, c.errs.String())
			}
			break
		}
		for ; next <= seen; next++ {
			if do := disturb[next]; do != nil {
				do()
			}
		}
	}
	got := games(t, path)
	if len(got) != n {
		t.Fatalf("%d games, want %d", len(got), n)
	}
	expectSame(t, alone(t, newSpec(n)), got)
}
