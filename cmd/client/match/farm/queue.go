package farm

import (
	"context"
	"crypto/rand"
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

	consumer string                   // of the work stream, at present
	under    map[int]match.Pairing    // games under way
	seen     map[int]bool             // games that have been handed on
	early    map[int]jetstream.Msg    // results of games that nobody has asked for yet
	stored   map[int]bool             // games that were in the stream when they were last counted
	refused  map[string]string        // workers, and why they get nothing
	hands    map[string]map[string]at // workers by name and instance
	brought  map[string]int           // games by worker
	unable   map[string]bool          // workers of which people know that they cannot play

	mu    sync.Mutex
	crew  match.Crew
	count Counts
}

func (q *queue) id() string { return q.course.Spec.ID }

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
		case <-q.gone:
			q.hand(match.Played{Err: q.lost()})
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
	if early != nil {
		q.judge(early)
	}
	if _, ok := q.under[p.ID]; ok && early == nil && !q.stored[p.ID] {
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
		if err == nil || q.conn.IsClosed() || q.mayNot(workSubject) || !q.sleep(200*time.Millisecond) {
			return
		}
	}
}

// mayNot says whether the last thing that the server did not permit was to publish
// such subjects, which is the end of the match.
func (q *queue) mayNot(subject string) bool {
	select {
	case what := <-q.denied:
		if strings.Contains(what, subject) {
			q.hand(match.Played{Err: fmt.Errorf("the NATS server does not let this match put games into the queue: %s; docs/match.md lists the permissions", what)})
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
