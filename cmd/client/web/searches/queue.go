package searches

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/internal/bus"
	"quadrille/protocol/driver"
)

// Queue has the workers of a NATS server search for a host.
type Queue struct {
	conn    *nats.Conn
	process string // its name in subjects, which nobody can guess
	times   times
	stop    chan struct{}
	all     sync.WaitGroup

	mu      sync.Mutex
	waiting map[string]*waiter // by ID
	running map[string]*search // by ID
	workers map[string]heard   // by name and instance
}

// times are those of a queue or a worker.
type times struct{ beat, silence, patience, pause time.Duration }

var usual = times{beatTime, silence, patience, firstPause}

// heard is what a worker has last said, and when.
type heard struct {
	places int
	when   time.Time
}

// waiter is a search that no worker has.
type waiter struct {
	want
	taken chan *search
}

// search is a search that a worker has.
type search struct {
	*mouth
	queue          *Queue
	id, worker     string
	words          chan word
	held           atomic.Int64 // bytes in words
	heard          int          // words so far; the queue's lock is held
	wanted, shared chan struct{}
	known          chan struct{}
}

// OpenQueue connects to a server. Problem is told what the server does not permit.
func OpenQueue(s bus.Server, problem func(string)) (*Queue, error) {
	return openQueue(s, problem, usual)
}

func openQueue(s bus.Server, problem func(string), t times) (*Queue, error) {
	q := &Queue{process: rand.Text(), times: t, stop: make(chan struct{}),
		waiting: map[string]*waiter{}, running: map[string]*search{}, workers: map[string]heard{}}
	conn, err := s.Connect("quadrille server", "_INBOX", func(err error) {
		if !q.unanswerable(err) {
			problem(err.Error())
		}
	}, func() {})
	if err != nil {
		return nil, err
	}
	q.conn = conn
	for subject, do := range map[string]nats.MsgHandler{fromSubject + "*." + q.process + ".*": q.hear, helloSubject + "*": q.greeted} {
		if _, err := conn.Subscribe(subject, do); err != nil {
			conn.Close()
			return nil, err
		}
	}
	if err := conn.Flush(); err != nil { // what is asked for from now on can be answered
		conn.Close()
		return nil, err
	}
	q.all.Go(q.renew)
	return q, nil
}

// Close ends the connection; searches that run fail.
func (q *Queue) Close() {
	close(q.stop)
	q.all.Wait()
	q.mu.Lock()
	for _, s := range q.running {
		s.put(word{Kind: lost, Text: "the server stops"})
	}
	q.mu.Unlock()
	q.conn.FlushTimeout(time.Second)
	q.conn.Close()
}

// Count says how many workers have been heard of lately, and how many searches they
// do at a time.
func (q *Queue) Count() (workers, places int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, h := range q.workers {
		workers++
		places += h.places
	}
	return workers, places
}

// Take waits until a worker has taken a search; see host.Workers. Where no worker is
// there, or all have others to do for too long, the search is refused.
func (q *Queue) Take(ctx context.Context, w host.Want) (*host.Loan, error) {
	mine := &waiter{want{ID: rand.Text(), Client: hashed("client", w.Client), Urgency: w.Urgency}, make(chan *search, 1)}
	if w.Key != "" {
		mine.Key = hashed("game", w.Key)
	}
	q.mu.Lock()
	q.waiting[mine.ID] = mine
	q.mu.Unlock()
	q.publish([]want{mine.want}, nil)
	s, err := q.wait(ctx, w, mine)
	if err != nil {
		q.mu.Lock()
		delete(q.waiting, mine.ID)
		q.mu.Unlock()
		select {
		case s = <-mine.taken: // at the same time
			s.say(word{Kind: done})
			s.end()
		default:
			q.publish(nil, []string{mine.ID})
		}
		return nil, err
	}
	proc := driver.Inside("worker "+s.worker, s.serve, nil)
	return &host.Loan{Process: proc, Wanted: s.wanted, Shared: s.shared, Known: s.known}, nil
}

func (q *Queue) wait(ctx context.Context, w host.Want, mine *waiter) (*search, error) {
	soon, late := time.NewTimer(200*time.Millisecond), time.NewTicker(q.times.patience)
	defer soon.Stop()
	defer late.Stop()
	for {
		select {
		case s := <-mine.taken:
			return s, nil
		case <-soon.C:
			if w.Waits != nil {
				w.Waits()
			}
		case <-late.C:
			switch workers, _ := q.Count(); {
			case !q.conn.IsConnected():
				return nil, host.Refuse(host.Unavailable, "the NATS server, over which engines search, is not there; try again later")
			case workers == 0:
				return nil, host.Refuse(host.Unavailable, "no worker is there to search; the game is as it was, try again later")
			case !w.Patient && w.Urgency < host.Urgencies-1:
				return nil, host.Refuse(host.Busy, "all workers have had other searches for %v; try again later", q.times.patience)
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// publish tells all workers what is wanted, or is not any more. What is lost is said
// again.
func (q *Queue) publish(list []want, gone []string) {
	for first := true; first || len(list) > 0; first = false {
		n := min(len(list), maxAsk)
		q.conn.Publish(askSubject, encode(ask{q.process, list[:n], gone}))
		list, gone = list[n:], nil
	}
}

// renew says again what is wanted, and forgets workers that are silent.
func (q *Queue) renew() {
	tick := time.NewTicker(q.times.beat)
	defer tick.Stop()
	for {
		select {
		case <-q.stop:
			return
		case <-tick.C:
			q.mu.Lock()
			maps.DeleteFunc(q.workers, func(_ string, h heard) bool { return time.Since(h.when) > q.times.silence })
			q.mu.Unlock()
			q.repeat()
		}
	}
}

func (q *Queue) repeat() {
	q.mu.Lock()
	var list []want
	for _, id := range slices.Sorted(maps.Keys(q.waiting)) {
		list = append(list, q.waiting[id].want)
	}
	q.mu.Unlock()
	if len(list) > 0 {
		q.publish(list, nil)
	}
}

// greeted takes what a worker says of itself. One that has just come is told what is
// wanted.
func (q *Queue) greeted(msg *nats.Msg) {
	name := strings.TrimPrefix(msg.Subject, helloSubject)
	var h hello
	if json.Unmarshal(msg.Data, &h) != nil || bus.CheckName(name) != nil || bus.CheckName(h.Instance) != nil {
		return
	}
	key := name + "." + h.Instance
	q.mu.Lock()
	_, known := q.workers[key]
	switch {
	case h.Places <= 0: // it ends
		delete(q.workers, key)
	case known || len(q.workers) < maxKnown:
		q.workers[key] = heard{h.Places, time.Now()}
	}
	q.mu.Unlock()
	if !known && h.Places > 0 {
		q.repeat()
	}
}

// hear takes what a worker says about a search, or NATS about the worker.
func (q *Queue) hear(msg *nats.Msg) {
	part := strings.Split(strings.TrimPrefix(msg.Subject, fromSubject), ".") // its name, ours and the search
	w, ok := said(msg)
	if !ok || len(part) != 3 {
		return
	}
	if w.Kind == take {
		q.give(part[0], part[2], w.At)
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	switch s := q.running[part[2]]; {
	case s == nil: // it is over, which the worker does not know yet
		if w.Kind != lost && mayAnswer(part[0], w.At) {
			q.mouth(part[0], part[2], w.At).say(word{Kind: lost})
		}
	case s.worker == part[0] && (s.to == w.At || isUnheard(msg)):
		if !w.after(&s.heard) {
			s.say(word{Kind: lost})
			w = word{Kind: lost, Text: "words of it were lost on the way"}
		}
		s.put(w)
	}
}

// unanswerable says whether an error is that a worker may not be answered, and ends
// its search. So it is when NATS has started anew and does not know who asked us.
func (q *Queue) unanswerable(err error) (is bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, s := range q.running {
		if errors.Is(err, nats.ErrPermissionViolation) && strings.Contains(err.Error(), strconv.Quote(s.to)) {
			s.put(word{Kind: lost, Text: "NATS started anew, or has no allow_responses for it"})
			is = true
		}
	}
	return is
}

// mouth speaks about a search to a worker that hears at a subject.
func (q *Queue) mouth(worker, id, at string) *mouth {
	return &mouth{conn: q.conn, to: at, from: fromSubject + worker + "." + q.process + "." + id}
}

// mayAnswer says whether a worker may be answered where it says. We may write to more
// subjects than a worker, which could have us do so.
func mayAnswer(worker, at string) bool {
	return bus.CheckName(worker) == nil && strings.HasPrefix(at, bus.Inbox(worker)+".") && !strings.ContainsAny(at, "*> \t\r\n")
}

// give gives a search to the first worker that asks for it.
func (q *Queue) give(worker, id, at string) {
	if !mayAnswer(worker, at) {
		return
	}
	s := &search{mouth: q.mouth(worker, id, at), queue: q, id: id, worker: worker, words: make(chan word, 4096), heard: 1, wanted: make(chan struct{}), shared: make(chan struct{}), known: make(chan struct{})}
	q.mu.Lock()
	mine := q.waiting[id]
	if mine != nil {
		delete(q.waiting, id)
		q.running[id] = s
		s.say(word{Kind: given}) // before anything that who waits for it says
		mine.taken <- s
	}
	q.mu.Unlock()
	if mine == nil {
		s.say(word{Kind: denied})
		return
	}
	q.publish(nil, []string{id})
}

// put hands on what was heard. A worker that says more than can be read is lost.
func (s *search) put(w word) {
	if s.held.Add(int64(len(w.Text))) <= maxHeld {
		select {
		case s.words <- w:
			return
		default:
		}
	}
	select { // the last word counts
	case <-s.words:
	default:
	}
	s.say(word{Kind: lost})
	s.words <- word{Kind: lost, Text: "it says too much at once"}
}

// end forgets a search.
func (s *search) end() {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	delete(s.queue.running, s.id)
}

// serve is the process of a driver whose lines go to the worker's engine.
func (s *search) serve(in io.Reader, out io.Writer) error {
	defer s.end()
	tick := time.NewTicker(s.queue.times.beat)
	defer tick.Stop()
	read := make(chan bool, 1)
	go func() { read <- s.send(in) }()
	for heard := time.Now(); ; {
		select {
		case w := <-s.words:
			heard = time.Now()
			s.held.Add(-int64(len(w.Text)))
			if err := s.take(w, out); err != nil {
				return err
			}
		case <-tick.C:
			s.say(word{Kind: beat})
			if time.Since(heard) > s.queue.times.silence {
				s.say(word{Kind: lost, Text: "it was silent"})
				return fmt.Errorf("worker %s has been silent for %v", s.worker, s.queue.times.silence)
			}
		case quit := <-read:
			if quit {
				s.say(word{Kind: done})
				return nil
			}
			s.say(word{Kind: lost})
			return nil
		}
	}
}

// take does what a word says.
func (s *search) take(w word, out io.Writer) error {
	switch w.Kind {
	case lines:
		if _, err := io.WriteString(out, w.Text); err != nil {
			s.say(word{Kind: lost})
			return err
		}
	case wanted:
		raise(s.wanted)
	case shared:
		raise(s.shared)
	case known:
		raise(s.known)
	case lost:
		return fmt.Errorf("worker %s does not go on: %s", s.worker, driver.Clip(w.Text))
	}
	return nil
}

// raise closes the channel of a signal, once. One goroutine does.
func raise(signal chan struct{}) {
	select {
	case <-signal:
	default:
		close(signal)
	}
}

// send sends what is written for the engine, and says whether quit was the end of it.
func (s *search) send(in io.Reader) (quit bool) {
	r := bufio.NewReader(in)
	var b strings.Builder
	for {
		line, err := r.ReadString('\n')
		if err != nil || line == "quit\n" {
			return err == nil
		}
		b.WriteString(line)
		if r.Buffered() == 0 || b.Len() > maxChunk {
			s.say(word{Kind: lines, Text: b.String()})
			b.Reset()
		}
	}
}
