package alphabeta

import (
	"quadrille/ai/tt"
	"quadrille/engine"
)

// solvedDepth marks table entries whose value no estimate went into.
const solvedDepth = 255

// search returns the value of a state at the given ply, as counted from the
// root, exactly if it lies between alpha and beta and else as a bound.
func (w *worker[S, G]) search(s *S, depth, alpha, beta, ply int) int {
	w.pv[ply] = w.pv[ply][:0]
	if w.visit() {
		return 0
	}
	w.selDepth = max(w.selDepth, ply)

	// 1. The end of the line.
	if depth <= 0 || ply >= MaxPly {
		v, _ := w.game.Leaf(s)
		return fromNode(v, ply)
	}
	// 2. No line from here can be better than a win with the next ply, nor
	// worse than having lost already.
	alpha, beta = max(alpha, -Win+ply), min(beta, Win-ply-1)
	if alpha >= beta {
		return alpha
	}
	// 3. What the table says.
	solving := depth >= w.game.Horizon(s)
	key, symmetry := w.game.Key(s)
	entry := w.table.Get(key)
	if entry != 0 {
		if v := fromNode(entry.Value(), ply); cuts(entry, v, depth, solving, alpha, beta) {
			return v
		}
	}
	// 4. The moves, unless the value is known.
	choices, v, known := w.game.Expand(s, w.choices[ply][:0])
	w.choices[ply] = choices
	if known {
		return fromNode(v, ply)
	}
	first := NoMove
	if entry.Move() != 0 {
		first = w.game.Orient(Move(entry.Move()-1), engine.InverseSymmetry(symmetry))
	}
	w.order.score(choices, first, ply)
	if len(choices) == 1 && ply < 2*w.depth {
		depth++
	}
	// 5. Each move, the most promising first.
	best, bestMove, start := -infinity, NoMove, alpha
	for i := range choices {
		pick(choices[i:])
		m := choices[i].Move
		child := w.game.Play(s, m)
		v := w.searchChild(&child, depth, i, best, alpha, beta, ply, solving)
		if w.stopped {
			return 0
		}
		if v <= best {
			continue
		}
		best = v
		if v <= alpha {
			continue
		}
		alpha, bestMove = v, m
		w.pv[ply] = append(append(w.pv[ply][:0], m), w.pv[ply+1]...)
		if v >= beta {
			w.order.cut(choices[:i+1], depth, ply)
			break
		}
	}
	// 6. Remember.
	w.store(key, symmetry, bestMove, best, depth, ply, start, beta, solving)
	return best
}

// searchChild searches the state after the i-th move tried at a ply: the first
// with the whole window, the others with a null window that asks whether they
// are better, late ones to a smaller depth first unless estimates must be
// kept out. best is -infinity until a move has been searched.
func (w *worker[S, G]) searchChild(child *S, depth, i, best, alpha, beta, ply int, solving bool) int {
	if best == -infinity {
		return -w.search(child, depth-1, -beta, -alpha, ply+1)
	}
	if !solving {
		if r := reduction(depth, i); r > 0 {
			v := -w.search(child, depth-1-r, -alpha-1, -alpha, ply+1)
			if v <= alpha || w.stopped {
				return v
			}
		}
	}
	v := -w.search(child, depth-1, -alpha-1, -alpha, ply+1)
	if v > alpha && v < beta && !w.stopped {
		v = -w.search(child, depth-1, -beta, -alpha, ply+1)
	}
	return v
}

// reduction is how many plies less a late move is searched at first.
func reduction(depth, i int) int {
	if depth < 2 || i < 3 {
		return 0
	}
	r := 1
	for n := i; n >= 12; n /= 4 {
		r++
	}
	return min(r, depth-1)
}

// cuts says whether a table entry answers a search with the given depth and
// window. Proved values do so whatever their depth; a window that is no null window
// takes nothing else, so that principal variations stay whole.
func cuts(e tt.Entry, v, depth int, solving bool, alpha, beta int) bool {
	proved := e.Depth() == solvedDepth
	switch {
	case v > MateBound:
		proved = proved || e.Bound() != tt.Upper
	case v < -MateBound:
		proved = proved || e.Bound() != tt.Lower
	}
	if !proved && (solving || e.Depth() < depth || beta-alpha > 1) {
		return false
	}
	switch e.Bound() {
	case tt.Exact:
		return true
	case tt.Lower:
		return v >= beta
	case tt.Upper:
		return v <= alpha
	}
	return false
}

func (w *worker[S, G]) store(key uint64, symmetry uint8, m Move, v, depth, ply, alpha, beta int, solving bool) {
	move, bound := uint16(0), tt.Exact
	if m != NoMove {
		move = uint16(w.game.Orient(m, symmetry)) + 1
	}
	depth = min(depth, solvedDepth-1)
	if solving {
		depth = solvedDepth
	}
	switch {
	case v >= beta:
		bound = tt.Lower
	case v <= alpha:
		bound = tt.Upper
	}
	w.table.Put(key, tt.NewEntry(move, toNode(v, ply), depth, bound), tt.KeepMove)
}
