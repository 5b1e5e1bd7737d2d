package endgame

import "quadrille/engine/othello"

// From how many empty squares on an exact search begins with iterative deepening,
// and how deep that goes: so many plies before the end, and no more than so many.
// What it leaves in the table must not be as deep as the position has empty
// squares, since that marks exact results.
const (
	deepenMin  = 14
	deepenLess = 12
	deepenMax  = 16
)

// deepen searches the query's position to growing depths with the evaluation, and
// returns the last margin. It is done for the hash moves that it leaves to the
// exact search.
func (w *worker) deepen(q *Query, empties int) int {
	margin := w.aspiration(q, empties, 4+empties&1, -MaxMargin-1, MaxMargin+1)
	for depth := 6 + empties&1; depth <= min(empties-deepenLess, deepenMax) && !w.stopped; depth += 2 {
		margin = w.aspiration(q, empties, depth, margin-4, margin+4)
	}
	return margin
}

// aspiration is pvs for the query's position, with a window that is moved, and soon
// opened, until the margin lies in it. Moving alone may go to and fro for ever: the
// table mixes results of many depths and of earlier searches, so that one window
// says more than a margin and the next one less.
func (w *worker) aspiration(q *Query, empties, depth, alpha, beta int) int {
	for moved := 0; ; moved++ {
		margin := w.pvs(q.Own, q.Opp, othello.Moves(q.Own, q.Opp), empties, depth, alpha, beta)
		switch {
		case w.stopped || margin > alpha && margin < beta:
			return margin
		case moved >= 2:
			alpha, beta = -MaxMargin-1, MaxMargin+1
		case margin <= alpha:
			alpha, beta = margin-8, margin+1
		default:
			alpha, beta = margin-1, margin+8
		}
	}
}

// pvs is the principal variation search: the margin of a position if it lies
// between alpha and beta, and else a bound. Where depth is the number of empty
// squares it is exact; where it is less, depth plies lie before the evaluation.
func (w *worker) pvs(own, opp, moves uint64, empties, depth, alpha, beta int) int {
	// 1. The bottom of the tree.
	exact := depth == empties
	switch {
	case exact && (beta-alpha == 1 || empties <= 4):
		return w.bisect(own, opp, empties, alpha, beta)
	case !exact && depth <= 2:
		v := w.shallowSearch(own, opp, moves, empties, depth, 100*alpha-50, 100*beta+50)
		return (v+100*MaxMargin+50)/100 - MaxMargin
	case w.visit():
		return 0
	}
	// 2. Transposition table.
	key := Key(own, opp)
	hash := w.table.Get(key)
	if hash.Depth() >= depth {
		if v, ok := hash.Cutoff(alpha, beta); ok {
			return v
		}
	}
	// 3. The moves, in order.
	if moves == 0 {
		moves = othello.Moves(opp, own)
		if moves == 0 {
			return othello.Margin(own, opp)
		}
		return -w.pvs(opp, own, moves, empties, depth, -beta, -alpha)
	}
	list := w.children(own, opp, moves, empties)
	evalDepth := w.orderDepth(empties)
	if !exact {
		evalDepth = w.orderDepth(9 + depth)
	}
	w.order(own, opp, empties, evalDepth, alpha, hash, list)
	// 4. The first with the whole window, the others with a null window first.
	best, move := -MaxMargin-1, uint8(NoMove)
	for i := range list {
		c := pickBest(list)
		lower, v := max(alpha, best), 0
		if i > 0 {
			v = -w.pvs(c.Own, c.Opp, c.Moves, empties-1, depth-1, -lower-1, -lower)
		}
		if i == 0 || v > lower && v < beta {
			v = -w.pvs(c.Own, c.Opp, c.Moves, empties-1, depth-1, -beta, -lower)
		}
		if w.stopped {
			return 0
		}
		if v > best {
			best, move = v, c.Square
		}
		if best >= beta {
			break
		}
	}
	// 5. Remember.
	w.table.Put(key, newEntry(depth, alpha, beta, best, move), Join)
	return best
}

// bisect is pvs by null window searches.
func (w *worker) bisect(own, opp uint64, empties, alpha, beta int) int {
	least, most := -MaxMargin, MaxMargin
	for least < beta && most > alpha && least < most {
		low, high := max(alpha, least), min(beta, most)
		middle := low + (high-low)/2
		if v := w.nws(own, opp, empties, middle); v > middle {
			least = v
		} else {
			most = v
		}
	}
	if most <= alpha {
		return most
	}
	return least
}
