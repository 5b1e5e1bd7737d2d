//go:build unix

package farm

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/internal/bus"
	"quadrille/protocol/driver"
)

// liar is a source that changes some of what its worker has played.
type liar struct {
	*worker
	honest int // games before it begins
	twist  func(*arena.Game)
	got    atomic.Int32
}

// Next changes what becomes of the next game.
func (l *liar) Next(ctx context.Context) (match.Task, error) {
	t, err := l.worker.Next(ctx)
	n := int(l.got.Add(1))
	if done := t.Done; err == nil && n > l.honest {
		t.Done = func(g arena.Game, err error) {
			l.twist(&g)
			done(g, err)
		}
	}
	return t, err
}

// A worker that lies is found, gets no more games, and what it has played is played
// by another; the match has the games that it has without it.
func TestLies(t *testing.T) {
	s := start(t, t.TempDir(), -1, nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, err := newWorker(s.ClientURL(), "liar").open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	bad := &liar{worker: r, honest: 2, twist: func(g *arena.Game) { g.Turns[len(g.Turns)-1] = "9.9s9" }}
	ended := make(chan error)
	go func() { ended <- r.serve(bad) }()
	path := begin(t, newSpec(10))
	l := &helped{log: &log{}, bad: bad, help: func() { work(t, newWorker(s.ClientURL(), "honest")) }}
	if err := resume(t.Context(), path, &Match{Server: bus.Server{URL: s.ClientURL()}}, l); err != nil {
		t.Fatal(err)
	}
	cancel()
	<-ended
	if len(l.notes) != 1 || !strings.Contains(l.notes[0], "the referee refuses its turns") || !strings.Contains(l.notes[0], "worker liar gets no more games: game ") {
		t.Errorf("notes %q, want %q", l.notes, "the referee refuses its turns")
	}
	got := games(t, path)
	expectSame(t, alone(t, newSpec(10)), got)
	if slices.ContainsFunc(got, func(g arena.Game) bool { return g.Worker != "honest" }) {
		t.Error("a game of the liar counts")
	}
	if n := bad.got.Load(); n > l.had+2 { // one may be on its way, and the end is no game
		t.Errorf("the liar had %d games when it was told, and %d in the end", l.had, n)
	}
	if hands := l.last.Crew.Away; len(hands) != 2 || hands[1].Refused == "" || hands[0].Refused != "" {
		t.Errorf("workers %+v", hands)
	}
}

// A worker that brings games which the rules allow and no engine of the match has
// played is found by one that is played again.
func TestInventedGames(t *testing.T) {
	others := newSpec(10)
	others.Engines[0].Limits, others.Engines[1].Limits = &arena.Limits{Nodes: 200}, &arena.Limits{Nodes: 1}
	invented := alone(t, others)
	s := start(t, t.TempDir(), -1, nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, err := newWorker(s.ClientURL(), "liar").open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	turn := 0
	bad := &liar{worker: r}
	bad.twist = func(g *arena.Game) {
		*g = invented[turn]
		turn++
	}
	ended := make(chan error)
	go func() { ended <- r.serve(bad) }()
	path := begin(t, newSpec(10))
	l := &helped{log: &log{}, bad: bad, help: func() { work(t, newWorker(s.ClientURL(), "honest")) }}
	if err := resume(t.Context(), path, &Match{Server: bus.Server{URL: s.ClientURL()}, Replays: 1}, l); err != nil {
		t.Fatal(err)
	}
	cancel()
	<-ended
	if len(l.notes) != 1 || !strings.Contains(l.notes[0], "worker liar gets no more games: game ") || !strings.Contains(l.notes[0], "was played again here, and ") {
		t.Errorf("notes %q", l.notes)
	}
	got := games(t, path)
	expectSame(t, alone(t, newSpec(10)), got)
	if slices.ContainsFunc(got, func(g arena.Game) bool { return g.Worker != "honest" }) {
		t.Error("a game of the liar counts")
	}
}

// Games that need not be the same when they are played again are not, and the table
// says so.
func TestNotReplayed(t *testing.T) {
	for _, tc := range []struct {
		change func(*match.Spec)
		want   string
	}{
		{func(*match.Spec) {}, "no game has been played again here yet"},
		{func(s *match.Spec) { s.Engines[1].Cmd = os.Args[0] + " engine" }, "since engine b is not this program's"},
		{func(s *match.Spec) { s.Engines[0].Options = []driver.Setting{{Name: "threads", Value: "2"}} }, "since engine a has several threads"},
		{func(s *match.Spec) { s.Engines[0].Limits = &arena.Limits{MoveTime: time.Second} }, "how far its engines search depends on the machine"},
	} {
		s := start(t, t.TempDir(), -1, nil)
		spec := newSpec(2)
		tc.change(spec)
		ctx, cancel := context.WithCancel(t.Context())
		l := &begun{log: &log{}, do: func(match.Progress) { cancel() }}
		if err := resume(ctx, begin(t, spec), &Match{Server: bus.Server{URL: s.ClientURL()}, Replays: 1, Speed: 1}, l); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if got := strings.Join(l.last.Crew.Notes, "\n"); !strings.Contains(got, tc.want) {
			t.Errorf("notes %q, want %q", got, tc.want)
		}
	}
}

// helped is a log that calls for help when a worker is refused and has been told.
type helped struct {
	*log
	bad  *liar
	had  int32 // games that the liar had then
	help func()
}

func (h *helped) Note(text string, p match.Progress) {
	h.log.Note(text, p)
	for range 2000 {
		if len(h.bad.hello().Trouble) > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	h.had = h.bad.got.Load()
	h.help()
}

// A worker that brings a game that the match does not have lies too. That is
// remembered before the match goes on.
func TestGamesOfNoMatch(t *testing.T) {
	s := start(t, t.TempDir(), -1, nil)
	path, refused := begin(t, newSpec(2)), &log{}
	l := &begun{log: refused, do: func(p match.Progress) {
		liar, err := connect(t.Context(), bus.Server{URL: s.ClientURL()}, "liar", "_INBOX")
		if err != nil {
			t.Error(err)
			return
		}
		defer liar.close()
		if _, err := liar.js.Publish(t.Context(), resultSubject+p.Spec.ID+".liar.99", encode(sample())); err != nil {
			t.Error(err)
		}
	}}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	once := false
	refused.each = func(match.Progress) {
		if !once {
			t.Error("a game counts before the refusal is told")
		}
	}
	told := &noting{begun: l, do: func() {
		once = true
		work(t, newWorker(s.ClientURL(), "honest"))
	}}
	if err := resume(ctx, path, &Match{Server: bus.Server{URL: s.ClientURL()}}, told); err != nil {
		t.Fatal(err)
	}
	j, _, err := match.OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if liars, err := j.Refused(t.Context()); err != nil || liars["liar"] != "it brings game 99 of 2" {
		t.Errorf("refused %v, %v", liars, err)
	}
}

// noting is a log that does something at a note.
type noting struct {
	*begun
	do func()
}

func (n *noting) Note(text string, p match.Progress) {
	n.begun.Note(text, p)
	n.do()
}

// A worker cannot have the coordinator write where it may not write itself.
func TestAnswersGoToWorkers(t *testing.T) {
	s := start(t, t.TempDir(), -1, nil)
	ctx, cancel := context.WithCancel(t.Context())
	l := &begun{log: &log{}, do: func(p match.Progress) {
		defer cancel()
		c, err := connect(t.Context(), bus.Server{URL: s.ClientURL()}, "liar", "_INBOX_liar")
		if err != nil {
			t.Error(err)
			return
		}
		defer c.close()
		victims := []string{"quadrille.victim", "_INBOX_liar2.x", "_INBOX_liar"}
		got := make(chan *nats.Msg, 16)
		for _, subject := range append(victims, "_INBOX_liar.x") {
			if _, err := c.conn.ChanSubscribe(subject, got); err != nil {
				t.Error(err)
			}
		}
		word := encode(hello{Instance: "A", Players: 1, Version: "test"})
		for _, subject := range append(victims, "_INBOX_liar.x") {
			c.conn.PublishRequest(helloSubject+"liar", subject, word)
		}
		select {
		case msg := <-got:
			if msg.Subject != "_INBOX_liar.x" {
				t.Errorf("the coordinator writes to %s", msg.Subject)
			}
		case <-time.After(20 * time.Second):
			t.Error("the worker has no answer")
		}
	}}
	if err := resume(ctx, begin(t, newSpec(2)), &Match{Server: bus.Server{URL: s.ClientURL()}}, l); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
