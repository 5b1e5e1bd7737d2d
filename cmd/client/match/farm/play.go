package farm

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/internal/bus"
)

// Next waits for a game of any match.
func (w *worker) Next(ctx context.Context) (match.Task, error) {
	for n := turn(time.Now()); ; n++ {
		m := w.choose(n)
		if m == nil {
			if err := wait(ctx, 100*time.Millisecond); err != nil {
				return match.Task{}, err
			}
			continue
		}
		w.quiet.RLock() // until the game is over
		task, err := w.fetch(ctx, m)
		if err == nil {
			return task, nil
		}
		w.quiet.RUnlock()
		if ctx.Err() != nil {
			return match.Task{}, ctx.Err()
		}
		if !errors.Is(err, errNone) {
			wait(ctx, 200*time.Millisecond)
		}
	}
}

// wait waits, unless the context ends before that.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// turnTime is how long a match is the first that is given games. Engines start anew
// when a player goes from one match to another, so it is not one game.
const turnTime = 10 * time.Second

// turn is whose turn it is.
func turn(now time.Time) int { return int(now.Unix() / int64(turnTime/time.Second)) }

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
		return match.Task{}, errors.Join(errors.New("a game that is none of the match"), err)
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
	w.playing.Add(1)
	over := func() { w.playing.Add(-1); w.quiet.RUnlock() }
	return match.Task{Setting: m.setting, Pairing: p,
		Left: func() { over(); cancel(); msg.Nak() },
		Done: func(g arena.Game, err error) {
			over()
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
	r := newResult(g)
	r.Speed, r.Factor = m.speed, m.factor
	subject := resultSubject + m.Match + "." + w.Name + "." + strconv.Itoa(p.ID)
	id, data := subject+"."+rand.Text()[:8], r.fit(w.conn.MaxPayload())
	err := w.insist(func(ctx context.Context) error {
		if len(data) > maxMessage {
			return nats.ErrMaxPayload // the coordinator reads no more
		}
		_, err := w.js.Publish(ctx, subject, data, jetstream.WithMsgID(id))
		return err
	})
	if errors.Is(err, nats.ErrMaxPayload) {
		w.fail(m, fmt.Errorf("game %d is larger than a message to the server may be: %w", p.ID, err))
		msg.NakWithDelay(time.Second)
	}
	if err != nil {
		return
	}
	// Where it fails the game has another consumer, and is played again in vain.
	w.insist(msg.DoubleAck)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.played++
}

// insist does something until it succeeds. What will never succeed fails at once,
// such as an acknowledgement to a consumer that is no more.
func (w *worker) insist(do func(ctx context.Context) error) error {
	var end time.Time
	for failed := 0; ; failed++ {
		ctx, cancel := context.WithTimeout(context.Background(), bus.AnswerTime)
		err := do(ctx)
		cancel()
		if w.ctx.Err() != nil && end.IsZero() {
			end = time.Now().Add(bus.AnswerTime)
		}
		switch {
		case err == nil:
			return nil
		case errors.Is(err, jetstream.ErrMsgAlreadyAckd), errors.Is(err, nats.ErrNoResponders),
			errors.Is(err, nats.ErrMaxPayload), errors.Is(err, nats.ErrConnectionClosed), !end.IsZero() && time.Now().After(end):
			return err
		case failed == 3:
			w.Log.Warn("the server does not take what has been played; it is tried again until it does", "why", err)
		}
		wait(w.ctx, backOff(failed))
	}
}
