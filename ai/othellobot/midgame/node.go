package midgame

import (
	"math/bits"

	"quadrille/ai/alphabeta"
	"quadrille/ai/othellobot/endgame"
	"quadrille/engine/othello"
)

// maxValue is a won game in which the other side has no square.
const maxValue = 6400

// marginUnit turns a final margin into a value.
const marginUnit = 100

// final is the value of a finished game.
func final(own, opp uint64) int { return marginUnit * othello.Margin(own, opp) }

// pvs returns the value of a position if it lies between alpha and beta, and
// else a bound on the side where it lies. What it returns after the worker was
// stopped is meaningless.
func (w *worker) pvs(own, opp uint64, alpha, beta, depth, ply int) int {
	// 1. The bottom of the tree.
	w.pv[ply] = w.pv[ply][:0]
	w.enter(own, opp, ply)
	if !w.visit() {
		return 0
	}
	empties := bits.OnesCount64(^(own | opp))
	switch {
	case empties == 0:
		return final(own, opp)
	case depth <= 0:
		return w.evaluate(own, opp, ply)
	case depth >= empties && empties <= w.solveFrom:
		return w.solve(own, opp, alpha, beta)
	}
	key := endgame.SelectiveKey(own, opp)
	if depth > 1 {
		w.s.table.Prefetch(key)
	}
	squares := othello.Moves(own, opp)
	if squares == 0 {
		return w.pass(own, opp, alpha, beta, depth, ply)
	}
	if depth == 1 {
		return w.frontier(own, opp, squares, beta, ply)
	}
	toEnd := depth >= empties
	pvNode := beta-alpha > 1
	// 2. Disks that never turn over bound the final margin.
	if toEnd && alpha >= marginUnit*(64-2*bits.OnesCount64(opp)) {
		if most := marginUnit * (64 - 2*bits.OnesCount64(endgame.Stable(opp, own))); most <= alpha {
			return most
		}
	}
	// 3. Transposition table.
	hash := w.s.table.Get(key)
	if !pvNode && w.answers(hash, depth, empties) {
		if v, cut := hash.Cutoff(alpha, beta); cut {
			return v
		}
	}
	// 4. ProbCut and enhanced transposition cutoffs.
	if !pvNode && depth >= w.s.tune.ProbCutFrom && w.selectivity < noSelectivity {
		if v, cut := w.probCut(own, opp, alpha, depth, empties, ply); cut {
			return v
		}
		if w.stopped {
			return 0
		}
	}
	list := expand(own, opp, squares, w.lists[ply][:0])
	if !pvNode && depth >= w.s.tune.ETCFrom {
		if v, cut := w.etc(list, beta, depth, empties); cut {
			return v
		}
	}
	// 5. The moves: the first with the whole window, the others with a null
	// window first.
	shared := w.s.claims != nil && depth > w.s.tune.ShareFrom
	sorted := hashMovesFirst(list, hash)
	best, bestMoves := -maxValue-1, [2]uint8{endgame.NoMove, endgame.NoMove}
	for i := range list {
		if i == sorted {
			w.scoreMoves(list[i:], depth, toEnd, ply)
			if w.stopped {
				return 0
			}
		}
		m := &list[i]
		if i >= sorted {
			m = pickBest(list[i:])
			for shared && i > 0 && w.postpone(m, depth-1) {
				m = pickBest(list[i:])
			}
		}
		lower := max(alpha, best)
		v := 0
		if i > 0 {
			c := claim{}
			if shared {
				c = w.claim(m, depth-1)
			}
			v = -w.pvs(m.own, m.opp, -lower-1, -lower, depth-1, ply+1)
			if shared {
				c.end()
			}
		}
		if i == 0 || pvNode && v > lower && v < beta && !w.stopped {
			v = -w.pvs(m.own, m.opp, -beta, -lower, depth-1, ply+1)
		}
		if w.stopped {
			return 0
		}
		if v > best {
			best, bestMoves = v, [2]uint8{m.square, bestMoves[0]}
			if pvNode && v > alpha {
				w.updatePV(othello.Turn(m.square), ply)
			}
		}
		if best >= min(beta, maxValue) { // nothing is worth more than maxValue
			break
		}
	}
	// 6. Remember.
	w.store(key, best, alpha, beta, depth, empties, bestMoves)
	return best
}

// store keeps a finished search. When nothing was good enough the best move
// is only a guess, but the others are no better.
func (w *worker) store(key uint64, best, alpha, beta, depth, empties int, bestMoves [2]uint8) {
	e := endgame.NewEntry(depth, int(w.selective(depth, empties)), alpha, beta, best, bestMoves)
	w.s.table.Put(key, e, endgame.Join)
	if best >= beta {
		w.history[bestMoves[0]] += int32(depth * depth)
		if w.history[bestMoves[0]] > historyMax {
			for i := range w.history {
				w.history[i] /= 2
			}
		}
	}
}

const historyMax = 1 << 13

// pass values a position whose side to move has no move: a pass or the end.
func (w *worker) pass(own, opp uint64, alpha, beta, depth, ply int) int {
	if othello.Moves(opp, own) == 0 {
		return final(own, opp)
	}
	v := -w.pvs(opp, own, -beta, -alpha, depth, ply+1)
	if beta-alpha > 1 && !w.stopped {
		w.updatePV(othello.Pass, ply)
	}
	return v
}

// frontier is the last ply before the evaluation. The counter move and the
// killer come first, X and C squares last.
func (w *worker) frontier(own, opp, squares uint64, beta, ply int) int {
	const xcSquares = othello.XSquares | othello.CSquares
	best := -maxValue - 1
	counter, killer := w.counterMove(own|opp, ply), &w.killers[ply]
	first := squares & *counter
	second := squares & *killer &^ first
	rest := squares &^ (first | second)
	for _, group := range [...]uint64{first, second, rest & othello.Corners, rest &^ (othello.Corners | xcSquares), rest & xcSquares} {
		for ; group != 0; group &= group - 1 {
			if !w.visit() {
				return 0
			}
			square := uint8(bits.TrailingZeros64(group))
			flips := othello.Flips(own, opp, square)
			if v := -w.evaluateMove(opp&^flips, own|flips|1<<square, square, flips, ply); v > best {
				best = v
				w.pv[ply] = append(w.pv[ply][:0], alphabeta.Move(square))
			}
			if best >= beta {
				*counter, *killer = 1<<square, 1<<square
				return best
			}
		}
	}
	return best
}

// counterMove is where the counter move is kept of the turn that led to a ply's
// position, whose occupied squares are given.
func (w *worker) counterMove(occupied uint64, ply int) *uint64 {
	if ply == 0 {
		return &w.counterMoves[0]
	}
	above := &w.stack[ply-1]
	return &w.counterMoves[bits.TrailingZeros64(occupied&^(above.own|above.opp))%64]
}

// etc looks for an enhanced transposition cutoff: a move after which the table
// has an upper bound that makes a beta cutoff here (Schaeffer and Plaat, "New
// advances in alpha-beta searching", 1996).
func (w *worker) etc(list []move, beta, depth, empties int) (int, bool) {
	for i := range list {
		w.s.table.Prefetch(endgame.SelectiveKey(list[i].own, list[i].opp))
	}
	for i := range list {
		e := w.s.table.Get(endgame.SelectiveKey(list[i].own, list[i].opp))
		if w.answers(e, depth-1, empties-1) && -e.Upper() >= beta {
			return -e.Upper(), true
		}
	}
	return 0, false
}

// answers says whether an entry comes from a search that was good enough.
func (w *worker) answers(e endgame.Entry, depth, empties int) bool {
	return e.Depth() >= depth && e.Selectivity() >= int(w.selective(depth, empties))
}

// selective is how selective a search to a depth is. One that does not reach the end
// is the same within all searches to the end, so that what it found serves them all.
func (w *worker) selective(depth, empties int) selectivity {
	if depth < empties && w.selectivity < noSelectivity {
		return midgameSelectivity
	}
	return w.selectivity
}

// updatePV makes the principal variation from a ply of a turn and what follows it.
func (w *worker) updatePV(t othello.Turn, ply int) {
	w.pv[ply] = append(append(w.pv[ply][:0], alphabeta.Move(t)), w.pv[ply+1]...)
}
