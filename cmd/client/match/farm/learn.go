package farm

import (
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"quadrille/cmd/client/match"
	"quadrille/cmd/internal/bus"
)

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

// told takes what a coordinator says.
func (w *worker) told(msg *nats.Msg) {
	var o offer
	if decode(msg.Data, &o) != nil || bus.CheckName(o.Match) != nil || o.Refused == "" && !consumerForm.MatchString(o.Consumer) {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ctx.Err() != nil {
		return
	}
	m := w.matches[o.Match]
	another := m == nil || m.Order != o.Order
	if another {
		w.Log.Info("told of a match", "match", o.Match)
	}
	if another || m.trouble != "" && time.Now().After(m.again) {
		m = &known{offer: o}
		w.matches[o.Match] = m
		if o.Refused == "" {
			w.learning.Go(func() { w.learn(m) })
		}
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

// bench sees how the engine plays and, if that matters, how fast the machine is. For
// that the games that are played now come to their ends, and no others begin.
func (w *worker) bench(s *match.Setting, timed bool) (match.Bench, error) {
	if timed {
		w.Log.Info("measures how fast it is, when the games that it plays are over")
		w.quiet.Lock()
		defer w.quiet.Unlock()
	}
	return s.Benchmark(w.ctx, w.Options, benchPlayers(timed, w.players))
}

// get fetches an order and makes the setting of its match.
func (w *worker) get(name string) (o *order, s *match.Setting, speed int, err error) {
	store, err := w.js.ObjectStore(w.ctx, bucketName)
	if err != nil {
		return nil, nil, 0, w.lacking("the object store "+bucketName, err)
	}
	data, err := get(w.ctx, store, name, maxOrder)
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
		b, err := w.bench(match.NewSetting(spec), o.Speed > 0)
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
