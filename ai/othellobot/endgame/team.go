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
const splitMin = 13

// team is all goroutines of one search.
type team struct {
	stop  func() bool
	limit uint64        // nodes; 0 for no limit
	nodes atomic.Uint64 // of all workers, as far as they were reported
	// stopped is set when the search is to end.
	stopped atomic.Bool
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
	helpers sync.WaitGroup
	// waiting has the worker who shared the position while it waits for its
	// helpers, so that it can help them.
	waiting chan *worker

	mutex sync.Mutex
	list  []othello.Child
	left  int // turns in the list that nobody has taken
	best  int
	move  uint8
}

// newTeam returns the first worker of a team of so many.
func (s *Solver) newTeam(q *Query) *worker {
	t := &team{stop: q.Stop, limit: q.Nodes, idle: make(chan *worker, max(1, q.Threads))}
	for range q.Threads - 1 {
		h := newWorker(t, s.table, s.eval)
		h.home = t.idle
		t.idle <- h
	}
	w := newWorker(t, s.table, s.eval)
	w.progress = q.Progress
	return w
}

func newWorker(t *team, table *Table, eval *pattern.Eval) *worker {
	return &worker{team: t, table: table, shallow: new(shallowTable), eval: eval, edges: stableEdges()}
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
		parent: w.split, waiting: make(chan *worker, 1), alpha: alpha, empties: empties - 1,
		list: list, left: left, best: best, move: move,
	}
	for n := 1; helper != nil; n++ {
		s.helpers.Add(1)
		go helper.assist(s)
		helper = nil
		if n < left-1 {
			helper = w.helper()
		}
	}
	w.split = s
	w.work(s)
	home := w.home
	w.home = s.waiting
	w.home <- w
	s.helpers.Wait()
	<-w.home // whoever was helped is done
	w.home, w.split = home, s.parent
	w.stopped = w.aborted()
	return s.best, s.move
}

// assist is a helper's part of a split.
func (w *worker) assist(s *split) {
	defer s.helpers.Done()
	w.split, w.stopped = s, false
	w.work(s)
	w.split = nil
	w.team.nodes.Add(w.nodes - w.reported)
	w.reported = w.nodes
	w.home <- w
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
