package midgame

import (
	"math/bits"
	"slices"
	"sync"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/atomic"
	"quadrille/ai/othellobot/endgame"
	"quadrille/ai/othellobot/pattern"
	"quadrille/engine/othello"
)

// Options are the limits and settings of one search. Depth counts disks; Between
// is not called.
type Options struct {
	alphabeta.Options
	// Thrifty says that time that is not used is worth something: the search
	// begins nothing that it will probably not finish.
	Thrifty bool
	// Full turns ProbCut off in the middle game too.
	Full bool
	// WLD asks only who wins. It is for searches to the end without a limit.
	WLD bool
}

// Searcher holds what the goroutines of a search share. It serves one search
// at a time.
type Searcher struct {
	eval  *pattern.Eval
	table *endgame.Table
	cuts  *cutTable
	tune  tuning

	root          othello.State
	empties       int
	opts          Options
	left          atomic.Int64  // nodes that may still be claimed
	nodes         atomic.Uint64 // claimed
	stop          atomic.Bool   // the search is over
	iterationDone atomic.Bool   // the iteration is over: helpers go home
	current       step          // under way
	reported      uint64        // nodes at the last sign of life
	claims        *claims       // nil with one thread
}

// Ready makes all that searches of positions with so many disks, and of those
// after them, look up, which would else be made when it is first needed.
func Ready(eval *pattern.Eval, disks int) {
	eval.Ready(disks)
	embeddedCuts()
	endgame.Ready()
}

// New returns a searcher that values positions by eval and keeps what it learns
// in the table, whose size the caller sets.
func New(eval *pattern.Eval, table *endgame.Table) *Searcher {
	return &Searcher{eval: eval, table: table, cuts: embeddedCuts(), tune: standardTuning}
}

// Run searches a state that is not over and returns the last report. With one
// thread and no time limit it always does the same.
func (s *Searcher) Run(root othello.State, opts Options) alphabeta.Report {
	opts.Threads = max(1, opts.Threads)
	opts.MultiPV = min(max(1, opts.MultiPV), len(opts.Moves))
	s.root, s.opts, s.empties = root, opts, bits.OnesCount64(root.Empty())
	s.left.Store(int64(min(opts.Nodes, 1<<62)))
	s.nodes.Store(0)
	s.stop.Store(false)
	s.reported = 0
	s.table.NextSearch()
	s.claims = nil
	if opts.Threads > 1 {
		s.claims = new(claims)
	}
	workers := make([]*worker, opts.Threads)
	for i := range workers {
		workers[i] = newWorker(s, i)
	}
	return s.deepen(workers)
}

// RunAll is Run for all turns of the root, without a clock.
func (s *Searcher) RunAll(root othello.State, opts Options) alphabeta.Report {
	opts.Control = ai.NewControl(ai.Limits{})
	for _, t := range root.Turns(nil) {
		opts.Moves = append(opts.Moves, alphabeta.Move(t))
	}
	return s.Run(root, opts)
}

// deepen searches step by step until the plan or a limit ends it.
func (s *Searcher) deepen(workers []*worker) alphabeta.Report {
	main := workers[0]
	lines := newRoots(s.opts.Moves)
	main.sortRoots(lines)
	depth := 0
	p := newPlan(s)
	for at, more := p.first(); more; at, more = p.next() {
		s.current = at
		done := s.iterate(workers, lines, at)
		p.record(main.nodes)
		if !done {
			break
		}
		depth = at.depth
		if s.opts.Report != nil {
			s.opts.Report(s.report(depth, workers, lines))
		}
	}
	return s.report(depth, workers, lines)
}

// report is what is known after an iteration to a depth.
func (s *Searcher) report(depth int, workers []*worker, lines roots) alphabeta.Report {
	r := alphabeta.Report{Depth: depth, SelDepth: depth, HashFull: s.table.HashFull(), Lines: lines.best(s.opts.MultiPV)}
	for _, w := range workers {
		r.Nodes += w.nodes
	}
	return r
}

// iterate searches one step with all workers and says whether it was finished.
// The helpers search the same or one ply deeper, and leave what they find in
// the table; claims keep those that search the same apart.
func (s *Searcher) iterate(workers []*worker, lines roots, at step) bool {
	var helpers sync.WaitGroup
	s.iterationDone.Store(false)
	proving := at.depth >= s.empties && at.selectivity == noSelectivity && s.opts.MultiPV == 1
	if at.depth >= s.tune.HelpFrom && !proving {
		for i, w := range workers[1:] {
			ahead := at
			ahead.depth = min(at.depth+i&1, s.empties)
			own := slices.Clone(lines)
			w.stopped = s.stop.Load()
			w.leaf.Continue()
			helpers.Go(func() { w.search(own, ahead) })
		}
	}
	done := workers[0].search(lines, at)
	s.iterationDone.Store(true)
	helpers.Wait()
	return done
}

// progressNodes is how often a search says that it is still there.
const progressNodes = 1 << 21

// claimNodes returns how many nodes a worker may visit before it asks again; 0 is
// the end of its search.
func (s *Searcher) claimNodes(main bool) uint64 {
	n := int64(checkEvery)
	if s.opts.Nodes > 0 {
		over := s.left.Add(-n)
		if over < 0 {
			n = max(0, n+over)
		}
	}
	if main {
		s.progress(s.current.depth, s.nodes.Load())
	}
	// The first nodes are free, so that there is a value even when the search
	// was stopped before it began.
	if n == 0 || main && s.nodes.Load() > 0 && s.opts.Control.Done() {
		s.stop.Store(true)
	}
	if s.stop.Load() || !main && s.iterationDone.Load() {
		return 0
	}
	s.nodes.Add(uint64(n))
	return uint64(n)
}

// progress reports now and then that a search to a depth goes on, with n nodes
// so far.
func (s *Searcher) progress(depth int, n uint64) {
	if s.opts.Report == nil || n < s.reported+progressNodes {
		return
	}
	s.reported = n
	s.opts.Report(alphabeta.Report{Depth: depth, SelDepth: depth, Nodes: n, HashFull: s.table.HashFull()})
}
