package midgame

import (
	"slices"

	"quadrille/ai/alphabeta"
	"quadrille/engine/othello"
)

// root is a turn at the root and what is known of it.
type root struct {
	turn  othello.Turn
	value int // of its line, when known
	line  []alphabeta.Move
	known bool
	exact bool // the value is a hundred times the final margin with best play
}

// unvalued stands in reports for the value of a line that was not searched.
const unvalued = -alphabeta.Win - 1

// roots are the root turns, best first.
type roots []root

func newRoots(moves []alphabeta.Move) roots {
	r := make(roots, len(moves))
	for i, m := range moves {
		r[i] = root{turn: othello.Turn(m), line: []alphabeta.Move{m}}
	}
	return r
}

// sortRoots puts the turns first that look best at once.
func (w *worker) sortRoots(r roots) {
	w.enter(w.s.root.Own, w.s.root.Opp, 0)
	order := map[othello.Turn]int{}
	for i := range r {
		if t := r[i].turn; t != othello.Pass && w.visit() {
			next := w.s.root.Play(t)
			order[t] = -w.evaluateMove(next.Own, next.Opp, uint8(t), next.Opp&w.s.root.Opp, 0)
		}
	}
	slices.SortStableFunc(r, func(a, b root) int { return order[b.turn] - order[a.turn] })
}

// best returns the first lines.
func (r roots) best(n int) []alphabeta.Line {
	lines := make([]alphabeta.Line, n)
	for i := range lines {
		lines[i] = alphabeta.Line{Moves: slices.Clone(r[i].line), Value: unvalued, Solved: r[i].exact}
		if r[i].known {
			lines[i].Value = r[i].value
		}
	}
	return lines
}

// moveUp moves a root turn up to a rank and keeps the order of the others.
func (r roots) moveUp(from, to int) {
	m := r[from]
	copy(r[to+1:from+1], r[to:from])
	r[to] = m
}

// search does one step: as many lines as are asked for. It says whether it
// came to the end.
func (w *worker) search(lines roots, at step) bool {
	w.selectivity = at.selectivity
	w.solveFrom = w.s.tune.SolveFrom
	if at.selectivity == noSelectivity {
		w.solveFrom = w.s.tune.SolveFromExact
	}
	if at.depth >= w.s.empties && at.selectivity == noSelectivity && w.s.opts.MultiPV == 1 {
		return w.solveRoot(lines, at.wld)
	}
	if at.wld {
		return w.searchWLD(lines)
	}
	for rank := range w.s.opts.MultiPV {
		if !w.aspiration(lines, rank, at.depth) {
			return false
		}
	}
	for i := range lines[:w.s.opts.MultiPV] {
		w.finish(&lines[i])
	}
	slices.SortStableFunc(lines[:w.s.opts.MultiPV], func(a, b root) int { return b.value - a.value })
	return true
}

// searchWLD sees which root turn wins, or else draws, and brings it to the front.
// What was thought of its value before remains as far as that agrees.
func (w *worker) searchWLD(lines roots) bool {
	guess := lines[0].value
	v := w.searchRoots(lines, 0, -marginUnit, marginUnit, w.s.empties)
	if w.stopped {
		return false
	}
	lines[0].reconcile(guess, v)
	return true
}

// reconcile makes the value of a root turn an earlier guess, moved as far as it takes
// to agree with what a search for who wins returned.
func (r *root) reconcile(guess, v int) {
	switch {
	case v >= marginUnit:
		r.value = max(guess, v)
	case v <= -marginUnit:
		r.value = min(guess, v)
	default:
		r.value = v
	}
	r.exact = false
}

// aspiration searches the root turns from a rank on with a narrow window around
// the last value, and widens it until the value lies inside.
func (w *worker) aspiration(lines roots, rank, depth int) bool {
	alpha, beta, by := -maxValue-1, maxValue+1, w.s.tune.Aspiration
	if last := lines[rank]; depth >= w.s.tune.AspirationFrom && last.known {
		alpha, beta = last.value-by, last.value+by
	}
	for {
		v := w.searchRoots(lines, rank, max(alpha, -maxValue-1), min(beta, maxValue+1), depth)
		by *= 3
		switch {
		case w.stopped:
			return false
		case v <= alpha && alpha > -maxValue:
			alpha = v - by
		case v >= beta && beta < maxValue:
			beta = v + by
		default:
			return true
		}
	}
}

// searchRoots searches the root turns from a rank on; the best comes to the
// rank. If it is cut short a better turn is there only if its search was
// finished.
func (w *worker) searchRoots(lines roots, rank, alpha, beta, depth int) int {
	best := -maxValue - 1
	for i := rank; i < len(lines); i++ {
		v := w.child(lines[i].turn, i-rank, best, alpha, beta, depth)
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
		r := &lines[i]
		r.exact = depth >= w.s.empties && w.selectivity == noSelectivity && v < beta
		// A turn that is better than expected has no line; the old one may do.
		if len(w.pv[1]) > 0 || !r.known || r.exact {
			r.line = append([]alphabeta.Move{alphabeta.Move(r.turn)}, w.pv[1]...)
		}
		r.value, r.known = v, true
		lines.moveUp(i, rank)
		if v >= beta {
			break
		}
	}
	return best
}

// child searches what follows a root turn.
func (w *worker) child(t othello.Turn, nth, best, alpha, beta, depth int) int {
	next := w.s.root.Play(t)
	w.enter(w.s.root.Own, w.s.root.Opp, 0)
	if t != othello.Pass {
		depth--
	}
	lower := max(alpha, best)
	v := 0
	if nth > 0 {
		v = -w.pvs(next.Own, next.Opp, -lower-1, -lower, depth, 1)
	}
	if nth == 0 || v > lower && v < beta && !w.stopped {
		v = -w.pvs(next.Own, next.Opp, -beta, -lower, depth, 1)
	}
	return v
}

// finish lengthens an exact line up to the end of the game, as far as the
// worker is not stopped.
func (w *worker) finish(r *root) {
	if !r.exact {
		return
	}
	s, v := w.s.root, r.value
	for _, m := range r.line {
		s, v = s.Play(othello.Turn(m)), -v
	}
	rest, nodes := w.leaf.Line(s, v/marginUnit)
	w.countNodes(nodes)
	r.line = append(r.line, moves(rest)...)
}

// moves writes turns as the reports have them.
func moves(turns []othello.Turn) []alphabeta.Move {
	list := make([]alphabeta.Move, len(turns))
	for i, t := range turns {
		list[i] = alphabeta.Move(t)
	}
	return list
}
