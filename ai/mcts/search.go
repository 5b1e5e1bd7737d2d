package mcts

import (
	"math/rand/v2"
	"sync"
	"time"

	"quadrille/ai"
	"quadrille/ai/atomic"
)

// Options are one search.
type Options[S comparable] struct {
	Control *ai.Control
	// Rules has one value for each goroutine that is to search.
	Rules []Rules[S]
	Weights
	Simulations uint64 // at most so many; 0 is no limit
	// Soft is when the search ends if its choice is settled; 0 is no limit.
	// The hard time is in Control.
	Soft time.Duration
	// Settle ends the search when no turn can overtake the best within what is
	// left of Simulations or Soft.
	Settle bool
	// Reuse keeps what the tree knows about the new root.
	Reuse bool
	Seed  uint64
	// Moves restricts the root, if it is not empty.
	Moves []Move
	// Lines is how many lines a report has.
	Lines int
	// Report is called now and then, by the goroutine that called Run.
	Report func(Report)
}

// Weights are the numbers of the formula by which turns are chosen.
type Weights struct {
	// Explore weighs the bonus of likely turns that were little tried.
	Explore float64
	// A turn that was tried Expand times becomes a node.
	Expand uint32
	// A new turn starts as if it had been tried FirstCount times with a mean
	// that is less than the seat's mean so far, the less likely it is: the
	// mean times the square root of its prior over the largest.
	FirstCount float64
	// Amaf is what a game counts in which a turn was played next but later, in
	// place of now; the later the less. It counts no more for turns that were
	// tried AmafVisits times, nor at nodes visited AmafParent times.
	Amaf                   float64
	AmafVisits, AmafParent uint32
}

// Report is what a search has found so far.
type Report struct {
	Simulations uint64
	Depth       int // turns in the first line
	SelDepth    int // the deepest walk in the tree
	HashFull    int // permille
	Lines       []Line
}

// Line is a turn at the root and the continuation.
type Line struct {
	Moves  []Move
	Visits uint32
	// Value is the mean result of the side to move, 0 to 1.
	Value float64
	// Share is each seat's mean share of the win; Known says whether any
	// simulation of this search went this way.
	Share [MaxSeats]float64
	Known bool
}

// search is one run on a tree.
type search[S comparable] struct {
	options    Options[S]
	tree       *Tree[S]
	workers    []*worker[S]
	shares     [][MaxSeats]atomic.Int64 // by edge at the root
	shareCount []atomic.Int64
	started    atomic.Uint64
	finished   atomic.Uint64
	over       atomic.Bool
	// crowd is how many goroutines have found no room for a node.
	crowd    atomic.Int32
	reportAt uint64
	looks    int           // calls of monitor
	began    time.Duration // of the control, when the search began
}

// Run searches from s, which must not be over, until a limit is reached, and
// returns the last report with all turns at the root that were tried, the best
// first; at least one.
func (t *Tree[S]) Run(s S, o Options[S]) Report {
	r := &search[S]{options: o, tree: t, reportAt: 1, began: o.Control.Elapsed()}
	r.addWorkers()
	r.prepareRoot(s)
	for r.work(); !r.over.Load(); r.work() {
		r.prune()
	}
	return r.report(len(t.top().moves))
}

// work has all goroutines simulate until the search is over or none of them has
// room for a node.
func (r *search[S]) work() {
	var group sync.WaitGroup
	for _, w := range r.workers[1:] {
		group.Go(func() { r.simulate(w, func() {}) })
	}
	r.simulate(r.workers[0], r.monitor)
	group.Wait()
}

func (r *search[S]) addWorkers() {
	r.tree.Ready(len(r.options.Rules))
	for i, rules := range r.options.Rules {
		rng := rand.New(rand.NewPCG(r.options.Seed, uint64(i)))
		w := &worker[S]{search: r, rules: rules, rng: rng, allocator: allocator{pool: &r.tree.pool}}
		w.plies = r.tree.plies[i]
		r.workers = append(r.workers, w)
	}
}

// simulate has a goroutine simulate until the search is over or until no goroutine
// has room for a node. monitor is called after each simulation. The first
// simulation is always made, so that there is an answer.
func (r *search[S]) simulate(w *worker[S], monitor func()) {
	const askEvery = 8
	for n := 0; !r.over.Load() && int(r.crowd.Load()) < len(r.workers); n++ {
		if limit := r.options.Simulations; r.started.Add(1) > limit && limit > 0 {
			r.over.Store(true)
			return
		}
		w.simulate()
		r.finished.Add(1)
		if r.options.Control.Stopped() || n%askEvery == 0 && r.options.Control.Done() {
			r.over.Store(true)
			return
		}
		monitor()
	}
}

// prune makes room for nodes in the tree, if it can, while no goroutine simulates.
// If it cannot they go on without.
func (r *search[S]) prune() {
	r.crowd.Store(0)
	rest, ok := r.tree.prune(r.options.Control.Done)
	if !ok {
		return
	}
	for _, w := range r.workers {
		w.full, w.allocator = false, allocator{pool: &r.tree.pool}
	}
	r.workers[0].allocator = rest
}

// monitor reports each time that the number of simulations has doubled, and
// looks now and then whether the choice is made.
func (r *search[S]) monitor() {
	const lookEvery = 16
	n := r.finished.Load()
	if n >= r.reportAt && n != r.options.Simulations {
		for r.reportAt <= n {
			r.reportAt *= 2
		}
		if n > lookEvery {
			r.options.Report(r.report(r.options.Lines))
		}
	}
	if r.looks++; r.looks%lookEvery == 0 && r.decided(n) {
		r.over.Store(true)
	}
}

// decided says whether the search may end before its limit.
func (r *search[S]) decided(n uint64) bool {
	o := &r.options
	left := ^uint64(0)
	if o.Simulations > 0 {
		left = o.Simulations - min(n, o.Simulations)
	}
	if o.Soft > 0 && !o.Control.Pondering() {
		searched := o.Control.Elapsed() - r.began
		used := min(o.Control.Used(), searched) // not what was pondered
		if used >= o.Soft && r.agreed() {
			return true
		}
		if searched > 0 {
			rest := max(0, o.Soft-used)
			left = min(left, uint64(float64(n)*float64(rest)/float64(searched)))
		}
	}
	return o.Settle && left != ^uint64(0) && r.lead() > left
}

// lead is by how many visits the best turn is ahead.
func (r *search[S]) lead() uint64 {
	var first, second uint32
	for i, top := 0, r.tree.top().stats; i < len(top); i++ {
		switch v := top[i].visits.Load(); {
		case v > first:
			first, second = v, first
		case v > second:
			second = v
		}
	}
	return uint64(first - second)
}

// agreed says whether the most visited turn also has the best mean among those
// with at least half as many visits.
func (r *search[S]) agreed() bool {
	top := r.tree.top()
	best := top.edge(ranked(top)[0])
	visits, value := best.visits.Load(), best.mean()
	for i := range top.stats {
		if e := top.edge(i); e.visits.Load() >= visits/2 && e.mean() > value {
			return false
		}
	}
	return true
}

// report has the best lines, at most n and only such as were tried.
func (r *search[S]) report(n int) Report {
	rep := Report{Simulations: r.finished.Load(), HashFull: r.tree.pool.full()}
	rep.SelDepth = r.workers[0].deep // the other workers are still at work
	top := r.tree.top()
	order := ranked(top)
	for _, i := range order[:min(n, len(order))] {
		if top.stats[i].visits.Load() == 0 && len(rep.Lines) > 0 {
			break
		}
		rep.Lines = append(rep.Lines, r.line(i))
	}
	rep.Depth = len(rep.Lines[0].Moves)
	return rep
}

// line describes an edge at the root.
func (r *search[S]) line(i int) Line {
	e := r.tree.top().edge(i)
	l := Line{Moves: r.tree.line(i), Visits: e.visits.Load(), Value: e.mean()}
	n := r.shareCount[i].Load()
	for seat := range l.Share {
		l.Share[seat] = float64(r.shares[i][seat].Load()) / valueUnit / float64(max(1, n))
	}
	l.Known = n > 0
	return l
}
