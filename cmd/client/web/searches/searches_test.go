package searches

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/store/postgres"
	"quadrille/cmd/client/web/store/postgres/pgtest"
	"quadrille/cmd/client/web/store/sqlite"
	"quadrille/cmd/client/web/webtest"
	"quadrille/cmd/internal/bus"
	"quadrille/cmd/internal/enginecmd"
	"quadrille/cmd/internal/natstest"
	"quadrille/protocol/driver"
	"quadrille/protocol/driver/drivertest"
)

func TestMain(m *testing.M) { drivertest.Main(m, webtest.Engine) }

// quick says often that it is there, and waits for long before it believes that
// another is not.
var quick = times{beat: 20 * time.Millisecond, silence: time.Minute, patience: time.Minute, pause: time.Hour}

// start starts a NATS server without JetStream.
func start(t *testing.T) bus.Server { return bus.Server{URL: natstest.Start(t, nil).ClientURL()} }

func queue(t *testing.T, s bus.Server, times times) *Queue {
	t.Helper()
	q, err := openQueue(s, func(problem string) { t.Error(problem) }, times)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

// work has a worker search until the test ends, or stop is called. It ends well, or with
// the words of an error.
func work(t *testing.T, s bus.Server, name, words string, open func(context.Context) (*driver.Engine, error)) (l *Labour, stop func()) {
	t.Helper()
	l = new(Labour)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- Worker{Server: s, Name: name, Places: 1, Open: open, IdleAfter: time.Hour, Log: slog.New(slog.DiscardHandler), Counts: l, times: quick}.Run(ctx)
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil && (words == "" || !strings.Contains(err.Error(), words)) {
			t.Errorf("worker %s: %v", name, err)
		}
	})
	t.Cleanup(stop)
	return l, stop
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for limit := time.Now().Add(time.Minute); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatal("it does not come to be that " + what)
		}
	}
}

// held opens engines that begin no search before they may.
func held(name string, begun chan<- string, may <-chan struct{}) func(context.Context) (*driver.Engine, error) {
	return watched(name, func(line string) {
		if strings.HasPrefix(line, "go") {
			begun <- name
			<-may
		}
	})
}

// watched opens engines of which see is given each line before they are.
func watched(name string, see func(line string)) func(context.Context) (*driver.Engine, error) {
	return func(ctx context.Context) (*driver.Engine, error) {
		return driver.Attach(ctx, driver.Inside(name, func(in io.Reader, out io.Writer) error {
			to, from := io.Pipe()
			go func() {
				defer from.Close()
				for lines := bufio.NewScanner(in); lines.Scan(); {
					see(lines.Text())
					fmt.Fprintln(from, lines.Text())
				}
			}()
			if enginecmd.Main(nil, to, out, io.Discard) != 0 {
				return errors.New("it ends badly")
			}
			return to.Close()
		}, nil), driver.Config{})
	}
}

// hosted is a host whose searches workers do.
func hosted(t *testing.T, c host.Config, w host.Workers) *host.Host {
	t.Helper()
	c.Open, c.Workers, c.RuleEngines, c.Hash = webtest.Open, w, 1, 1
	h, err := host.New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := h.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return h
}

// A game of two servers on one store, whose engine's turn a worker searches for that
// goes away without a word: another one's is played, once.
func TestWorkerDies(t *testing.T) {
	address, s := pgtest.URL(t), start(t)
	var hosts []*host.Host
	for range 2 {
		store, err := postgres.Join(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		hosts = append(hosts, hosted(t, host.Config{Store: store, Peers: store}, queue(t, s, quick)))
	}
	begun, may := make(chan string, 16), make(chan struct{})
	free := sync.OnceFunc(func() { close(may) })
	t.Cleanup(free)
	workers := map[string]*Labour{}
	for _, name := range []string{"a", "b"} {
		workers[name], _ = work(t, s, name, "connection to the NATS server has been closed", held(name, begun, may))
	}
	game, _, err := hosts[0].Create(t.Context(), host.Spec{Game: "teeko", Seats: []host.Seat{{Kind: host.Engine, Level: 1}, {Kind: host.Person}}})
	if err != nil {
		t.Fatal(err)
	}
	states, err := hosts[1].Subscribe(t.Context(), game.ID)
	if err != nil {
		t.Fatal(err)
	}
	first := <-begun
	workers[first].worker.Load().conn.Close() // as when it is killed: its end of the wire is gone
	if second := <-begun; second == first {
		t.Errorf("worker %s is given the search that it has lost", first)
	}
	free()
	for state := range states {
		if len(state.Turns) > 0 {
			break
		}
	}
	for i, h := range hosts {
		if state, err := h.State(t.Context(), game.ID); err != nil || len(state.Turns) != 1 {
			t.Errorf("at host %d: %v %v, and one turn was to be played", i, state.Turns, err)
		}
	}
	if n := hosts[0].Stats().Failed + hosts[1].Stats().Failed; n != 1 {
		t.Errorf("%d engines have failed, of one worker that died", n)
	}
}

// Two processes want a turn, a hint and analyses of one worker: it is told to give
// way, and does what is most urgent first.
func TestUrgency(t *testing.T) {
	s := start(t)
	one, two := queue(t, s, quick), queue(t, s, quick)
	labour, _ := work(t, s, "a", "", webtest.Open)
	first, err := one.Take(t.Context(), host.Want{Urgency: 2, Client: "x"})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var order []string
	var all sync.WaitGroup
	for i, w := range []struct {
		queue   *Queue
		client  string
		urgency int
	}{{one, "x", 2}, {two, "y", 2}, {one, "x", 1}, {two, "y", 1}, {two, "y", 0}, {one, "x", 0}} {
		all.Go(func() {
			loan, err := w.queue.Take(t.Context(), host.Want{Urgency: w.urgency, Client: w.client})
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			order = append(order, fmt.Sprint(w.client, w.urgency))
			mu.Unlock()
			if err := loan.Process.Close("quit", time.Minute); err != nil {
				t.Error(err)
			}
		})
		eventually(t, "the worker knows of a search", func() bool { return labour.now().waiting == i+1 })
	}
	<-first.Wanted
	if err := first.Process.Close("quit", time.Minute); err != nil {
		t.Error(err)
	}
	all.Wait()
	// x was served last, by the first search, and then they take turns.
	if want := []string{"y0", "x0", "y1", "x1", "y2", "x2"}; !slices.Equal(order, want) {
		t.Errorf("served in the order %v, not %v", order, want)
	}
	if workers, places := one.Count(); workers != 1 || places != 1 {
		t.Errorf("%d workers with %d places are heard of, not one with one", workers, places)
	}
	eventually(t, "all searches are counted", func() bool { return labour.now().done == 7 })
}

// A turn that is asked for while no worker is there is refused, after the time that
// it may wait, and the game goes on when one comes.
func TestNoWorker(t *testing.T) {
	s := start(t)
	store, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	short := quick
	short.patience = 20 * time.Millisecond
	h := hosted(t, host.Config{Store: store}, queue(t, s, short))
	game, _, err := h.Create(t.Context(), host.Spec{Game: "teeko"})
	if err != nil {
		t.Fatal(err)
	}
	limits := host.Limits{Level: 1}
	if _, err := h.Hint(t.Context(), game.ID, limits); !host.Is(err, host.Unavailable) || !strings.Contains(err.Error(), "no worker is there") {
		t.Errorf("without a worker: %v", err)
	}
	_, stop := work(t, s, "a", "", webtest.Open)
	eventually(t, "the worker is heard of", func() bool { return h.Stats().Workers == 1 })
	reply, err := h.Search(t.Context(), game.ID, nil, host.Limits{Depth: 2}, host.Watch{})
	if err != nil || reply.Move == "" {
		t.Errorf("with a worker: %+v %v", reply, err)
	}
	stop()
	eventually(t, "the worker has said that it ends", func() bool { return h.Stats().Workers == 0 })
}

// The permissions of deploy/nats.conf are enough for servers and for workers, and a
// worker cannot speak in another's name. A search whose worker may not be answered any
// more fails at once.
func TestPermissions(t *testing.T) {
	users := natstest.Users(t, "../../../../deploy/nats.conf")
	s := natstest.Start(t, func(o *server.Options) { o.Users = users })
	as := func(user string) bus.Server { return bus.Server{URL: natstest.As(s, user)} }
	q := queue(t, as("web"), quick)
	work(t, as("lab1"), "lab1", "", webtest.Open)
	loan, err := q.Take(t.Context(), host.Want{})
	if err != nil {
		t.Fatal(err)
	}
	if err := loan.Process.Close("quit", time.Minute); err != nil {
		t.Error(err)
	}
	for _, user := range users {
		if user.Username == "web" {
			user.Permissions.Response.Expires = time.Nanosecond
		}
	}
	s = natstest.Start(t, func(o *server.Options) { o.Users = users })
	work(t, as("lab1"), "lab1", "", webtest.Open)
	if loan, err = queue(t, as("web"), quick).Take(t.Context(), host.Want{}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if line, err := loan.Process.Receive(ctx); err == nil || !strings.Contains(err.Error(), "allow_responses") {
		t.Errorf("a worker that may not be answered says %q, %v", line, err)
	}
	loan.Process.Abort()
	w := Worker{Server: as("lab1"), Name: "lab2", Places: 1, Open: webtest.Open, IdleAfter: time.Hour, Log: slog.New(slog.DiscardHandler), times: quick}
	if err := w.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "--name is to be the one that its permissions name (deploy/nats.conf)") {
		t.Errorf("in another's name: %v", err)
	}
}

// A search of which words were lost, as when the connection breaks, fails at once at
// both ends, and the worker does another.
func TestLostWords(t *testing.T) {
	s := start(t)
	q := queue(t, s, quick)
	labour, _ := work(t, s, "a", "", webtest.Open)
	for i, tc := range []struct {
		lose func(*search)
		want string
	}{
		{func(s *search) { s.saying.Lock(); s.said++; s.saying.Unlock() }, "words to it were lost"},
		{func(s *search) { q.mu.Lock(); s.heard++; q.mu.Unlock() }, "words of it were lost"},
		{func(s *search) {
			q.mu.Lock()
			defer q.mu.Unlock()
			s.held.Store(maxHeld) // who reads it has been too slow
		}, "too much at once"},
	} {
		loan, err := q.Take(t.Context(), host.Want{})
		if err != nil {
			t.Fatal(err)
		}
		q.mu.Lock()
		running := slices.Collect(maps.Values(q.running))
		q.mu.Unlock()
		if len(running) != 1 {
			t.Fatalf("%d searches run, not one", len(running))
		}
		tc.lose(running[0])
		if err := loan.Process.Send(t.Context(), "ugi"); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		for err == nil {
			_, err = loan.Process.Receive(ctx)
		}
		cancel()
		if !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%v, want %q", err, tc.want)
		}
		loan.Process.Abort()
		eventually(t, "the worker has given it up", func() bool { return labour.now().done == uint64(i+1) && labour.now().lent == 0 })
	}
}

// An engine that searches for the same game again is not told that a game begins, which
// would make it forget; for another game it is, and for the first one after that.
func TestGameGoesOn(t *testing.T) {
	s := start(t)
	store, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var mu sync.Mutex
	begun := 0
	open := watched("a", func(line string) {
		if strings.HasPrefix(line, "newgame") {
			mu.Lock()
			begun++
			mu.Unlock()
		}
	})
	work(t, s, "a", "", open)
	h := hosted(t, host.Config{Store: store}, queue(t, s, quick))
	var games []string
	for range 2 {
		g, _, err := h.Create(t.Context(), host.Spec{Game: "teeko"})
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g.ID)
	}
	for i, step := range []struct{ game, begun int }{{0, 1}, {0, 1}, {0, 1}, {1, 2}, {1, 2}, {0, 3}} {
		state, _, err := h.Move(t.Context(), games[step.game], host.Limits{Depth: 2}, host.Change{})
		if err != nil {
			t.Fatalf("turn %d: %v", i, err)
		}
		mu.Lock()
		if begun != step.begun {
			t.Errorf("after turn %d, the %d. of its game, the engine was told of %d games, want %d", i, len(state.Turns), begun, step.begun)
		}
		mu.Unlock()
	}
}

// A worker whose engine cannot be started, or ends at once, gives back the search that it
// took, says that it has no places, and takes no other until a pause is over.
func TestNoEngine(t *testing.T) {
	for name, tc := range map[string]struct {
		open func(context.Context) (*driver.Engine, error)
		want string
	}{
		"none": {func(context.Context) (*driver.Engine, error) { return nil, errors.New("there is none") }, "no engine could be started"},
		"ends": {watched("a", func(line string) {
			if strings.HasPrefix(line, "go") {
				runtime.Goexit() // its input ends, and so does it
			}
		}), "does not go on"},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			q := queue(t, s, quick)
			var opened atomic.Int64
			work(t, s, "a", "", func(ctx context.Context) (*driver.Engine, error) {
				opened.Add(1)
				return tc.open(ctx)
			})
			loan, err := q.Take(t.Context(), host.Want{})
			if err != nil {
				t.Fatal(err)
			}
			e, err := driver.Attach(t.Context(), loan.Process, driver.Config{})
			if err == nil {
				_, err = e.Go(t.Context(), "depth 1", nil)
				e.Close()
			}
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("the search that it took: %v, want %q", err, tc.want)
			}
			eventually(t, "the worker has no places", func() bool { n, _ := q.Count(); return n == 0 })
			if got := opened.Load(); got != 1 {
				t.Errorf("%d engines were opened for one search", got)
			}
		})
	}
}

// All places of a worker may fail at once, which is one failure: the next pause is not
// longer for each of them.
func TestOnePause(t *testing.T) {
	conn, err := start(t).Connect("a worker", bus.Inbox("a"), func(error) {}, func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	w := &worker{Worker: Worker{Name: "a", Log: slog.New(slog.DiscardHandler), times: quick}, conn: conn, instance: "one"}
	for range 4 {
		w.noEngine(errors.New("there is none"))
	}
	if left := time.Until(w.pausing()); w.failed != 1 || left > quick.pause || left < quick.pause/2 {
		t.Errorf("%d failures, and a pause of %v", w.failed, left)
	}
}
