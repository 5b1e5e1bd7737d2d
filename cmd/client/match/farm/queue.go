package farm

import (
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
	"quadrille/cmd/internal/bus"
)

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

	// Games that are played again here, and those that have been; see again.go.
	replays float64 // the share of games
	asked   chan held
	again   chan held
	held    map[int]held

	unsent map[int]match.Pairing // games that the server did not take
	failed int                   // how often in a row it did not
	retry  *time.Timer
	told   time.Time // when people were told that it does not

	consumer string                   // of the work stream, at present
	under    map[int]match.Pairing    // games under way
	seen     map[int]bool             // games that have been handed on
	early    map[int]jetstream.Msg    // results of games that nobody has asked for yet
	stored   map[int]bool             // games that were in the stream when they were last counted
	refused  map[string]string        // workers, and why they get nothing
	hands    map[string]map[string]at // workers by name and instance
	brought  map[string]int           // games by worker
	unable   map[string]bool          // workers of which people know that they cannot play
	begun    time.Time                // when workers were first asked to say that they are there
	lonely   bool                     // people know that none has

	mu    sync.Mutex
	crew  match.Crew
	count Counts
}

func (q *queue) id() string { return q.course.Spec.ID }

// Games takes games.
func (q *queue) Games() chan<- match.Pairing { return q.games }

// Played has finished games.
func (q *queue) Played() <-chan match.Played { return q.played }

// Close takes the games that wait out of the queue. What workers are playing they
// bring to the stream of results, where the match finds it when it goes on.
func (q *queue) Close() {
	if q.ctx.Err() != nil {
		return
	}
	q.cancel()
	q.all.Wait()
	q.look()
	ctx, cancel := context.WithTimeout(context.Background(), bus.AnswerTime)
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
	q.retry = time.NewTimer(0)
	defer q.retry.Stop()
	renewed := time.Now()
	q.conn.Publish(callSubject, nil)
	for {
		games := q.games
		if len(q.under) >= q.window() || len(q.unsent) > 0 {
			games = nil
		}
		select {
		case <-q.ctx.Done():
			return
		case <-q.gone:
			q.hand(match.Played{Err: q.lost()})
			return
		case p := <-games:
			q.start(p)
		case msg := <-q.came:
			q.judge(msg)
		case msg := <-q.words:
			q.answer(msg)
		case h := <-q.again:
			q.compare(h)
		case <-q.retry.C:
			q.resend()
		case <-count.C:
			q.recount()
			if time.Since(renewed) > renewTime {
				renewed = time.Now()
				q.renew()
			}
		case <-look.C:
			q.look()
			q.show()
			q.keepHeld()
		}
	}
}

// window is how many games are under way at most: so many that no player waits
// for the next, and not so many that a second match on the server would wait long.
func (q *queue) window() int { return window(q.Crew().Players) }

// window is how many it is for so many players.
func window(players int) int { return max(16, 2*players) }

// start puts a game into the stream, unless it is there already or has been
// played.
func (q *queue) start(p match.Pairing) {
	delete(q.seen, p.ID) // it is to be played again
	q.under[p.ID] = p
	early := q.early[p.ID]
	delete(q.early, p.ID)
	if early != nil {
		q.judge(early)
	}
	if _, ok := q.under[p.ID]; ok && early == nil && !q.stored[p.ID] {
		q.publish(p)
	}
}

// publish puts a game into the stream. One that the server does not take is put in
// later. Another attempt is another message: that of the first may be acknowledged
// only after it.
func (q *queue) publish(p match.Pairing) {
	subject := fmt.Sprintf("%s%s.%d.%s", workSubject, q.id(), p.ID, rand.Text()[:8])
	ctx, cancel := context.WithTimeout(q.ctx, bus.AnswerTime)
	_, err := q.js.Publish(ctx, subject, encode(job{p}), jetstream.WithMsgID(subject))
	cancel()
	switch {
	case err == nil:
		delete(q.unsent, p.ID)
	case q.ctx.Err() != nil || q.conn.IsClosed() || q.mayNot(workSubject):
	default:
		q.unsent[p.ID] = p
		q.delay(err)
	}
}

// delay has games that the server did not take put in later: after a fifth of a
// second, then twice that and so on, up to some seconds. People are told now and then,
// but not of a server that is away, which the connection waits for.
func (q *queue) delay(err error) {
	var api *jetstream.APIError
	if errors.As(err, &api) && time.Since(q.told) > 10*time.Minute {
		q.told = time.Now()
		q.hand(match.Played{Note: fmt.Sprintf("the NATS server takes no more games now (%s); they are put in when it does", clean(api.Description))})
	}
	q.retry.Reset(backOff(q.failed))
	q.failed++
}

// backOff is how long to wait after so many failures before another.
func backOff(failed int) time.Duration {
	return min(200*time.Millisecond<<min(failed, 10), 5*time.Second)
}

// resend puts in what the server did not take, until it does not again.
func (q *queue) resend() {
	for _, id := range slices.Sorted(maps.Keys(q.unsent)) {
		p, failed := q.unsent[id], q.failed
		if _, ok := q.under[id]; !ok {
			delete(q.unsent, id) // it has come back from an attempt before
			continue
		}
		if q.publish(p); q.failed > failed {
			return
		}
	}
	if len(q.unsent) == 0 {
		q.failed = 0
	}
}

// mayNot says whether the last thing that the server did not permit was to publish
// such subjects, which is the end of the match.
func (q *queue) mayNot(subject string) bool {
	select {
	case what := <-q.denied:
		if strings.Contains(what, subject) {
			q.hand(match.Played{Err: fmt.Errorf("the NATS server does not let this match put games into the queue: %s; deploy/nats.conf lists the permissions", what)})
			return true
		}
	default:
	}
	return false
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

// recount looks into the streams. A game that is under way and in neither of them
// was lost, such as one of a worker whose lie was found before it acknowledged the
// game; it is put in again. The stream of games is read first: a game leaves it
// only when its result is in the other.
func (q *queue) recount() {
	ctx, cancel := context.WithTimeout(q.ctx, bus.AnswerTime)
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
		_, unsent := q.unsent[id]
		if !working[id] && !done[id] && !unsent {
			q.publish(q.under[id])
		}
	}
	info, err := q.info(ctx)
	if errors.Is(err, jetstream.ErrConsumerNotFound) { // nobody has asked for a week
		q.turnConsumer(ctx)
	}
	if err == nil {
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
