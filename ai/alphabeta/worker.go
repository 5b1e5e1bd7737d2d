package alphabeta

import "slices"

// flushEvery is how many nodes a worker visits between two looks at the clock.
const flushEvery = 1 << 10

// worker is one searching thread.
type worker[S any, G Game[S]] struct {
	*Searcher[S, G]
	id      int
	stopped bool
	own     uint64 // nodes of this worker
	flushed uint64 // of them, added to Searcher.nodes

	roots    []rootMove
	lines    Report // of the last completed iteration
	depth    int    // of the iteration under way
	selDepth int

	order   ordering
	choices [MaxPly + 1][]Choice
	pv      [MaxPly + 2][]Move
}

// rootMove is a move at the root and what is known of it.
type rootMove struct {
	move   Move
	value  int
	solved bool
	pv     []Move
}

func newWorker[S any, G Game[S]](sr *Searcher[S, G], id int) *worker[S, G] {
	w := &worker[S, G]{Searcher: sr, id: id, order: newOrdering(sr.game.MoveSpace())}
	for _, m := range sr.opts.Moves {
		w.roots = append(w.roots, rootMove{move: m, value: -infinity, pv: []Move{m}})
	}
	w.lines.Lines = w.bestLines()
	return w
}

// deepen searches to growing depths until a limit is reached. Helpers start
// one ply deeper every second one, so that the threads do not all do the same.
func (w *worker[S, G]) deepen() {
	for w.depth = 1 + w.id&1; ; w.depth++ {
		for rank := range w.opts.MultiPV {
			w.aspiration(rank)
			if w.stopped {
				w.keepPartial(rank)
				return
			}
		}
		w.sortLines()
		w.flush()
		w.lines = Report{Depth: w.depth, SelDepth: w.selDepth, Nodes: w.nodes.Load(), Lines: w.bestLines()}
		if w.id == 0 && w.opts.Report != nil {
			w.lines.HashFull = w.table.HashFull()
			w.opts.Report(w.lines)
		}
		if w.finished(w.lines) || w.id == 0 && w.opts.Between != nil && w.opts.Between(w.lines) {
			return
		}
	}
}

// keepPartial takes over the best line of an iteration that was cut short, if
// it found a better one than the last iteration.
func (w *worker[S, G]) keepPartial(rank int) {
	if rank == 0 && w.roots[0].value > -infinity {
		w.lines.Lines = w.bestLines()
	}
}

// sortLines puts the lines of an iteration in order. A move that looked worse
// when it was tried late, to a smaller depth, may turn out to be better when a
// line of its own begins with it.
func (w *worker[S, G]) sortLines() {
	slices.SortStableFunc(w.roots[:w.opts.MultiPV], func(a, b rootMove) int { return b.value - a.value })
}

// bestLines copies the first lines out of the root moves.
func (w *worker[S, G]) bestLines() []Line {
	lines := make([]Line, w.opts.MultiPV)
	for i := range lines {
		r := &w.roots[i]
		lines[i] = Line{Moves: slices.Clone(r.pv), Value: r.value, Solved: r.solved}
		if w.id == 0 && Mate(r.value) != 0 && r.value > -infinity {
			w.extend(&lines[i])
		}
	}
	return lines
}

// aspiration searches the root moves from rank on with a narrow window around the
// last value, and widens it until the value lies inside.
func (w *worker[S, G]) aspiration(rank int) {
	alpha, beta, width := -infinity, infinity, 40
	if last := w.roots[rank].value; w.depth >= 4 && last > -MateBound && last < MateBound {
		alpha, beta = last-width, last+width
	}
	for {
		v := w.searchRoot(rank, alpha, beta)
		switch {
		case w.stopped:
			return
		case v <= alpha && alpha > -infinity:
			alpha = widen(alpha, -width)
		case v >= beta && beta < infinity:
			beta = widen(beta, width)
		default:
			return
		}
		width *= 4
	}
}

func widen(bound, by int) int {
	bound += by
	if bound > MaxEval/2 {
		return infinity
	}
	if bound < -MaxEval/2 {
		return -infinity
	}
	return bound
}

// searchRoot searches the root moves from rank on; the best comes to rank. An
// iteration that is cut short leaves a better move there only if it was
// searched to the end.
func (w *worker[S, G]) searchRoot(rank, alpha, beta int) int {
	solving := w.depth >= w.game.Horizon(&w.root)
	best := -infinity
	for i := rank; i < len(w.roots); i++ {
		child := w.game.Play(&w.root, w.roots[i].move)
		v := w.searchChild(&child, w.depth, i-rank, best, alpha, beta, 0, solving)
		if w.stopped {
			return best
		}
		if v <= best {
			continue
		}
		best = v
		if v <= alpha {
			continue
		}
		alpha = v
		r := w.roots[i]
		r.value, r.solved = v, solving && v < beta
		r.pv = append(append(r.pv[:0:0], r.move), w.pv[1]...)
		copy(w.roots[rank+1:i+1], w.roots[rank:i])
		w.roots[rank] = r
		if v >= beta {
			break
		}
	}
	return best
}

// visit counts a node and says whether the search must end.
func (w *worker[S, G]) visit() bool {
	if w.stopped {
		return true
	}
	if w.opts.Nodes > 0 && w.nodesSeen() >= w.opts.Nodes {
		w.stopped = true
		w.stop.Store(true)
		return true
	}
	w.own++
	if w.own%flushEvery == 0 {
		w.flush()
		if w.stop.Load() || w.opts.Control.Done() {
			w.stopped = true
			w.stop.Store(true)
		}
		w.progress()
	}
	return w.stopped
}

// nodesSeen is exact with one thread.
func (w *worker[S, G]) nodesSeen() uint64 {
	if w.opts.Threads == 1 {
		return w.own
	}
	return w.nodes.Load() + w.own - w.flushed
}

func (w *worker[S, G]) flush() {
	w.nodes.Add(w.own - w.flushed)
	w.flushed = w.own
}

func (w *worker[S, G]) progress() {
	if w.id != 0 || w.own%progressNodes != 0 || w.opts.Report == nil {
		return
	}
	w.opts.Report(Report{Depth: w.depth, SelDepth: w.selDepth, Nodes: w.nodes.Load(), HashFull: w.table.HashFull()})
}
