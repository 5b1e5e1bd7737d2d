//go:build unix

package farm

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/internal/bus"
	"quadrille/cmd/internal/enginecmd"
)

// holder is a source that holds the first game, when it has been played.
type holder struct {
	*worker
	once sync.Once
	hold func() // returns when the game may come back
}

// Next holds the first game.
func (h *holder) Next(ctx context.Context) (match.Task, error) {
	t, err := h.worker.Next(ctx)
	if done := t.Done; err == nil {
		t.Done = func(g arena.Game, err error) {
			h.once.Do(h.hold)
			done(g, err)
		}
	}
	return t, err
}

// A worker whose game was taken out of the queue while it played it brings it all
// the same, and plays on.
func TestTakenBack(t *testing.T) {
	s := start(t, t.TempDir(), -1, nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, err := newWorker(s.ClientURL(), "w").open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	held, released := make(chan struct{}), make(chan struct{})
	h := &holder{worker: r, hold: func() { close(held); <-released }}
	ended := make(chan error)
	go func() { ended <- r.serve(h) }()
	path := begin(t, newSpec(4))
	first, interrupt := context.WithCancel(t.Context())
	go func() { <-held; interrupt() }()
	if err := resume(first, path, &Match{Server: bus.Server{URL: s.ClientURL()}}, &log{}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	close(released)
	second, give := context.WithTimeout(t.Context(), time.Minute)
	defer give()
	if err := resume(second, path, &Match{Server: bus.Server{URL: s.ClientURL()}}, &log{}); err != nil {
		t.Errorf("the worker does not play on: %v", err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A worker that may not bring its games says so and ends.
func TestMayNotBring(t *testing.T) {
	s := start(t, t.TempDir(), -1, func(o *server.Options) {
		o.Users = []*server.User{{Username: "boss", Password: "secret"},
			{Username: "lab1", Password: "secret", Permissions: &server.Permissions{Publish: &server.SubjectPermission{Deny: []string{resultSubject + ">"}}}}}
	})
	w := newWorker("", "lab1")
	w.Server = as(s, "lab1")
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() { over <- resume(ctx, begin(t, newSpec(2)), &Match{Server: as(s, "boss")}, &log{}) }()
	expectEnd(t, w, "quadrille.result.")
	cancel()
	<-over
}

// A match that may not put games into the queue says so and ends.
func TestMayNotPublish(t *testing.T) {
	s := start(t, t.TempDir(), -1, func(o *server.Options) {
		o.Users = []*server.User{{Username: "boss", Password: "secret",
			Permissions: &server.Permissions{Publish: &server.SubjectPermission{Deny: []string{workSubject + ">"}}}}}
	})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := resume(ctx, begin(t, newSpec(2)), &Match{Server: as(s, "boss")}, &log{}); err == nil || !strings.Contains(err.Error(), "quadrille.work.") {
		t.Error(err)
	}
}

// expectEnd fails unless a worker ends with an error.
func expectEnd(t *testing.T, w Worker, want string) {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- w.Run(t.Context()) }()
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	case <-time.After(time.Minute):
		t.Error("the worker goes on")
	}
}

// Whom the server does not let in any more does not wait for it without end.
func TestLockedOut(t *testing.T) {
	locked := func(password string) func(*server.Options) {
		return func(o *server.Options) { o.Username, o.Password = "u", password }
	}
	dir := t.TempDir()
	s := start(t, dir, -1, locked("secret"))
	url := strings.Replace(s.ClientURL(), "://", "://u:secret@", 1)
	over := make(chan error, 1)
	l := &begun{log: &log{}, do: func(match.Progress) {
		go func() {
			port := s.Addr().(*net.TCPAddr).Port
			s.Shutdown()
			s.WaitForShutdown()
			start(t, dir, port, locked("another"))
		}()
	}}
	path := begin(t, newSpec(2))
	w := newWorker(url, "w")
	r, err := w.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	go func() { over <- r.serve(r) }()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	const want = "does not know this user, or the password or key is wrong"
	if err := resume(ctx, path, &Match{Server: bus.Server{URL: url}}, l); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the match: %v, want %q", err, want)
	}
	select {
	case err := <-over:
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the worker: %v, want %q", err, want)
		}
	case <-ctx.Done():
		t.Error("the worker goes on")
	}
}

// A machine's speed is measured while it plays nothing.
func TestMeasuresInQuiet(t *testing.T) {
	var mu sync.Mutex
	var order []string
	happens := func(what string) {
		mu.Lock()
		defer mu.Unlock()
		order = append(order, what)
	}
	w := &worker{Worker: newWorker("", "w"), players: 1, ctx: t.Context()}
	w.Options.Serve = func(in io.Reader, out io.Writer) error {
		happens("bench")
		enginecmd.Main(nil, in, out, io.Discard)
		return nil
	}
	spec := newSpec(2)
	w.quiet.RLock() // as a game does
	measured := make(chan error)
	go func() {
		b, err := w.bench(match.NewSetting(spec), true)
		if err == nil && b.Speed <= 0 {
			err = errors.New("no speed")
		}
		measured <- err
	}()
	for w.quiet.TryRLock() { // nobody waits for quiet yet
		w.quiet.RUnlock()
		time.Sleep(time.Millisecond)
	}
	happens("the game ends")
	w.quiet.RUnlock()
	if err := <-measured; err != nil {
		t.Fatal(err)
	}
	if len(order) < 2 || order[0] != "the game ends" {
		t.Errorf("%v", order)
	}
}

// A server whose stream is full is told of, and gets the rest of the games when it
// takes them.
func TestFullStream(t *testing.T) {
	s := start(t, t.TempDir(), -1, nil)
	l := dial(t, bus.Server{URL: s.ClientURL()})
	for _, c := range streams() {
		if c.Name == workStream {
			c.MaxMsgs = 3
		}
		if _, err := l.js.CreateStream(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	path := begin(t, newSpec(8))
	h := &helpedByNote{log: &log{}, help: func() { work(t, newWorker(s.ClientURL(), "w")) }}
	if err := resume(t.Context(), path, &Match{Server: bus.Server{URL: s.ClientURL()}}, h); err != nil {
		t.Fatal(err)
	}
	if len(h.notes) != 1 || !strings.Contains(h.notes[0], "takes no more games now (maximum messages exceeded)") {
		t.Errorf("notes %q", h.notes)
	}
	expectSame(t, alone(t, newSpec(8)), games(t, path))
}

// helpedByNote is a log that calls for help at the first note.
type helpedByNote struct {
	*log
	once sync.Once
	help func()
}

func (h *helpedByNote) Note(text string, p match.Progress) {
	h.log.Note(text, p)
	h.once.Do(h.help)
}

// What a match needs is written anew before the server would delete it.
func TestRenewed(t *testing.T) {
	s := start(t, t.TempDir(), -1, nil)
	l := dial(t, bus.Server{URL: s.ClientURL()})
	store, err := l.prepare(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	name, err := put(t.Context(), store, "a program", strings.NewReader("#!/bin/true"))
	if err != nil {
		t.Fatal(err)
	}
	for _, age := range []time.Duration{renewTime / 2, renewTime} {
		before, err := store.GetInfo(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		aged := *before
		aged.ModTime = aged.ModTime.Add(-age)
		if err := renew(t.Context(), store, &aged); err != nil {
			t.Fatal(err)
		}
		after, err := store.GetInfo(t.Context(), name)
		if err != nil || (after.NUID != before.NUID) != (age == renewTime) || after.Description != "a program" {
			t.Errorf("after %v: %+v, %v; before %+v", age, after, err, before)
		}
		if data, err := get(t.Context(), store, name, 11); err != nil || string(data) != "#!/bin/true" {
			t.Errorf("after %v it is %q, %v", age, data, err)
		}
	}
}

// Matches share the workers: each is the first for a while.
func TestTurns(t *testing.T) {
	w := &worker{matches: map[string]*known{}}
	for _, id := range []string{"A", "B", "C"} {
		w.matches[id] = &known{offer: offer{Match: id, Consumer: id}, setting: &match.Setting{}}
	}
	var first strings.Builder
	for i := range 7 {
		first.WriteString(w.choose(turn(time.Unix(0, 0).Add(time.Duration(i) * turnTime / 2))).Match)
	}
	if got := first.String(); got != "AABBCCA" {
		t.Errorf("the turns are %s", got)
	}
}

// A match from before matches had names is refused in words.
func TestNoName(t *testing.T) {
	m := &Match{Server: bus.Server{URL: "nats://127.0.0.1:1"}}
	if _, err := m.Open(t.Context(), &match.Course{Spec: newSpec(2)}); err == nil || !strings.Contains(err.Error(), "leave out --nats") {
		t.Error(err)
	}
}

// What the server's owner has set for the streams stays.
func TestStreamsStay(t *testing.T) {
	s := start(t, t.TempDir(), -1, nil)
	l := dial(t, bus.Server{URL: s.ClientURL()})
	const most = 1 << 20
	for _, c := range streams() {
		c.MaxBytes = most
		if _, err := l.js.CreateStream(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // the bucket is new, and then it is there
		if _, err := l.prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range streams() {
		stream, err := l.js.Stream(t.Context(), c.Name)
		if err != nil || stream.CachedInfo().Config.MaxBytes != most {
			t.Errorf("stream %s: %v, %+v", c.Name, err, stream.CachedInfo().Config)
		}
	}
}
