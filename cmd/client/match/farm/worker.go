package farm

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"quadrille/cmd/client/match"
	"quadrille/cmd/internal/bus"
)

// Worker is a machine that plays the games of any match on a server.
type Worker struct {
	Server  bus.Server
	Name    string // by which coordinators and the server's permissions know it
	Players int    // games at a time; 0 is one a core
	Allowed Allowed
	Folder  string // where programs that were sent are kept
	Version string
	Options match.Options // for what is run here
	Log     *slog.Logger
	Counts  *Labour // is kept up to date; nil is not needed
}

// worker is a worker that runs. It is the source of its pool's games.
type worker struct {
	Worker
	*link
	instance string
	players  int
	replies  string

	learning sync.WaitGroup // of matches
	// quiet is held for reading by who looks for a game or plays it, and for writing
	// by who measures how fast the machine is.
	quiet   sync.RWMutex
	playing atomic.Int32 // games

	mu      sync.Mutex
	ctx     context.Context // ends when the worker is to end
	end     context.CancelFunc
	matches map[string]*known
	played  int
}

// Run plays games until the context ends, which is no error. Games that run then
// are given back at once.
func (w Worker) Run(ctx context.Context) error {
	r, err := w.open(ctx)
	if err != nil {
		return err
	}
	defer r.close()
	return r.serve(r)
}

// open connects and listens to coordinators.
func (w Worker) open(ctx context.Context) (*worker, error) {
	if err := bus.CheckName(w.Name); err != nil {
		return nil, err
	}
	l, err := connect(ctx, w.Server, "quadrille worker "+w.Name, bus.Inbox(w.Name))
	if err != nil {
		return nil, err
	}
	r := &worker{Worker: w, link: l, instance: rand.Text()[:8], matches: map[string]*known{}, replies: l.conn.NewInbox()}
	r.ctx, r.end = context.WithCancel(ctx)
	if w.Counts != nil {
		w.Counts.watch(r)
	}
	for subject, do := range map[string]nats.MsgHandler{r.replies: r.told, callSubject: func(*nats.Msg) { r.greet() }} {
		if _, err := l.conn.Subscribe(subject, do); err != nil {
			r.end()
			l.close()
			return nil, l.lacking("listening to coordinators", err)
		}
	}
	return r, nil
}

// serve has a pool play the games of a source, which are those of the worker, and
// says every few seconds that the worker is there, until it is to end.
func (w *worker) serve(games match.Source) error {
	pool, err := match.StartPool(games, w.Options, w.Players, true)
	if err != nil {
		return err
	}
	w.mu.Lock()
	w.players = pool.Size()
	w.mu.Unlock()
	w.Log.Info("ready", "name", w.Name, "players", pool.Size(), "server", w.Server.Redacted())
	err = w.attend()
	w.end() // else a player would insist on what the server does not permit
	pool.Close()
	played := w.count() // who holds the mutex later learns nothing new
	w.learning.Wait()
	w.Log.Info("ended", "games", played)
	return err
}

// attend says every few seconds that the worker is there, until it is to end or
// cannot go on.
func (w *worker) attend() error {
	tick := time.NewTicker(helloTime)
	defer tick.Stop()
	for {
		w.greet()
		select {
		case <-tick.C:
		case what := <-w.denied:
			return fmt.Errorf("the NATS server does not let this worker do what it needs: %s. "+
				"Where a user may be one worker only, --name is to be the one that its permissions name (deploy/nats.conf)", what)
		case <-w.gone:
			return w.lost()
		case <-w.ctx.Done():
			return nil
		}
	}
}

// greet says that the worker is there, once it is.
func (w *worker) greet() {
	if h := w.hello(); h.Players > 0 {
		w.conn.PublishRequest(helloSubject+w.Name, w.replies, encode(h))
	}
}

// count is how many games the worker has played.
func (w *worker) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.played
}

func (w *worker) hello() hello {
	w.mu.Lock()
	defer w.mu.Unlock()
	h := hello{Instance: w.instance, Players: w.players, Version: w.Version, Trouble: map[string]string{}, Speeds: map[string]int{}}
	for id, m := range w.matches {
		if time.Since(m.when) > deafTime {
			delete(w.matches, id)
			continue
		}
		if m.trouble != "" {
			h.Trouble[id] = m.trouble
		}
		h.Speeds[id] = m.speed
	}
	return h
}
