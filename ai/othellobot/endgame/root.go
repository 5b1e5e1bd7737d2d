package endgame

import (
	"cmp"
	"math/bits"
	"slices"

	"quadrille/ai/tt"
	"quadrille/engine/othello"
)

// root finds the best turn of the query. It looks through narrow windows around
// a guess until the margin lies within one, or the query's end is reached.
func (w *worker) root(q *Query) Result {
	guess := (q.Guess+MaxMargin+1)/2*2 - MaxMargin // margins are even
	known := Result{Margin: guess, Turn: othello.NoTurn}
	alpha, beta := max(q.Alpha, guess-1), min(q.Beta, guess+1)
	if alpha >= beta {
		alpha, beta = q.Alpha, q.Beta
	}
	roots := w.rootTurns(q)
	for step := 2; !w.stopped; step *= 2 {
		r := w.searchRoots(q, roots, alpha, beta)
		known = w.update(known, r, alpha, beta)
		switch {
		case w.stopped:
		case r.Margin <= alpha && alpha > q.Alpha:
			alpha, beta = max(q.Alpha, r.Margin-step), r.Margin+1
			continue
		case r.Margin >= beta && beta < q.Beta:
			alpha, beta = r.Margin-1, min(q.Beta, r.Margin+step)
			continue
		}
		break
	}
	w.finish(q, &known)
	return w.withNodes(known)
}

// update is what is known after a window, which may have been cut short.
func (w *worker) update(known, r Result, alpha, beta int) Result {
	switch {
	case r.Turn == othello.NoTurn || w.stopped && r.Margin <= alpha:
		return known
	case r.Margin >= beta || w.stopped:
		r.Bound = tt.Lower
	case r.Margin <= alpha:
		r.Bound = tt.Upper
	default:
		r.Bound = tt.Exact
	}
	return r
}

// withNodes is a result with the nodes of all workers.
func (w *worker) withNodes(r Result) Result {
	r.Nodes = w.team.nodes.Load() + w.nodes - w.reported
	return r
}

// rootTurn is a turn of the query and how its last search went.
type rootTurn struct {
	othello.Child
	value int
	nodes uint64
}

// searchRoots searches the turns of the query with a window, and brings them into
// the order for the next one: good turns first, and of equal ones those that
// were the hardest to refute.
func (w *worker) searchRoots(q *Query, roots []rootTurn, alpha, beta int) Result {
	r := Result{Margin: -MaxMargin - 1, Turn: othello.NoTurn}
	empties := 64 - bits.OnesCount64(q.Own|q.Opp)
	for i := range roots {
		c, before := &roots[i], w.withNodes(r).Nodes
		c.value = w.rootValue(c, empties, alpha, beta, r.Margin)
		c.nodes = w.withNodes(r).Nodes - before
		if w.stopped {
			return r
		}
		if c.value > r.Margin {
			r.Margin, r.Turn = c.value, othello.Turn(c.Square)
		}
		if r.Margin >= beta {
			break
		}
	}
	if len(q.Roots) == 0 && r.Turn != othello.NoTurn {
		w.table.Put(Key(q.Own, q.Opp), newEntry(empties, alpha, beta, r.Margin, uint8(r.Turn)), Join)
	}
	slices.SortStableFunc(roots, func(a, b rootTurn) int {
		return cmp.Or(b.value-a.value, cmp.Compare(b.nodes, a.nodes))
	})
	return r
}

// rootValue is the margin by a turn within a window, when best is the best so
// far.
func (w *worker) rootValue(c *rootTurn, empties, alpha, beta, best int) int {
	lower := max(alpha, best)
	if best >= -MaxMargin {
		if v := -w.nws(c.Own, c.Opp, empties-1, ^lower); v <= lower || v >= beta || w.stopped {
			return v
		}
	}
	return -w.pvs(c.Own, c.Opp, c.Moves, empties-1, -beta, -lower)
}

// finish completes a result with its turn and line.
func (w *worker) finish(q *Query, r *Result) {
	r.Done = !w.stopped
	if r.Turn == othello.NoTurn {
		roots := w.rootTurns(q)
		if len(roots) == 0 { // the query's turns are not legal
			return
		}
		r.Turn = othello.Turn(roots[0].Square)
	}
	r.Line = []othello.Turn{r.Turn}
	if r.Bound == tt.Exact {
		s := othello.State{Own: q.Own, Opp: q.Opp}.Play(r.Turn)
		r.Line = append(r.Line, w.line(s, -r.Margin)...)
	}
}

// rootTurns returns the turns of the query, the best by their order first.
func (w *worker) rootTurns(q *Query) []rootTurn {
	key, empties := Key(q.Own, q.Opp), 64-bits.OnesCount64(q.Own|q.Opp)
	first := w.advice(w.table.Get(key), key, empties)
	if len(q.Roots) > 0 {
		first[0] = uint8(q.Roots[0])
	}
	list, _ := w.children(q.Own, q.Opp, othello.Moves(q.Own, q.Opp), empties)
	w.order(q.Own, q.Opp, empties, w.orderDepth(empties), 0, first, list)
	var roots []rootTurn
	for range list {
		c := pickBest(list)
		if len(q.Roots) == 0 || slices.Contains(q.Roots, othello.Turn(c.Square)) {
			roots = append(roots, rootTurn{Child: *c, value: -MaxMargin - 1})
		}
	}
	return roots
}

// line is best play from a state of the given margin to the end of the game,
// as far as the search is not stopped.
func (w *worker) line(s othello.State, margin int) []othello.Turn {
	var line []othello.Turn
	for !s.Over() {
		t := w.bestTurn(&s, margin)
		if w.stopped {
			break
		}
		line = append(line, t)
		s, margin = s.Play(t), -margin
	}
	return line
}

// bestTurn returns a turn that keeps the exact margin.
func (w *worker) bestTurn(s *othello.State, margin int) othello.Turn {
	if s.Moves() == 0 {
		return othello.Pass
	}
	empties := bits.OnesCount64(s.Empty())
	for _, c := range w.rootTurns(&Query{Own: s.Own, Opp: s.Opp}) {
		if -w.nws(c.Own, c.Opp, empties-1, -margin) >= margin || w.stopped {
			return othello.Turn(c.Square)
		}
	}
	return othello.NoTurn // not reached unless stopped
}
