package farm

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/arena"
)

// receive hands results on until the queue is closed. Errors of the connection
// pass; the iterator goes on by itself when the server is back.
func (q *queue) receive(results jetstream.MessagesContext) {
	for {
		msg, err := results.Next()
		switch {
		case errors.Is(err, jetstream.ErrMsgIteratorClosed):
			return
		case err != nil:
			if wait(q.ctx, 200*time.Millisecond) != nil {
				return
			}
			continue
		}
		select {
		case q.came <- msg:
		case <-q.ctx.Done():
			return
		}
	}
}

// judge takes a result: has the referee replay it, and hands it on.
func (q *queue) judge(msg jetstream.Msg) {
	words := strings.Split(msg.Subject(), ".")
	id, err := strconv.Atoi(words[len(words)-1])
	if err != nil || len(words) != 5 {
		msg.Term()
		return
	}
	worker := words[3]
	p, under := q.under[id]
	switch {
	case q.refused[worker] != "":
		q.counted(func(c *Counts) { c.Refused++ })
		msg.Ack()
		if under && !q.stored[id] {
			q.publish(p)
			q.stored[id] = true // or each message of the liar would put it in once more
		}
		return
	case id < 1 || id > q.course.Total:
		q.counted(func(c *Counts) { c.Refused++ })
		q.refuse(worker, fmt.Sprintf("it brings game %d of %d", id, q.course.Total), msg)
		return
	case !under && q.seen[id], q.held[id].msg != nil && !same(q.held[id].msg, msg):
		q.counted(func(c *Counts) { c.Twice++ })
		msg.Ack()
		return
	case !under && (q.early[id] != nil || len(q.early) >= maxEarly):
		msg.NakWithDelay(ackWait)
		return
	case !under:
		q.early[id] = msg
		return
	}
	if q.held[id].msg != nil {
		return // it is here already, and was sent again
	}
	g, err := q.check(p, worker, msg.Data())
	var lie *arena.Lie
	switch {
	case errors.As(err, &lie):
		q.counted(func(c *Counts) { c.Refused++ })
		q.refuse(worker, fmt.Sprintf("game %d: %s", id, lie.Text), msg)
		q.publish(p)
		return
	case q.ctx.Err() != nil, err == nil && q.hold(held{pairing: p, game: g, msg: msg}):
		return
	}
	q.accept(g, err, msg)
}

// accept hands a game on, or why there is none.
func (q *queue) accept(g arena.Game, err error, msg jetstream.Msg) {
	delete(q.under, g.ID)
	delete(q.stored, g.ID)
	delete(q.unsent, g.ID)
	q.seen[g.ID] = true
	q.brought[g.Worker]++
	q.counted(func(c *Counts) { c.Brought++ })
	q.hand(match.Played{Game: g, Err: err, Kept: func() { msg.Ack() }})
}

// check reads a result and has the referee replay it.
func (q *queue) check(p match.Pairing, worker string, data []byte) (arena.Game, error) {
	var r result
	if err := decode(data, &r); err != nil {
		return arena.Game{}, &arena.Lie{Text: "it is not written as a game: " + clean(err.Error())}
	}
	g, err := r.game()
	if err != nil {
		return g, err
	}
	g.Worker = worker
	return g, q.course.Check(q.ctx, p, &g)
}

// maxEarly is how many results are kept of games that nobody has asked for yet.
// More come again later.
const maxEarly = 256

// refuse gives a worker no more games. The others are told of a new consumer; what
// the liar has is given to them. What it brought is acknowledged when the journal
// has the refusal.
func (q *queue) refuse(worker, why string, msg jetstream.Msg) {
	why = cut(why, 2*maxWord)
	q.refused[worker] = why
	q.hand(match.Played{Refusal: &match.Refusal{Worker: worker, Why: why}, Kept: func() { msg.Ack() }})
	for q.turnConsumer(q.ctx) != nil && !q.conn.IsClosed() && wait(q.ctx, 200*time.Millisecond) == nil {
	}
}

// turnConsumer makes a consumer with a new name in place of the old ones.
func (q *queue) turnConsumer(ctx context.Context) error {
	stream, err := q.js.Stream(ctx, workStream)
	if err != nil {
		return q.lacking("the stream "+workStream, err)
	}
	names := stream.ConsumerNames(ctx)
	for name := range names.Name() {
		if strings.HasPrefix(name, q.id()+"-") {
			if err := stream.DeleteConsumer(ctx, name); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
				return q.lacking("the consumer of games", err)
			}
		}
	}
	if err := names.Err(); err != nil {
		return q.lacking("the consumer of games", err)
	}
	name := q.id() + "-" + rand.Text()
	_, err = stream.CreateConsumer(ctx, jetstream.ConsumerConfig{Durable: name, FilterSubject: workSubject + q.id() + ".>",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.order.Silence, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 65536, InactiveThreshold: keepTime})
	if err == nil {
		q.consumer = name
	}
	return q.lacking("the consumer of games", err)
}

// hand gives something to the match.
func (q *queue) hand(p match.Played) {
	select {
	case q.played <- p:
	case <-q.ctx.Done():
	}
}
