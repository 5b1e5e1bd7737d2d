package endgame

import (
	"sync"

	"quadrille/ai/atomic"
	"quadrille/ai/othellobot/pattern"
	"quadrille/engine/othello"
)

// Several goroutines share the work as "young brothers wait" says (Feldmann
// and others, 1990): a position's turns are handed out when the first of them
// has not settled it. They share the table, too.

// splitMin is from how many empty squares on turns are handed out: a
// fraction of a millisecond's work.
const splitMin = 12

// team is all goroutines of one search.
type team struct {
	stop  func() bool
	limit uint64        // nodes; 0 for no limit
	nodes atomic.Uint64 // of all workers, as far as they were reported
	// stopped is set when the search is to end.
	stopped atomic.Bool
	helpers []*worker // all but the first worker
	idle    chan *worker
}

// split is a position whose turns are handed out.
type split struct {
	parent *split
	// cut is set when a turn was good enough: the others need not be
	// searched any more.
	cut     atomic.Bool
	alpha   int
	empties int // after the turns
	owner   *worker
	// busy is how many workers search turns of it. Who leaves last tells the owner,
	// unless that is himself.
	busy atomic.Int32
	// waiting has the owner while it waits for its helpers, so that it can help
	// them.
	waiting chan *worker

	mutex sync.Mutex
	list  []othello.Child
	left  int // turns in the list that nobody has taken
	best  int
	move  uint8
}

// newTeam returns the first worker of a team of so many. The others wait for work
// until dismiss.
func (s *Solver) newTeam(q *Query) *worker {
	t := &team{stop: q.Stop, limit: q.Nodes, idle: make(chan *worker, max(1, q.Threads))}
	for range q.Threads - 1 {
		h := newWorker(t, s.table, s.eval)
		h.home = t.idle
		t.helpers = append(t.helpers, h)
		t.idle <- h
		go h.serve()
	}
	w := newWorker(t, s.table, s.eval)
	w.progress = q.Progress
	return w
}

// dismiss ends the goroutines of all helpers, which have nothing to do.
func (t *team) dismiss() {
	for _, h := range t.helpers {
		close(h.orders)
	}
}

func newWorker(t *team, table *Table, eval *pattern.Eval) *worker {
	return &worker{team: t, table: table, shallow: new(shallowTable), eval: eval, edges: stableEdges(), orders: make(chan *split, 2)}
}

// helper returns a worker that has nothing to do, nil if there is none. Those who wait
// for this one's part of a split are such, too: what it searches has fewer empty
// squares than what they left lying.
func (w *worker) helper() *worker {
	select {
	case h := <-w.team.idle:
		return h
	default:
	}
	for s := w.split; s != nil; s = s.parent {
		select {
		case h := <-s.waiting:
			return h
		default:
		}
	}
	return nil
}

// share searches the turns that are left in a list together with a helper, and
// with more of them if there are. It returns the best margin and its square.
func (w *worker) share(helper *worker, list []othello.Child, left, empties, alpha, best int, move uint8) (int, uint8) {
	s := &split{
		parent: w.split, owner: w, waiting: make(chan *worker, 1), alpha: alpha, empties: empties - 1,
		list: list, left: left, best: best, move: move,
	}
	s.busy.Store(1)
	for n := 1; helper != nil; n++ {
		s.busy.Add(1)
		helper.orders <- s
		helper = nil
		if n < left-1 {
			helper = w.helper()
		}
	}
	w.split = s
	w.work(s)
	if s.busy.Add(-1) > 0 {
		home := w.home
		w.home = s.waiting
		w.home <- w
		for o := w.task(); o != nil; o = w.task() {
			w.assist(o)
		}
		w.withdraw(s)
		w.home = home
	}
	w.split = s.parent
	w.stopped = w.aborted()
	return s.best, s.move
}

// withdraw ends the waiting of a split's owner: it is among those who wait no more,
// or somebody has found it there and it helps once more.
func (w *worker) withdraw(s *split) {
	for {
		select {
		case <-s.waiting:
			return
		case o := <-w.orders:
			w.assist(o)
		}
	}
}

// serve helps with all that the worker is asked to, until the team is dismissed.
func (w *worker) serve() {
	for s := w.task(); s != nil; s = w.task() {
		w.assist(s)
	}
}

// patience is how often a worker looks for something to do before it sleeps: some
// 50 microseconds, which is what waking a sleeper takes.
const patience = 1 << 16

// task returns the split that the worker is to help with next, nil if all helpers
// with its own are done or, for a helper, if the team is dismissed.
func (w *worker) task() *split {
	for range patience {
		if len(w.orders) > 0 {
			break
		}
	}
	return <-w.orders
}

// assist is a helper's part of a split.
func (w *worker) assist(s *split) {
	before := w.split
	w.split, w.stopped = s, false
	w.work(s)
	w.split = before
	w.team.nodes.Add(w.nodes - w.reported)
	w.reported = w.nodes
	w.home <- w
	if s.busy.Add(-1) == 0 {
		s.owner.orders <- nil
	}
}

// work searches turns of a split until there are no more.
func (w *worker) work(s *split) {
	for {
		c, ok := s.take()
		if !ok || w.stopped {
			return
		}
		w.all[s.empties] = false
		v := -w.nwsChild(&c, s.empties, ^s.alpha)
		if w.stopped {
			return
		}
		s.found(v, c.Square)
	}
}

// take returns a turn that nobody has taken.
func (s *split) take() (othello.Child, bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.left == 0 || s.best > s.alpha {
		return othello.Child{}, false
	}
	s.left--
	return *pickBest(s.list), true
}

// found says how good a turn is.
func (s *split) found(v int, move uint8) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if v > s.best {
		s.best, s.move = v, move
	}
	if v > s.alpha {
		s.cut.Store(true)
	}
}

// aborted says whether what this worker searches is of no use any more.
func (w *worker) aborted() bool {
	if w.team.stopped.Load() {
		return true
	}
	for s := w.split; s != nil; s = s.parent {
		if s.cut.Load() {
			return true
		}
	}
	return false
}

// visit counts a position with many empty squares and says whether the search
// was stopped.
func (w *worker) visit() bool {
	if w.stopped {
		return true
	}
	w.nodes++
	w.calls++
	if w.calls%checkEvery == 0 || w.nodes-w.reported >= checkNodes {
		w.report()
	}
	if t := w.team; t.limit > 0 && t.nodes.Load()+w.nodes-w.reported >= t.limit {
		t.stopped.Store(true)
	}
	w.stopped = w.aborted()
	return w.stopped
}

// report adds to the team's nodes and asks whether to stop.
func (w *worker) report() {
	t := w.team
	t.nodes.Add(w.nodes - w.reported)
	w.reported = w.nodes
	if t.stop != nil && t.stop() {
		t.stopped.Store(true)
	}
	if w.calls%progressEvery == 0 && w.progress != nil {
		w.progress(t.nodes.Load())
	}
}
