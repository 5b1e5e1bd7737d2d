package midgame

import (
	"slices"

	"quadrille/ai/alphabeta"
	"quadrille/engine/othello"
)

// roots are the lines of the root turns, best first. In a solved one the value is
// a hundred times the final margin with best play.
type roots []alphabeta.Line

// unvalued is the value of a line that was not searched.
const unvalued = -alphabeta.Win - 1

func newRoots(moves []alphabeta.Move) roots {
	r := make(roots, len(moves))
	for i := range moves {
		r[i] = alphabeta.Line{Moves: moves[i : i+1 : i+1], Value: unvalued}
	}
	return r
}

// sortRoots puts the turns first that look best at once.
func (w *worker) sortRoots(r roots) {
	w.enter(w.s.root.Own, w.s.root.Opp, 0)
	order := map[alphabeta.Move]int{}
	for _, l := range r {
		if t := othello.Turn(l.Moves[0]); t != othello.Pass && w.visit() {
			next := w.s.root.Play(t)
			order[l.Moves[0]] = -w.evaluateMove(next.Own, next.Opp, uint8(t), next.Opp&w.s.root.Opp, 0)
		}
	}
	slices.SortStableFunc(r, func(a, b alphabeta.Line) int { return order[b.Moves[0]] - order[a.Moves[0]] })
}

// best returns the first lines.
func (r roots) best(n int) []alphabeta.Line {
	lines := slices.Clone(r[:n])
	for i := range lines {
		lines[i].Moves = slices.Clone(lines[i].Moves)
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
		w.completeLine(&lines[i])
	}
	slices.SortStableFunc(lines[:w.s.opts.MultiPV], func(a, b alphabeta.Line) int { return b.Value - a.Value })
	return true
}

// searchWLD sees which root turn wins, or else draws, and brings it to the front.
// What was thought of its value before remains as far as that agrees.
func (w *worker) searchWLD(lines roots) bool {
	guess := lines[0].Value
	v := w.searchRoots(lines, 0, -marginUnit, marginUnit, w.s.empties)
	if w.stopped {
		return false
	}
	reconcile(&lines[0], guess, v)
	return true
}

// reconcile makes the value of a line an earlier guess, moved as far as it takes to
// agree with what a search for who wins returned.
func reconcile(l *alphabeta.Line, guess, v int) {
	switch {
	case guess == unvalued:
	case v >= marginUnit:
		v = max(guess, v)
	case v <= -marginUnit:
		v = min(guess, v)
	}
	l.Value, l.Solved = v, false
}

// aspiration searches the root turns from a rank on with a narrow window around
// the last value, and widens it until the value lies inside.
func (w *worker) aspiration(lines roots, rank, depth int) bool {
	alpha, beta, by := -maxValue-1, maxValue+1, w.s.tune.Aspiration
	if last := lines[rank].Value; depth >= w.s.tune.AspirationFrom && last != unvalued {
		alpha, beta = last-by, last+by
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
		v := w.searchRoot(othello.Turn(lines[i].Moves[0]), i-rank, best, alpha, beta, depth)
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
		l := &lines[i]
		l.Solved = depth >= w.s.empties && w.selectivity == noSelectivity && v < beta
		// A turn that is better than expected has no line; the old one may do.
		if len(w.pv[1]) > 0 || l.Value == unvalued || l.Solved {
			l.Moves = append(l.Moves[:1:1], w.pv[1]...)
		}
		l.Value = v
		lines.moveUp(i, rank)
		if v >= min(beta, maxValue) {
			break
		}
	}
	return best
}

// searchRoot searches what follows a root turn.
func (w *worker) searchRoot(t othello.Turn, nth, best, alpha, beta, depth int) int {
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

// completeLine lengthens an exact line up to the end of the game, as far as the
// worker is not stopped.
func (w *worker) completeLine(l *alphabeta.Line) {
	if !l.Solved {
		return
	}
	s, v := w.s.root, l.Value
	for _, m := range l.Moves {
		s, v = s.Play(othello.Turn(m)), -v
	}
	rest, nodes := w.leaf.Line(s, v/marginUnit)
	w.countNodes(nodes)
	l.Moves = append(l.Moves, moves(rest)...)
}

// moves writes turns as the reports have them.
func moves(turns []othello.Turn) []alphabeta.Move {
	list := make([]alphabeta.Move, len(turns))
	for i, t := range turns {
		list[i] = alphabeta.Move(t)
	}
	return list
}
