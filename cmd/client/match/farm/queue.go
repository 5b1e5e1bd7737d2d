package farm

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/arena"
)

// Match is how a match's games are to be carried. It is used once.
type Match struct {
	Server  Server
	Scale   bool // scale times to the workers' speeds; else refuse workers of other speeds
	Speed   int  // in nodes a second, for which the times are meant; 0 has this machine measured
	Version string
	Options match.Options // for what is run here
	View    *Viewed       // what is published for those who watch; nil is nothing
	// Silence is after how long a worker that says nothing has lost its game; 0
	// is 15 seconds.
	Silence time.Duration

	mu    sync.Mutex
	queue *queue
}

// queue carries the games of one match. One goroutine owns all but what the mutex
// guards.
type queue struct {
	*link
	course *match.Course
	view   *Viewed
	where  string
	order  order
	sum    string // of the order
	ctx    context.Context
	cancel context.CancelFunc
	all    sync.WaitGroup

	games  chan match.Pairing
	played chan match.Played
	words  chan *nats.Msg     // of workers
	came   chan jetstream.Msg // results

	consumer string                   // of the work stream, at present
	under    map[int]match.Pairing    // games under way
	seen     map[int]bool             // games that have been handed on
	early    map[int][]jetstream.Msg  // results of games that nobody has asked for yet
	stored   map[int]bool             // games that were in the stream when they were last counted
	refused  map[string]string        // workers, and why they get nothing
	hands    map[string]map[string]at // workers by name and instance
	brought  map[string]int           // games by worker

	mu    sync.Mutex
	crew  match.Crew
	count Counts
}

// at is what a worker has last said, and when.
type at struct {
	hello
	when time.Time
}

// Counts are numbers of a match on a server.
type Counts struct {
	Waiting   int    // games in the queue that nobody plays
	Playing   int    // games that workers have
	Results   int    // games that have been played and not yet been read
	Again     uint64 // games that were given to another worker
	Twice     uint64 // results that were there already
	Refused   uint64 // results that were refused
	Brought   uint64 // games that came back
	Workers   int
	Players   int
	Connected bool
}

// Open opens the queue of a match.
func (m *Match) Open(ctx context.Context, c *match.Course) (match.Queue, error) {
	if _, follows := c.Spec.Timed(); follows {
		return nil, errors.New("time that follows another engine's is learned from all games of one machine; leave out follow, or --nats")
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
	q.look()
	q.all.Go(q.run)
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
	q := &queue{link: l, course: c, view: m.View, where: m.Server.redacted(), games: make(chan match.Pairing), played: make(chan match.Played, 64),
		words: make(chan *nats.Msg, 1024), came: make(chan jetstream.Msg, 64), under: map[int]match.Pairing{},
		seen: map[int]bool{}, early: map[int][]jetstream.Msg{}, hands: map[string]map[string]at{}, brought: map[string]int{}}
	for _, id := range c.Done {
		q.seen[id] = true
	}
	if q.refused, err = c.Journal.Refused(ctx); err != nil {
		return nil, err
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
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
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
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Minute, MaxAckPending: 4096, InactiveThreshold: keepTime})
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
	return nil
}

func (q *queue) id() string { return q.course.Spec.ID }

// receive hands results on until the queue is closed. Errors of the connection
// pass; the iterator goes on by itself when the server is back.
func (q *queue) receive(results jetstream.MessagesContext) {
	for {
		msg, err := results.Next()
		switch {
		case errors.Is(err, jetstream.ErrMsgIteratorClosed):
			return
		case err != nil:
			if !q.sleep(200 * time.Millisecond) {
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

// sleep waits and says whether the queue is still open.
func (q *queue) sleep(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-q.ctx.Done():
		return false
	}
}

// Games takes games.
func (q *queue) Games() chan<- match.Pairing { return q.games }

// Played has finished games.
func (q *queue) Played() <-chan match.Played { return q.played }

// Crew is who plays.
func (q *queue) Crew() match.Crew {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.crew
}

// Counts are the numbers of the match.
func (q *queue) Counts() Counts {
	q.mu.Lock()
	defer q.mu.Unlock()
	c := q.count
	c.Connected = q.conn.IsConnected()
	return c
}

// Close takes the games that wait out of the queue. What workers are playing they
// bring to the stream of results, where the match finds it when it goes on.
func (q *queue) Close() {
	if q.ctx.Err() != nil {
		return
	}
	q.cancel()
	q.all.Wait()
	q.look()
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	// The next run does the same where this one cannot.
	q.js.DeleteConsumer(ctx, workStream, q.consumer)
	if stream, err := q.js.Stream(ctx, workStream); err == nil {
		stream.Purge(ctx, jetstream.WithPurgeSubject(workSubject+q.id()+".>"))
	}
}

// show publishes the last view.
func (q *queue) show() {
	if q.view != nil {
		q.conn.Publish(watchSubject+q.id(), encode(q.view.sight()))
	}
}

// run is the goroutine that owns the queue.
func (q *queue) run() {
	count := time.NewTicker(countTime)
	defer count.Stop()
	look := time.NewTicker(watchTime)
	defer look.Stop()
	q.conn.Publish(callSubject, nil)
	for {
		games := q.games
		if len(q.under) >= q.window() {
			games = nil
		}
		select {
		case <-q.ctx.Done():
			return
		case p := <-games:
			q.start(p)
		case msg := <-q.came:
			q.judge(msg)
		case msg := <-q.words:
			q.answer(msg)
		case <-count.C:
			q.recount()
		case <-look.C:
			q.look()
			q.show()
		}
	}
}

// window is how many games are under way at most: so many that no player waits
// for the next, and not so many that a second match on the server would wait long.
func (q *queue) window() int { return max(16, 2*q.Crew().Players) }

// start puts a game into the stream, unless it is there already or has been
// played.
func (q *queue) start(p match.Pairing) {
	delete(q.seen, p.ID) // it is to be played again
	q.under[p.ID] = p
	early := q.early[p.ID]
	delete(q.early, p.ID)
	for _, msg := range early {
		q.judge(msg)
	}
	if _, ok := q.under[p.ID]; ok && len(early) == 0 && !q.stored[p.ID] {
		q.publish(p)
	}
}

// publish puts a game into the stream, however long that takes. Another attempt
// is another message: that of the first may be acknowledged only after it.
func (q *queue) publish(p match.Pairing) {
	subject := fmt.Sprintf("%s%s.%d.%s", workSubject, q.id(), p.ID, rand.Text()[:8])
	for {
		ctx, cancel := context.WithTimeout(q.ctx, askTime)
		_, err := q.js.Publish(ctx, subject, encode(job{p}), jetstream.WithMsgID(subject))
		cancel()
		if err == nil || !q.sleep(200*time.Millisecond) {
			return
		}
	}
}

// inStream are the games of the match of which a stream has messages.
func (q *queue) inStream(ctx context.Context, stream, subject string) (map[int]bool, error) {
	s, err := q.js.Stream(ctx, stream)
	if err != nil {
		return nil, q.lacking("the stream "+stream, err)
	}
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(subject+q.id()+".>"))
	if err != nil {
		return nil, q.lacking("the stream "+stream, err)
	}
	games := map[int]bool{}
	for name := range info.State.Subjects {
		words := strings.Split(name, ".")
		at := 3 // quadrille work MATCH GAME
		if stream == resultStream {
			at = 4 // quadrille result MATCH WORKER GAME
		}
		if len(words) > at {
			if id, err := strconv.Atoi(words[at]); err == nil {
				games[id] = true
			}
		}
	}
	return games, nil
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
		}
		return
	case !under && q.seen[id]:
		q.counted(func(c *Counts) { c.Twice++ })
		msg.Ack()
		return
	case !under:
		q.early[id] = append(q.early[id], msg)
		return
	}
	g, err := q.check(p, worker, msg.Data())
	var lie *arena.Lie
	switch {
	case errors.As(err, &lie):
		q.counted(func(c *Counts) { c.Refused++ })
		msg.Ack()
		q.refuse(worker, fmt.Sprintf("game %d: %s", id, lie.Text))
		q.publish(p)
		return
	case q.ctx.Err() != nil:
		return
	}
	delete(q.under, id)
	delete(q.stored, id)
	q.seen[id] = true
	q.brought[worker]++
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

// refuse gives a worker no more games. The others are told of a new consumer; what
// the liar has is given to them.
func (q *queue) refuse(worker, why string) {
	q.refused[worker] = why
	q.hand(match.Played{Refusal: &match.Refusal{Worker: worker, Why: why}})
	for q.turnConsumer(q.ctx) != nil && q.sleep(200*time.Millisecond) {
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

// answer tells a worker where the games are, or why it gets none.
func (q *queue) answer(msg *nats.Msg) {
	name := strings.TrimPrefix(msg.Subject, helloSubject)
	var h hello
	if err := decode(msg.Data, &h); err != nil || CheckName(name) != nil || msg.Reply == "" || h.Players < 1 || h.Players > 4096 {
		return
	}
	o := offer{Match: q.id(), Order: q.sum, Refused: q.unfit(name, h)}
	if o.Refused == "" {
		o.Consumer = q.consumer
	}
	if q.hands[name] == nil {
		q.hands[name] = map[string]at{}
	}
	_, known := q.hands[name][h.Instance]
	if q.hands[name][h.Instance] = (at{hello: h, when: time.Now()}); !known {
		q.look()
	}
	msg.Respond(encode(o))
}

// unfit says why a worker gets no games; empty when it does.
func (q *queue) unfit(name string, h hello) string {
	switch {
	case q.refused[name] != "":
		return q.refused[name]
	case h.Version != q.order.Version:
		return fmt.Sprintf("it is version %s of this program, and the match is one of version %s", clean(h.Version), q.order.Version)
	}
	return ""
}

// look forgets workers that are silent and makes up the crew.
func (q *queue) look() {
	crew := match.Crew{Where: q.where, Notes: q.order.notes()}
	workers := 0
	for _, name := range slices.Sorted(maps.Keys(q.hands)) {
		hand := match.Hand{Name: name, Games: q.brought[name], Refused: q.refused[name]}
		for instance, a := range q.hands[name] {
			if time.Since(a.when) > deafTime {
				delete(q.hands[name], instance)
				continue
			}
			workers++
			hand.Players += a.Players
			hand.Speed = a.Speeds[q.id()]
			if hand.Refused == "" {
				hand.Refused = clean(a.Trouble[q.id()])
			}
			hand.Factor = q.order.shown(a.Speeds[q.id()])
		}
		if hand.Refused == "" {
			crew.Players += hand.Players
		}
		if len(q.hands[name]) > 0 || hand.Games > 0 || hand.Refused != "" {
			crew.Away = append(crew.Away, hand)
		}
	}
	if len(crew.Away) == 0 {
		crew.Notes = append(crew.Notes, "no worker has been heard of; start some with: client worker --nats "+q.where)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.crew = crew
	q.count.Workers, q.count.Players = workers, crew.Players
}

func (q *queue) counted(change func(*Counts)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	change(&q.count)
}

// recount looks into the streams. A game that is under way and in neither of them
// was lost, such as one of a worker whose lie was found before it acknowledged the
// game; it is put in again. The stream of games is read first: a game leaves it
// only when its result is in the other.
func (q *queue) recount() {
	ctx, cancel := context.WithTimeout(q.ctx, askTime)
	defer cancel()
	working, err := q.inStream(ctx, workStream, workSubject)
	if err != nil {
		return
	}
	done, err := q.inStream(ctx, resultStream, resultSubject)
	if err != nil {
		return
	}
	q.stored = working
	if len(q.came) > 0 { // they may be among these
		return
	}
	for _, id := range slices.Sorted(maps.Keys(q.under)) {
		if !working[id] && !done[id] {
			q.publish(q.under[id])
		}
	}
	if info, err := q.info(ctx); err == nil {
		q.counted(func(c *Counts) {
			c.Waiting, c.Playing, c.Results = int(info.NumPending), info.NumAckPending, len(done)
			c.Again = uint64(info.NumRedelivered)
		})
	}
}

func (q *queue) info(ctx context.Context) (*jetstream.ConsumerInfo, error) {
	c, err := q.js.Consumer(ctx, workStream, q.consumer)
	if err != nil {
		return nil, err
	}
	return c.CachedInfo(), nil
}
