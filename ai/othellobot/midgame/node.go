package midgame

import (
	"math/bits"

	"quadrille/ai/othellobot/endgame"
	"quadrille/engine/othello"
)

// maxValue is a won game in which the other side has no square.
const maxValue = 6400

// marginUnit turns a final margin into a value.
const marginUnit = 100

// final is the value of a finished game.
func final(own, opp uint64) int {
	s := othello.State{Own: own, Opp: opp}
	return marginUnit * s.Margin()
}

// node returns the value of a position if it lies between alpha and beta, and
// else a bound on the side where it lies. What it returns after the worker was
// stopped means nothing.
func (w *worker) node(own, opp uint64, alpha, beta, depth, ply int) int {
	// 1. The bottom of the tree.
	w.lines[ply] = w.lines[ply][:0]
	w.enter(own, opp, ply)
	if !w.visit() {
		return 0
	}
	empties := bits.OnesCount64(^(own | opp))
	switch {
	case empties == 0:
		return final(own, opp)
	case depth <= 0:
		return w.estimate(own, opp, ply)
	case depth >= empties && empties <= w.handover:
		return w.solve(own, opp, alpha, beta)
	}
	key := keyOf(own, opp)
	if depth > 1 {
		w.s.table.prefetch(key)
	}
	squares := othello.Moves(own, opp)
	if squares == 0 {
		return w.pass(own, opp, alpha, beta, depth, ply)
	}
	if depth == 1 {
		return w.frontier(own, opp, squares, beta, ply)
	}
	toEnd := depth >= empties
	open := beta-alpha > 1 // a node of the principal variation, perhaps
	// 2. Disks that never turn over bound the final margin.
	if toEnd && alpha >= marginUnit*(64-2*bits.OnesCount64(opp)) {
		if most := marginUnit * (64 - 2*bits.OnesCount64(endgame.Stable(opp, own))); most <= alpha {
			return most
		}
	}
	// 3. What the table says.
	known := w.s.table.get(key)
	if !open && known.depth >= depth && known.width >= w.width {
		if known.lower >= beta {
			return known.lower
		}
		if known.upper <= alpha {
			return known.upper
		}
	}
	// 4. A cut that is probable, or one by what the table says of the next
	// positions.
	if !open && depth >= w.s.tune.CutFrom && w.width < fullWidth {
		if v, cut := w.probable(own, opp, alpha, depth, empties, ply); cut {
			return v
		}
		if w.stopped {
			return 0
		}
	}
	list := expand(own, opp, squares, w.lists[ply][:0])
	if !open && depth >= w.s.tune.PeekFrom {
		if v, cut := w.peek(list, beta, depth); cut {
			return v
		}
	}
	// 5. The moves: the first with the whole window, the others with an empty
	// one that asks whether they are better.
	sorted := bringKnown(list, known)
	best, found := -maxValue-1, [2]uint8{noSquare, noSquare}
	for i := range list {
		if i == sorted {
			w.sort(list[i:], depth, toEnd, ply)
			if w.stopped {
				return 0
			}
		}
		m := &list[i]
		if i >= sorted {
			m = bringBest(list[i:])
		}
		lower := max(alpha, best)
		v := 0
		if i > 0 {
			v = -w.node(m.own, m.opp, -lower-1, -lower, depth-1, ply+1)
		}
		if i == 0 || open && v > lower && v < beta && !w.stopped {
			v = -w.node(m.own, m.opp, -beta, -lower, depth-1, ply+1)
		}
		if w.stopped {
			return 0
		}
		if v > best {
			best, found = v, [2]uint8{m.square, found[0]}
			if open && v > alpha {
				w.keepLine(othello.Turn(m.square), ply)
			}
		}
		if best >= beta {
			break
		}
	}
	// 6. Remember.
	w.remember(key, best, alpha, beta, depth, found)
	return best
}

// remember keeps a finished search. When nothing was good enough the best move
// is only a guess, but the others are no better.
func (w *worker) remember(key uint64, best, alpha, beta, depth int, found [2]uint8) {
	e := entry{lower: -maxValue, upper: maxValue, depth: depth, width: w.width, moves: found}
	if best < beta {
		e.upper = best
	}
	if best > alpha {
		e.lower = best
	}
	w.s.table.put(key, e)
	if best >= beta && found[0] < noSquare {
		w.history[found[0]] += int32(depth * depth)
		if w.history[found[0]] > historyMost {
			for i := range w.history {
				w.history[i] /= 2
			}
		}
	}
}

const historyMost = 1 << 13

// pass values a position whose side to move has no move: a pass or the end.
func (w *worker) pass(own, opp uint64, alpha, beta, depth, ply int) int {
	if othello.Moves(opp, own) == 0 {
		return final(own, opp)
	}
	v := -w.node(opp, own, -beta, -alpha, depth, ply+1)
	if beta-alpha > 1 && !w.stopped {
		w.keepLine(othello.Pass, ply)
	}
	return v
}

// frontier is the last ply before the evaluation. The squares that were good
// enough last time, after the same turn and at the same ply, come first, and
// those beside corners last.
func (w *worker) frontier(own, opp, squares uint64, beta, ply int) int {
	best := -maxValue - 1
	answer, lately := w.answer(own|opp, ply), &w.lately[ply]
	first := squares & *answer
	second := squares & *lately &^ first
	rest := squares &^ (first | second)
	for _, some := range [...]uint64{first, second, rest & corners, rest &^ (corners | besideCorners), rest & besideCorners} {
		for ; some != 0; some &= some - 1 {
			if !w.visit() {
				return 0
			}
			square := uint8(bits.TrailingZeros64(some))
			flips := othello.Flips(own, opp, square)
			if v := -w.estimateMove(opp&^flips, own|flips|1<<square, square, flips, ply); v > best {
				best = v
				w.lines[ply] = append(w.lines[ply][:0], othello.Turn(square))
			}
			if best >= beta {
				*answer, *lately = 1<<square, 1<<square
				return best
			}
		}
	}
	return best
}

// answer is where the square is kept that was good enough last time after the
// turn that led to a ply's position, whose occupied squares are given.
func (w *worker) answer(occupied uint64, ply int) *uint64 {
	if ply == 0 {
		return &w.answers[0]
	}
	above := &w.boards[ply-1]
	return &w.answers[bits.TrailingZeros64(occupied&^(above.own|above.opp))%64]
}

// peek looks for a move after which the table knows the other side to be so bad
// that this side is good enough.
func (w *worker) peek(list []move, beta, depth int) (int, bool) {
	for i := range list {
		w.s.table.prefetch(keyOf(list[i].own, list[i].opp))
	}
	for i := range list {
		e := w.s.table.get(keyOf(list[i].own, list[i].opp))
		if e.depth >= depth-1 && e.width >= w.width && -e.upper >= beta {
			return -e.upper, true
		}
	}
	return 0, false
}

// keepLine makes the best line from a ply of a turn and the line behind it.
func (w *worker) keepLine(t othello.Turn, ply int) {
	w.lines[ply] = append(append(w.lines[ply][:0], t), w.lines[ply+1]...)
}
