package alphabeta

import (
	"sync"

	"quadrille/ai"
	"quadrille/ai/atomic"
	"quadrille/ai/tt"
)

// Options are the limits and settings of one search.
type Options struct {
	Control *ai.Control
	Depth   int    // plies; 0 for no limit
	Nodes   uint64 // states visited, all threads together; 0 for no limit
	Threads int
	MultiPV int
	// Moves are the root moves, in the order to try them first. There must be
	// at least one.
	Moves []Move
	// Report is told of every completed iteration and of progress in between.
	// Calls do not overlap.
	Report func(Report)
	// Between, if set, is called after every completed iteration that is not
	// the last. When it returns true the search ends.
	Between func(Report) bool
}

// Line is a sequence of moves from the root and the value it leads to.
type Line struct {
	Moves []Move
	Value int
	// Solved says that no estimate went into the value.
	Solved bool
	// AtMost says that the value counts the plies to the end at most.
	AtMost bool
}

// Report is what a search knows at some time.
type Report struct {
	Depth    int // of the completed iteration, or the one under way when Lines is empty
	SelDepth int
	Nodes    uint64
	HashFull int    // permille
	Lines    []Line // best first; empty for mere progress
}

// progressNodes is how often a search says that it is still there.
const progressNodes = 1 << 21

// Searcher holds what searches of one game learn. It serves one search at a
// time.
type Searcher[S any, G Game[S]] struct {
	game  G
	table *tt.Table[tt.Entry]

	root  S
	opts  Options
	stop  atomic.Bool
	nodes atomic.Uint64 // flushed by the workers now and then
}

// New returns a searcher that keeps its results in the table, whose size the
// caller sets.
func New[S any, G Game[S]](game G, table *tt.Table[tt.Entry]) *Searcher[S, G] {
	return &Searcher[S, G]{game: game, table: table}
}

// Run searches a state that is not over and returns the last report. With one
// thread and no time limit it always does the same.
func (sr *Searcher[S, G]) Run(root S, opts Options) Report {
	opts.Threads = max(1, opts.Threads)
	opts.MultiPV = min(max(1, opts.MultiPV), len(opts.Moves))
	sr.root, sr.opts = root, opts
	sr.stop.Store(false)
	sr.nodes.Store(0)
	sr.table.NextSearch()

	workers := make([]*worker[S, G], opts.Threads)
	for i := range workers {
		workers[i] = newWorker(sr, i)
	}
	var helpers sync.WaitGroup
	for _, w := range workers[1:] {
		helpers.Go(w.deepen)
	}
	main := workers[0]
	main.deepen()
	sr.stop.Store(true)
	helpers.Wait()
	for _, w := range workers {
		w.flush()
	}
	last := main.lines
	last.Nodes, last.HashFull, last.SelDepth = sr.nodes.Load(), sr.table.HashFull(), main.selDepth
	return last
}

// finished says whether the iteration just completed was the last one needed.
func (sr *Searcher[S, G]) finished(r Report) bool {
	if sr.opts.Depth > 0 && r.Depth >= sr.opts.Depth {
		return true
	}
	for _, l := range r.Lines {
		if !l.Solved && Mate(l.Value) == 0 {
			return r.Depth >= MaxPly/2 || sr.opts.Control.PastSoft()
		}
	}
	return true
}
