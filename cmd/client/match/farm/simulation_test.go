//go:build unix

package farm

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The queue with a thousand workers, of which there are none here, is simulated: each
// message, search and death is an event at a time, and the same seed has the same
// events. What the parts cost is measured (docs/scale.md), and the rules are those of
// the program: its window, silence and times. QUADRILLE_FARM_TIMES asks for so many
// times as many games.

// costs are what was measured.
type costs struct {
	message time.Duration // of one message at the NATS server, which takes one after the other
	way     time.Duration // from a machine to another
	publish time.Duration // of the coordinator, for a game that it puts in, beside the way
	judge   time.Duration // of the coordinator, for a result, with the referee's replay
}

// lengths are the deciles, from the shortest to the longest, of how long games took
// of Othello with 1200 nodes a turn on a busy machine, as shares of their mean.
var lengths = []float64{0.38, 0.53, 0.62, 0.71, 0.82, 0.93, 1.02, 1.13, 1.25, 1.48, 2.65}

// length draws how long a game takes.
func length(rng *rand.Rand, mean time.Duration) time.Duration {
	at := rng.Float64() * float64(len(lengths)-1)
	i := int(at)
	share := lengths[i] + (at-float64(i))*(lengths[min(i+1, len(lengths)-1)]-lengths[i])
	return time.Duration(share * float64(mean))
}

// event is what happens at a time.
type event struct {
	at    time.Duration
	order int // of equals, the first that was planned
	do    func()
}

type events []event

func (e events) Len() int      { return len(e) }
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}
func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].order < e[j].order
}

// scene is what is simulated.
type scene struct {
	costs
	workers, games int
	mean           time.Duration // of a game
	lost           int           // workers that are cut off in the middle, without a word
	seed           uint64
}

// hand is a worker of a simulation.
type hand struct {
	dead  bool
	asked time.Duration // when it last wanted a game
}

// simulation is one that runs.
type simulation struct {
	scene
	rng     *rand.Rand
	now     time.Duration
	plan    events
	planned int

	serverFree time.Duration // when the server has done what came
	busy       bool          // the coordinator is
	given      int           // games that were put in
	under      int           // games under way
	results    []int         // that wait for the coordinator
	waiting    []int         // games in the queue
	idle       []*hand
	accepted   map[int]int

	begun     map[int]time.Duration // when a game was put in
	idleTime  []time.Duration       // from wanting a game to having one
	taken     []time.Duration       // from a game's end to the journal
	delivered int
	again     []time.Duration // from the death of a worker to its game being given to another
	died      map[int]time.Duration
}

// after plans an event.
func (s *simulation) after(d time.Duration, do func()) {
	s.planned++
	heap.Push(&s.plan, event{s.now + d, s.planned, do})
}

// send has a message reach the server, which then does something.
func (s *simulation) send(do func()) {
	s.after(s.way, func() {
		s.serverFree = max(s.serverFree, s.now) + s.message
		s.after(s.serverFree-s.now, do)
	})
}

// run lets everything happen.
func (s *simulation) run() {
	s.rng = rand.New(rand.NewPCG(s.seed, 1))
	s.accepted, s.begun, s.died = map[int]int{}, map[int]time.Duration{}, map[int]time.Duration{}
	hands := make([]*hand, s.workers)
	for i := range hands {
		hands[i] = &hand{}
		s.after(time.Duration(s.rng.Float64()*float64(helloTime)), func() { s.want(hands[i]) })
	}
	middle := time.Duration(float64(s.mean) * float64(s.games) / float64(s.workers) / 2)
	s.after(middle, func() {
		for _, h := range hands[:s.lost] {
			h.dead = true
		}
	})
	s.coordinate()
	for len(s.plan) > 0 && len(s.accepted) < s.games {
		e := heap.Pop(&s.plan).(event)
		s.now = e.at
		e.do()
	}
}

// coordinate has the coordinator do the next thing: it does one at a time, and
// which, where there are two, is by lot as in a select.
func (s *simulation) coordinate() {
	more := s.given < s.games && s.under < window(s.workers)
	switch {
	case s.busy || !more && len(s.results) == 0:
		return
	case more && (len(s.results) == 0 || s.rng.IntN(2) == 0):
		s.busy = true
		s.given++
		s.under++
		game := s.given
		s.after(s.publish, func() {
			s.send(func() {
				s.begun[game] = s.now
				s.waiting = append(s.waiting, game)
				s.match()
				s.after(s.way, s.free) // it waits for the server's word
			})
		})
	default:
		s.busy = true
		game := s.results[0]
		s.results = s.results[1:]
		s.after(s.judge, func() {
			if s.accepted[game]++; s.accepted[game] == 1 {
				s.under--
			}
			s.free()
		})
	}
}

func (s *simulation) free() { s.busy = false; s.coordinate() }

// want has a worker ask for a game.
func (s *simulation) want(h *hand) {
	h.asked = s.now
	s.ask(h)
}

// ask is one request, which ends after a while without a game.
func (s *simulation) ask(h *hand) {
	if h.dead {
		return
	}
	s.send(func() {
		s.idle = append(s.idle, h)
		s.match()
		s.after(patience, func() {
			if i := slices.Index(s.idle, h); i >= 0 {
				s.idle = slices.Delete(s.idle, i, i+1)
				s.ask(h)
			}
		})
	})
}

// match gives games that wait to workers that wait.
func (s *simulation) match() {
	for len(s.waiting) > 0 && len(s.idle) > 0 {
		game, h := s.waiting[0], s.idle[0]
		s.waiting, s.idle = s.waiting[1:], s.idle[1:]
		s.serverFree = max(s.serverFree, s.now) + s.message
		s.delivered++
		if died, ok := s.died[game]; ok {
			s.again = append(s.again, s.now-died)
			delete(s.died, game)
		}
		s.after(s.serverFree-s.now+s.way, func() { s.play(h, game) })
	}
}

// play has a worker play a game. One that is cut off has been heard of last a third
// of the silence ago or less.
func (s *simulation) play(h *hand, game int) {
	if !h.dead {
		s.idleTime = append(s.idleTime, s.now-h.asked)
	}
	end, heard := s.now+length(s.rng, s.mean), s.now
	var beat func()
	beat = func() {
		switch {
		case h.dead:
			s.died[game] = s.now
			s.after(heard+ackWait-s.now, func() { s.waiting = slices.Insert(s.waiting, 0, game); s.match() }) // what is given again comes first
		case s.now >= end:
			s.bring(h, game)
		default:
			heard = s.now
			s.send(func() {})
			s.after(min(ackWait/3, end-s.now), beat)
		}
	}
	beat()
}

// bring is the end of a game: its result, then the acknowledgement of the game, then
// the wish for the next.
func (s *simulation) bring(h *hand, game int) {
	ended := s.now
	s.send(func() {
		s.after(s.way, func() {
			s.taken = append(s.taken, s.now-ended)
			s.results = append(s.results, game)
			s.coordinate()
			s.send(func() { s.after(s.way, func() { s.want(h) }) })
		})
	})
}

// quantile is that of some times.
func quantile(list []time.Duration, q float64) time.Duration {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return list[int(q*float64(len(list)-1))].Round(time.Millisecond / 10)
}

// String is a row of docs/scale.md.
func (s *simulation) String() string {
	ideal := time.Duration(float64(s.mean) * float64(s.games) / float64(s.workers))
	return fmt.Sprintf("| %d | %v | %d | %d | %.1f | %.1f %% | %v | %v | %d | %v |", s.workers, s.mean, s.games, s.lost,
		float64(s.games)/s.now.Seconds(), 100*float64(ideal)/float64(s.now), quantile(s.idleTime, 0.5), quantile(s.idleTime, 0.99),
		s.delivered-s.games, quantile(s.again, 1).Round(time.Second/10))
}

// The same seed has the same events.
func TestSimulationIsRepeated(t *testing.T) {
	var rows []string
	for _, seed := range []uint64{1, 1, 2} {
		s := &simulation{scene: scene{workers: 20, games: 200, mean: 5 * time.Second, lost: 2, seed: seed}}
		s.run()
		rows = append(rows, fmt.Sprint(s, s.now))
	}
	if rows[0] != rows[1] || rows[0] == rows[2] {
		t.Errorf("with the seeds 1, 1 and 2:\n%s", strings.Join(rows, "\n"))
	}
}

// A thousand workers are kept at work by one coordinator and one server, and what a
// tenth of them takes with it is with others within the silence and the time of a
// game.
func TestSimulation(t *testing.T) {
	if testing.Short() {
		t.Skip("it has one goroutine and takes seconds")
	}
	times, err := strconv.Atoi(os.Getenv("QUADRILLE_FARM_TIMES"))
	if err != nil {
		times = 1
	}
	c := costs{message: 300 * time.Microsecond, way: time.Millisecond / 2, publish: 300 * time.Microsecond, judge: time.Millisecond}
	for _, sc := range []struct {
		scene
		least float64 // share of the ideal
	}{
		{scene{workers: 10, games: 1000, mean: 10 * time.Second}, 0.95},
		{scene{workers: 100, games: 4000, mean: 10 * time.Second}, 0.93},
		{scene{workers: 1000, games: 10_000, mean: 10 * time.Second}, 0.8},
		{scene{workers: 1000, games: 10_000, mean: 10 * time.Second, lost: 100}, 0.7},
		{scene{workers: 1000, games: 5000, mean: time.Minute, lost: 100}, 0.6},
		{scene{workers: 1000, games: 10_000, mean: time.Second}, 0.1},
	} {
		sc.costs, sc.seed, sc.games = c, 7, times*sc.games
		s := &simulation{scene: sc.scene}
		s.run()
		t.Log(s)
		ideal := sc.mean.Seconds() * float64(sc.games) / float64(sc.workers)
		if share := ideal / s.now.Seconds(); share < sc.least || share > 1.02 { // the deciles have a mean near 1
			t.Errorf("%+v: %.3f of the ideal", sc.scene, share)
		}
		if len(s.accepted) != sc.games || s.delivered-sc.games > sc.lost*2 || sc.lost == 0 && s.delivered != sc.games {
			t.Errorf("%+v: %d games, delivered %d times", sc.scene, len(s.accepted), s.delivered)
		}
		if worst := quantile(s.again, 1); sc.lost > 0 && (len(s.again) < sc.lost*9/10 || worst > ackWait+sc.mean/10) {
			t.Errorf("%+v: %d games went to others, after %v at most", sc.scene, len(s.again), worst)
		}
	}
}
