//go:build unix

package farm

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/arena"
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
	r, err := newWorker(s.ClientURL(), "liar").open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	bad := &liar{worker: r, honest: 2, twist: func(g *arena.Game) { g.Turns[len(g.Turns)-1] = "9.9s9" }}
	ctx, cancel := context.WithCancel(t.Context())
	r.ctx = ctx
	ended := make(chan error)
	go func() { ended <- r.serve(bad) }()
	path := begin(t, newSpec(10))
	l := &helped{log: &log{}, bad: bad, help: func() { work(t, newWorker(s.ClientURL(), "honest")) }}
	if err := resume(t.Context(), path, &Match{Server: Server{URL: s.ClientURL()}}, l); err != nil {
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
