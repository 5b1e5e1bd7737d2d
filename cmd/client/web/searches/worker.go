package searches

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/internal/bus"
	"quadrille/protocol/driver"
)

// Worker is a machine whose engines search for the servers of a NATS server.
type Worker struct {
	Server bus.Server
	Name   string // by which the server's permissions know it
	Places int    // searches at a time, at least 1
	// Open starts an engine.
	Open func(context.Context) (*driver.Engine, error)
	// IdleAfter is when an engine that has nothing to do is ended.
	IdleAfter time.Duration
	Log       *slog.Logger
	// Counts is kept up to date; nil is not needed.
	Counts *Labour

	times times // usual by default
}

// worker is a worker that runs.
type worker struct {
	Worker
	conn     *nats.Conn
	engines  *host.Engines
	instance string
	denied   chan error
	gone     chan struct{}
	ctx      context.Context
	cancel   context.CancelFunc
	all      sync.WaitGroup // searches

	mu     sync.Mutex
	failed int               // engines that have failed, one after the other
	until  time.Time         // when it asks for searches again
	known  map[string]*offer // by the process and the search
	done   uint64
	closed bool
}

// offer is a search that a process wants.
type offer struct {
	when   time.Time // it was last told
	cancel context.CancelFunc
	asking bool // this worker has a place and asks for it, or has it
}

// errTaken is that a search is somebody else's by now.
var errTaken = errors.New("searches: somebody else has taken it, or it is not wanted any more")

// Run searches until the context ends, which is no error. Searches that run then
// are given to other workers.
func (w Worker) Run(ctx context.Context) error {
	if err := bus.CheckName(w.Name); err != nil {
		return err
	}
	if w.times == (times{}) {
		w.times = usual
	}
	r := &worker{Worker: w, instance: rand.Text()[:8], denied: make(chan error, 1), gone: make(chan struct{}), known: map[string]*offer{}}
	conn, err := w.Server.Connect("quadrille worker "+w.Name, bus.Inbox(w.Name), r.deny, func() { close(r.gone) })
	if err != nil {
		return err
	}
	r.conn = conn
	r.ctx, r.cancel = context.WithCancel(ctx)
	r.engines = host.NewEngines(w.Open, w.Places, w.IdleAfter, w.Log)
	if w.Counts != nil {
		w.Counts.worker.Store(r)
	}
	if _, err = conn.Subscribe(askSubject, r.asked); err == nil {
		w.Log.Info("ready to search", "name", w.Name, "places", w.Places)
		err = r.attend()
	}
	r.end()
	return err
}

// end gives up what runs and what waits.
func (w *worker) end() {
	w.greet(0)
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.cancel()
	w.engines.Close()
	w.all.Wait()
	w.conn.FlushTimeout(time.Second)
	w.conn.Close()
	w.Log.Info("ended", "searches", w.done)
}

func (w *worker) deny(err error) {
	if errors.Is(err, nats.ErrPermissionViolation) {
		select {
		case w.denied <- err:
		default:
		}
	}
}

// attend says that the worker is there, until it is to end or cannot go on.
func (w *worker) attend() error {
	tick := time.NewTicker(w.times.beat)
	defer tick.Stop()
	for {
		if time.Until(w.pausing()) <= 0 {
			w.greet(w.Places)
		}
		w.forget()
		select {
		case <-tick.C:
		case err := <-w.denied:
			return fmt.Errorf("the NATS server does not let this worker do what it needs: %s. "+
				"Where a user may be one worker only, --name is to be the one that its permissions name (deploy/nats.conf)", strings.TrimPrefix(err.Error(), "nats: "))
		case <-w.gone:
			if w.ctx.Err() != nil {
				return nil
			}
			return errors.New("the connection to the NATS server has been closed")
		case <-w.ctx.Done():
			return nil
		}
	}
}

func (w *worker) greet(places int) {
	w.conn.Publish(helloSubject+w.Name, encode(hello{w.instance, places}))
}

// forget drops what no process has said for long that it wants.
func (w *worker) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, o := range w.known {
		if !o.asking && time.Since(o.when) > w.times.silence {
			o.cancel()
		}
	}
}

// asked takes what a process wants.
func (w *worker) asked(msg *nats.Msg) {
	var a ask
	if json.Unmarshal(msg.Data, &a) != nil || bus.CheckName(a.Process) != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, id := range a.Gone {
		if o := w.known[a.Process+"."+id]; o != nil && !o.asking {
			o.cancel()
		}
	}
	for _, one := range a.Want {
		key := a.Process + "." + one.ID
		if o := w.known[key]; o != nil {
			o.when = time.Now()
			continue
		}
		if bus.CheckName(one.ID) != nil || len(w.known) >= maxKnown || w.closed {
			continue
		}
		ctx, cancel := context.WithCancel(w.ctx)
		o := &offer{when: time.Now(), cancel: cancel}
		w.known[key] = o
		w.all.Go(func() {
			defer func() {
				cancel()
				w.mu.Lock()
				delete(w.known, key)
				w.mu.Unlock()
			}()
			w.serve(ctx, key, one, o)
		})
	}
}

// noEngine has the worker ask for no searches for a while, since it would only take
// them from others, and says that it has no places. Engines that fail during a pause
// were started before it, and make it no longer.
func (w *worker) noEngine(err error) {
	w.mu.Lock()
	if time.Now().Before(w.until) {
		w.mu.Unlock()
		return
	}
	pause := max(min(w.times.pause<<min(w.failed, 10), longestPause), w.times.pause)
	w.failed++
	w.until = time.Now().Add(pause)
	w.mu.Unlock()
	w.greet(0)
	w.Log.Error("the engine cannot be started or ends before it has searched; no search is asked for now", "pause", pause, "error", err)
}

func (w *worker) pausing() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.until
}

// pause waits until searches may be asked for.
func (w *worker) pause(ctx context.Context) error {
	for {
		left := time.Until(w.pausing())
		if left <= 0 {
			return nil
		}
		select {
		case <-time.After(left):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// serve waits for a place, and searches where the process wants it then.
func (w *worker) serve(ctx context.Context, key string, one want, o *offer) {
	if w.pause(ctx) != nil {
		return
	}
	s := &service{mouth: mouth{conn: w.conn, to: fromSubject + w.Name + "." + key, from: w.conn.NewInbox()}, worker: w, words: make(chan word, 4096)}
	defer s.close()
	lent, err := w.engines.Lend(ctx, host.Want{Client: one.Client, Key: one.Key, Urgency: one.Urgency}, func() error { return s.ask(ctx, o) })
	if err != nil {
		if s.mine && w.ctx.Err() == nil {
			w.noEngine(err)
		}
		if s.mine {
			s.say(word{Kind: lost, Text: "no engine could be started"})
		}
		return
	}
	if lent.Known() {
		s.say(word{Kind: known})
	}
	idle := s.run(w.ctx, lent)
	lent.GiveBack(idle, s.searched)
	if s.broke != nil && !s.searched {
		w.noEngine(s.broke)
	}
	w.mu.Lock()
	if s.searched {
		w.failed = 0
	}
	w.done++
	w.mu.Unlock()
}

// service is the worker's end of a search.
type service struct {
	mouth
	worker *worker
	heard  *nats.Subscription
	words  chan word
	mine   bool
	// searched is that the engine has ended a search. It is set by speak.
	searched bool
	broke    error // why the engine has ended by itself
}

func (s *service) close() {
	if s.heard != nil {
		s.heard.Unsubscribe()
	}
}

// say tells the process something, and where the answer is heard.
func (s *service) say(w word) {
	w.At = s.from
	s.mouth.say(w)
}

// ask asks the process for the search. The error is that it is somebody else's.
func (s *service) ask(ctx context.Context, o *offer) (err error) {
	w := s.worker
	w.mu.Lock()
	o.asking = true // that others hear that it is taken may be known here before that it is by us
	w.mu.Unlock()
	s.heard, err = w.conn.Subscribe(s.from, func(msg *nats.Msg) {
		if one, ok := said(msg); ok {
			select {
			case s.words <- one:
			default: // run sees that it is missing
			}
		}
	})
	if err != nil {
		return err
	}
	s.say(word{Kind: take})
	late := time.NewTimer(w.times.silence)
	defer late.Stop()
	select {
	case one := <-s.words:
		if one.Kind != given {
			return errTaken
		}
	case <-late.C:
		return errTaken
	case <-ctx.Done():
		return ctx.Err()
	}
	s.mine = true
	return nil
}

// run carries lines between the process and an engine, until the process has its
// answer or one of the ends is lost. It says whether the engine is idle then.
func (s *service) run(ctx context.Context, lent *host.Lent) (idle bool) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.speak(ctx, lent.Process())
		cancel()
	}()
	defer func() {
		cancel()
		<-ended
	}()
	tick := time.NewTicker(s.worker.times.beat)
	defer tick.Stop()
	wants, shares := lent.Wanted(), lent.Shared()
	n := 1 // words that were heard, with that the search is given
	for heard := time.Now(); ; {
		select {
		case <-wants:
			wants = nil
			s.say(word{Kind: wanted})
		case <-shares:
			shares = nil
			s.say(word{Kind: shared})
		case <-tick.C:
			s.say(word{Kind: beat})
			if time.Since(heard) > s.worker.times.silence {
				return false
			}
		case one := <-s.words:
			heard = time.Now()
			if !one.after(&n) {
				s.say(word{Kind: lost, Text: "words to it were lost on the way"})
				return false
			}
			switch one.Kind {
			case lines:
				if lent.Process().SendRaw(ctx, one.Text) != nil {
					return false
				}
			case done:
				return true
			case lost:
				return false
			}
		case <-ctx.Done():
			return false
		}
	}
}

// speak sends what the engine says, and that it has ended.
func (s *service) speak(ctx context.Context, engine *driver.Process) {
	for {
		line, err := engine.Receive(ctx)
		if err != nil {
			if ctx.Err() == nil {
				s.broke = err
			}
			if ctx.Err() == nil || s.worker.ctx.Err() != nil {
				s.say(word{Kind: lost, Text: err.Error()})
			}
			return
		}
		s.searched = s.searched || strings.HasPrefix(line, "bestmove")
		s.say(word{Kind: lines, Text: line + "\n"})
	}
}
