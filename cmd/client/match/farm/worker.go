package farm

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/arena"
)

// Worker is a machine that plays the games of any match on a server.
type Worker struct {
	Server  Server
	Name    string // by which coordinators and the server's permissions know it
	Players int    // games at a time; 0 is one a core
	Allowed Allowed
	Folder  string // where programs that were sent are kept
	Version string
	Options match.Options // for what is run here
	Log     *slog.Logger
}

// worker is a worker that runs. It is the source of its pool's games.
type worker struct {
	Worker
	*link
	instance string
	players  int
	replies  string

	learning sync.WaitGroup // of matches

	mu      sync.Mutex
	ctx     context.Context // ends when the worker is to end
	matches map[string]*known
	played  int
}

// known is a match that a coordinator has told of. Once it has a setting, only the
// consumer and the trouble change, under the worker's mutex.
type known struct {
	offer
	when    time.Time // it was last told
	setting *match.Setting
	order   *order
	factor  float64
	speed   int
	trouble string
	again   time.Time // when trouble is looked at again
	games   jetstream.Consumer
	name    string // of the consumer that games is
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
	if err := CheckName(w.Name); err != nil {
		return nil, err
	}
	l, err := connect(ctx, w.Server, "quadrille worker "+w.Name, "_INBOX_"+w.Name)
	if err != nil {
		return nil, err
	}
	r := &worker{Worker: w, link: l, ctx: ctx, instance: rand.Text()[:8], matches: map[string]*known{}, replies: l.conn.NewInbox()}
	for subject, do := range map[string]nats.MsgHandler{r.replies: r.told, callSubject: func(*nats.Msg) { r.greet() }} {
		if _, err := l.conn.Subscribe(subject, do); err != nil {
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
	defer pool.Close()
	w.mu.Lock()
	w.players = pool.Size()
	w.mu.Unlock()
	w.Log.Info("ready", "name", w.Name, "players", pool.Size(), "server", w.Server.redacted())
	tick := time.NewTicker(helloTime)
	defer tick.Stop()
	for {
		w.greet()
		select {
		case <-tick.C:
		case what := <-w.denied:
			return fmt.Errorf("the NATS server does not let this worker do what it needs: %s. "+
				"Where a user may be one worker only, --name is to be the one that its permissions name (docs/match.md)", what)
		case <-w.ctx.Done():
			pool.Close()
			w.count() // who holds the mutex later learns nothing new
			w.learning.Wait()
			w.Log.Info("ended", "games", w.count())
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

// told takes what a coordinator says.
func (w *worker) told(msg *nats.Msg) {
	var o offer
	if decode(msg.Data, &o) != nil || CheckName(o.Match) != nil || o.Refused == "" && !consumerForm.MatchString(o.Consumer) {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ctx.Err() != nil {
		return
	}
	m := w.matches[o.Match]
	switch {
	case m == nil || m.Order != o.Order:
		m = &known{offer: o}
		w.matches[o.Match] = m
		w.Log.Info("told of a match", "match", o.Match)
		if o.Refused == "" {
			w.learning.Go(func() { w.learn(m) })
		}
	case m.trouble != "" && time.Now().After(m.again):
		m = &known{offer: o}
		w.matches[o.Match] = m
		w.learning.Go(func() { w.learn(m) })
	}
	if o.Refused != "" && m.trouble != o.Refused {
		w.Log.Error("refused", "match", o.Match, "why", o.Refused)
		m.trouble, m.again = o.Refused, time.Now().Add(time.Hour)
	}
	m.Consumer, m.Refused, m.when = o.Consumer, o.Refused, time.Now()
}

// learn gets what a match needs.
func (w *worker) learn(m *known) {
	order, setting, speed, err := w.get(m.Order)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		m.trouble, m.again = err.Error(), time.Now().Add(time.Minute)
		w.Log.Error("cannot play", "match", m.Match, "why", err)
		return
	}
	m.order, m.setting, m.speed, m.factor = order, setting, speed, order.factor(speed)
	w.Log.Info("plays", "match", m.Match, "game", order.Spec.Game, "engines", len(order.Spec.Engines), "speed", speed, "factor", m.factor)
}

// get fetches an order and makes the setting of its match.
func (w *worker) get(name string) (o *order, s *match.Setting, speed int, err error) {
	store, err := w.js.ObjectStore(w.ctx, bucketName)
	if err != nil {
		return nil, nil, 0, w.lacking("the object store "+bucketName, err)
	}
	data, err := get(w.ctx, store, name)
	if err != nil {
		return nil, nil, 0, err
	}
	o = &order{}
	if err := decodeOrder(data, o); err != nil {
		return nil, nil, 0, err
	}
	spec, err := o.unpack(w.ctx, store, w.Allowed, w.Folder)
	if err != nil {
		return nil, nil, 0, err
	}
	if o.Bench != "" || o.Speed > 0 {
		b, err := match.NewSetting(spec).Benchmark(w.ctx, w.Options, benchPlayers(o.Speed > 0, w.players))
		switch {
		case err != nil:
			return nil, nil, 0, err
		case o.Bench != "" && b.Found != o.Bench:
			return nil, nil, 0, fmt.Errorf("the engine of this program plays otherwise than the coordinator's (it finds %s, and there %s): install the same program", b.Found, clean(o.Bench))
		case o.tooOther(b.Speed) != "":
			return nil, nil, 0, errors.New(o.tooOther(b.Speed))
		}
		speed = b.Speed
	}
	return o, match.NewSetting(spec.Scaled(o.factor(speed))), speed, nil
}

// Next waits for a game of any match.
func (w *worker) Next(ctx context.Context) (match.Task, error) {
	for n := 0; ; n++ {
		m := w.choose(n)
		if m == nil {
			if err := wait(ctx, 100*time.Millisecond); err != nil {
				return match.Task{}, err
			}
			continue
		}
		task, err := w.fetch(ctx, m)
		if err == nil {
			return task, nil
		}
		if ctx.Err() != nil {
			return match.Task{}, ctx.Err()
		}
		if !errors.Is(err, errNone) {
			wait(ctx, 200*time.Millisecond)
		}
	}
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// choose is the match whose queue is looked into next: they take turns.
func (w *worker) choose(n int) *known {
	w.mu.Lock()
	defer w.mu.Unlock()
	var list []*known
	for _, id := range slices.Sorted(maps.Keys(w.matches)) {
		if m := w.matches[id]; m.setting != nil && m.trouble == "" && m.Consumer != "" {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[n%len(list)]
}

// errNone is that there was no game.
var errNone = errors.New("no game")

// patience is how long a player waits at one match's queue.
const patience = 2 * time.Second

// fetch asks for one game of a match, and no more, since the time to acknowledge
// it begins when it is sent.
func (w *worker) fetch(ctx context.Context, m *known) (match.Task, error) {
	games, err := w.consumer(ctx, m)
	if err != nil {
		return match.Task{}, err
	}
	batch, err := games.Fetch(1, jetstream.FetchMaxWait(patience))
	if err != nil {
		return match.Task{}, err
	}
	var msg jetstream.Msg
	select {
	case got := <-batch.Messages():
		msg = got
	case <-ctx.Done():
		go func() { // one that comes now is given back
			for late := range batch.Messages() {
				late.Nak()
			}
		}()
		return match.Task{}, ctx.Err()
	}
	if msg == nil {
		if err := batch.Error(); err != nil {
			return match.Task{}, err
		}
		return match.Task{}, errNone
	}
	var j job
	if err := decode(msg.Data(), &j); err != nil || len(j.Game.Seats) == 0 || !m.order.has(j.Game) {
		msg.NakWithDelay(ackWait)
		return match.Task{}, fmt.Errorf("a game that is none of the match: %w", err)
	}
	return w.task(m, j.Game, msg), nil
}

// has says whether a game can be one of the match.
func (o *order) has(p match.Pairing) bool {
	for _, e := range p.Seats {
		if e < 0 || e >= len(o.Spec.Engines) {
			return false
		}
	}
	return len(p.Seats) <= 16 && p.Opening >= 0
}

// consumer is the consumer of a match's games by its present name.
func (w *worker) consumer(ctx context.Context, m *known) (jetstream.Consumer, error) {
	w.mu.Lock()
	name, games := m.Consumer, m.games
	if m.name != name {
		games = nil
	}
	w.mu.Unlock()
	if games != nil {
		return games, nil
	}
	games, err := w.js.Consumer(ctx, workStream, name)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	m.games, m.name = games, name
	return games, nil
}

// task is a game that the worker has. While it is played the server is told so.
func (w *worker) task(m *known, p match.Pairing, msg jetstream.Msg) match.Task {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		tick := time.NewTicker(max(m.order.Silence/3, 10*time.Millisecond))
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				msg.InProgress()
			case <-ctx.Done():
				return
			}
		}
	}()
	return match.Task{Setting: m.setting, Pairing: p,
		Left: func() { cancel(); msg.Nak() },
		Done: func(g arena.Game, err error) {
			defer cancel()
			if err != nil {
				w.fail(m, err)
				msg.NakWithDelay(time.Second)
				return
			}
			w.bring(m, p, g, msg)
		}}
}

// fail remembers why a game could not be played.
func (w *worker) fail(m *known, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Log.Error("cannot play", "match", m.Match, "why", err)
	m.trouble, m.again = err.Error(), time.Now().Add(time.Minute)
}

// bring puts a finished game into the stream of results and then acknowledges it,
// both for as long as it takes the server to say that it has that, or, when the
// worker is to end, for a moment.
func (w *worker) bring(m *known, p match.Pairing, g arena.Game, msg jetstream.Msg) {
	g.Detail = g.Detail[:min(len(g.Detail), maxText)]
	r := result{Game: g, Notes: g.Notes, Begun: g.Begun, Elapsed: g.Elapsed, Speed: m.speed, Factor: m.factor}
	subject := resultSubject + m.Match + "." + w.Name + "." + strconv.Itoa(p.ID)
	id := subject + "." + rand.Text()[:8]
	if !w.insist(func(ctx context.Context) error {
		_, err := w.js.Publish(ctx, subject, encode(r), jetstream.WithMsgID(id))
		return err
	}) {
		return
	}
	w.insist(msg.DoubleAck)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.played++
}

// insist does something until it succeeds, and says whether it has. What the
// server refuses for good fails at once.
func (w *worker) insist(do func(ctx context.Context) error) bool {
	var end time.Time
	for {
		ctx, cancel := context.WithTimeout(context.Background(), askTime)
		err := do(ctx)
		cancel()
		if err == nil {
			return true
		}
		if w.ctx.Err() != nil && end.IsZero() {
			end = time.Now().Add(askTime)
		}
		if errors.Is(err, jetstream.ErrMsgAlreadyAckd) || !end.IsZero() && time.Now().After(end) {
			return false
		}
		wait(w.ctx, 200*time.Millisecond)
	}
}
