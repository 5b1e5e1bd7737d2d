package farm

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"quadrille/cmd/client/match"
	"quadrille/cmd/internal/bus"
)

// Match is how a match's games are to be carried. It is used once.
type Match struct {
	Server  bus.Server
	Scale   bool // scale times to the workers' speeds; else refuse workers of other speeds
	Speed   int  // in nodes a second, for which the times are meant; 0 has this machine measured
	Version string
	Options match.Options // for what is run here
	View    *Viewed       // what is published for those who watch; nil is nothing
	// Silence is after how long a worker that says nothing has lost its game; 0
	// is 15 seconds.
	Silence time.Duration
	// Replays is the share of games that are played again here, to be compared.
	Replays float64

	mu    sync.Mutex
	queue *queue
}

// Reach says whether the server is there, lets us in and has what a match needs, which
// Open needs too, but only when the engines have been tried.
func (m *Match) Reach(ctx context.Context) error {
	l, err := connect(ctx, m.Server, "quadrille match", "_INBOX")
	if err != nil {
		return err
	}
	defer l.close()
	_, err = l.prepare(ctx)
	return err
}

// Open opens the queue of a match.
func (m *Match) Open(ctx context.Context, c *match.Course) (match.Queue, error) {
	if _, follows := c.Spec.Timed(); follows {
		return nil, errors.New("time that follows another engine's is learned from all games of one machine; leave out follow, or --nats")
	}
	if bus.CheckName(c.Spec.ID) != nil {
		return nil, errors.New("the journal is of a match that began before matches had names, without which it cannot go past one machine; leave out --nats")
	}
	l, err := connect(ctx, m.Server, "quadrille match "+c.Spec.ID, "_INBOX")
	if err != nil {
		return nil, err
	}
	q, err := m.open(ctx, l, c)
	if err != nil {
		l.close()
		return nil, err
	}
	q.begun = time.Now()
	q.look()
	q.all.Go(q.run)
	q.all.Go(q.playAgain)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.queue = q
	return q, nil
}

func (m *Match) open(ctx context.Context, l *link, c *match.Course) (*queue, error) {
	store, err := l.prepare(ctx)
	if err != nil {
		return nil, err
	}
	q := &queue{link: l, course: c, view: m.View, where: m.Server.Redacted(), games: make(chan match.Pairing), played: make(chan match.Played, 64),
		asked: make(chan held, maxAsked), again: make(chan held), held: map[int]held{}, unsent: map[int]match.Pairing{},
		words: make(chan *nats.Msg, 1024), came: make(chan jetstream.Msg, 64), under: map[int]match.Pairing{},
		seen: map[int]bool{}, early: map[int]jetstream.Msg{}, hands: map[string]map[string]at{}, brought: map[string]int{}, unable: map[string]bool{}}
	for _, id := range c.Done {
		q.seen[id] = true
	}
	if q.refused = maps.Clone(c.Refused); q.refused == nil {
		q.refused = map[string]string{}
	}
	if c.Replay != nil {
		q.replays = m.Replays
	}
	if q.order, err = pack(ctx, store, c.Spec); err != nil {
		return nil, err
	}
	if err := m.measure(ctx, c.Spec, &q.order); err != nil {
		return nil, err
	}
	if q.order.Silence = m.Silence; m.Silence <= 0 {
		q.order.Silence = ackWait
	}
	if q.sum, err = put(ctx, store, "match "+c.Spec.ID, bytes.NewReader(encode(q.order))); err != nil {
		return nil, err
	}
	q.ctx, q.cancel = context.WithCancel(context.Background())
	if err := q.begin(ctx); err != nil {
		q.cancel()
		return nil, err
	}
	return q, nil
}

// Counts are the numbers of the match; none before it is open.
func (m *Match) Counts() Counts {
	m.mu.Lock()
	q := m.queue
	m.mu.Unlock()
	if q == nil {
		return Counts{}
	}
	return q.Counts()
}

// Close ends the connection, after the queue has been closed and the last games are
// in the journal. Of a match that is over nothing is left on the server but engines.
func (m *Match) Close(over bool) {
	m.mu.Lock()
	q := m.queue
	m.mu.Unlock()
	if q == nil {
		return
	}
	q.show()
	if over {
		q.clear()
	}
	q.close()
}

// clear deletes what the match has left on the server.
func (q *queue) clear() {
	ctx, cancel := context.WithTimeout(context.Background(), bus.AnswerTime)
	defer cancel()
	q.js.DeleteConsumer(ctx, resultStream, q.results())
	if stream, err := q.js.Stream(ctx, resultStream); err == nil {
		stream.Purge(ctx, jetstream.WithPurgeSubject(resultSubject+q.id()+".>"))
	}
	if store, err := q.js.ObjectStore(ctx, bucketName); err == nil {
		store.Delete(ctx, q.sum)
	}
}

// results is the name of the consumer of results.
func (q *queue) results() string { return "match-" + q.id() }

// measure writes into the order how fast the machine is for which the times are
// meant, and how the engine plays.
func (m *Match) measure(ctx context.Context, spec *match.Spec, o *order) error {
	timed, _ := spec.Timed()
	o.Version, o.Scale = m.Version, m.Scale
	if !timed && !spec.Plays() {
		return nil
	}
	b, err := match.NewSetting(spec).Benchmark(ctx, m.Options, benchPlayers(timed && m.Speed == 0, 1))
	if err != nil {
		return err
	}
	if spec.Plays() {
		o.Bench = b.Found
	}
	if timed {
		if o.Speed = b.Speed; m.Speed > 0 {
			o.Speed = m.Speed
		}
	}
	return nil
}

// begin makes the consumers, sees what an earlier run has left and listens.
func (q *queue) begin(ctx context.Context) error {
	if err := q.turnConsumer(ctx); err != nil {
		return err
	}
	stored, err := q.inStream(ctx, workStream, workSubject)
	if err != nil {
		return err
	}
	q.stored = stored
	name := q.results()
	// A new consumer has what an old one left without acknowledgement, at once.
	if err := q.js.DeleteConsumer(ctx, resultStream, name); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return q.lacking("the consumer of results", err)
	}
	consumer, err := q.js.CreateConsumer(ctx, resultStream, jetstream.ConsumerConfig{Durable: name, FilterSubject: resultSubject + q.id() + ".>",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Minute, MaxAckPending: -1, InactiveThreshold: keepTime})
	if err != nil {
		return q.lacking("the consumer of results", err)
	}
	results, err := consumer.Messages(jetstream.PullMaxMessages(256))
	if err != nil {
		return q.lacking("the results", err)
	}
	q.all.Go(func() { q.receive(results) })
	context.AfterFunc(q.ctx, results.Stop)
	sub, err := q.conn.ChanSubscribe(helloSubject+"*", q.words)
	if err != nil {
		return q.lacking("listening to workers", err)
	}
	context.AfterFunc(q.ctx, func() { sub.Unsubscribe() })
	// Until the server knows of it, it tells workers that nobody listens.
	if err := q.conn.FlushTimeout(10 * time.Second); err != nil {
		return q.lacking("listening to workers", err)
	}
	return nil
}
