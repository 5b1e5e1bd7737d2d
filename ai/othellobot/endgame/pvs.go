package endgame

import "quadrille/engine/othello"

// pvs is the principal variation search: the margin of a position if it lies
// between alpha and beta, and else a bound.
func (w *worker) pvs(own, opp, moves uint64, empties, alpha, beta int) int {
	// 1. The bottom of the tree.
	switch {
	case beta-alpha == 1 || empties <= 4:
		return w.bisect(own, opp, empties, alpha, beta)
	case w.visit():
		return 0
	}
	// 2. Transposition table.
	key := Key(own, opp)
	hash := w.table.Get(key)
	if hash.Depth() == empties {
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
		return -w.pvs(opp, own, moves, empties, -beta, -alpha)
	}
	list, _ := w.children(own, opp, moves, empties)
	w.order(own, opp, empties, w.orderDepth(empties), alpha, w.advice(hash, key, empties), list)
	// 4. The first with the whole window, the others with a null window first.
	best, move := -MaxMargin-1, uint8(NoMove)
	for i := range list {
		c := pickBest(list)
		lower, v := max(alpha, best), 0
		if i > 0 {
			v = -w.pvs(c.Own, c.Opp, c.Moves, empties-1, -lower-1, -lower)
		}
		if i == 0 || v > lower && v < beta {
			v = -w.pvs(c.Own, c.Opp, c.Moves, empties-1, -beta, -lower)
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
	w.table.Put(key, newEntry(empties, alpha, beta, best, move), Join)
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
