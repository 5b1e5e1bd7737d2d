package endgame

import (
	"math/bits"

	"quadrille/engine/othello"
)

// worker is one goroutine's search.
type worker struct {
	team  *team
	table *Table
	near  *nearTable
	eval  Evaluator
	edges *edgeTable
	nodes uint64
	// reported are the nodes that the team knows of.
	reported uint64
	calls    uint64 // of visit
	split    *split // whose turn it searches, nil for none
	// stopped is set when what the worker searches is of no use any more; what
	// it returns from then on means nothing.
	stopped bool
	// progress, if set, is called now and then.
	progress func()
	// lists has a list of turns for each number of empty squares.
	lists [65][othello.MaxTurns]othello.Child
}

const (
	checkEvery    = 1 << 8  // positions with many empty squares, some 10,000 nodes
	progressEvery = 1 << 18 // a few million nodes
	// lastMost is up to how many empty squares turns are tried as they come, and
	// fastMost up to how many they are ordered, but not remembered. Both are a
	// little better than their neighbours.
	lastMost = 6
	fastMost = 7
	// crossEmpties is from how many empty squares on the table is asked about
	// all replies before one is searched.
	crossEmpties = nearMost + 1
)

// above says whether the margin of a position is more than alpha: it returns a
// lower bound more than alpha, or an upper bound that is at most alpha.
func (w *worker) above(own, opp uint64, empties, alpha int) int {
	switch {
	case empties > fastMost:
		return w.sorted(own, opp, othello.Moves(own, opp), empties, alpha)
	case empties >= othello.LastLeast:
		return w.fastest(own, opp, othello.Moves(own, opp), empties, alpha)
	}
	return w.few(own, opp, alpha)
}

// few is above for fewer than four empty squares, which only happens when the
// query has so few.
func (w *worker) few(own, opp uint64, alpha int) int {
	w.nodes++
	best := -MaxMargin - 1
	for moves := othello.Moves(own, opp); moves != 0; moves &= moves - 1 {
		square := uint8(bits.TrailingZeros64(moves))
		flips := othello.Flips(own, opp, square)
		best = max(best, -w.few(opp&^flips, own|flips|1<<square, ^alpha))
	}
	switch {
	case best >= -MaxMargin:
		return best
	case othello.Moves(opp, own) == 0:
		return finalMargin(own, opp)
	}
	return -w.few(opp, own, ^alpha)
}

// stabilityFrom has, for numbers of empty squares, the alpha from which on
// counting the other side's stable disks is worth its time.
var stabilityFrom = [65]int8{7: 12, 8: 14, 9: 16, 10: 18, 11: 20, 12: 22, 13: 24, 14: 26, 15: 28, 16: 30}

// stableBound returns an upper bound of the margin that is at most alpha, if
// there is one by the other side's stable disks.
func (w *worker) stableBound(own, opp uint64, empties, alpha int) (int, bool) {
	if alpha < int(stabilityFrom[empties]) || empties > 16 || bits.OnesCount64(opp)*2 < MaxMargin-alpha {
		return 0, false
	}
	most := MaxMargin - 2*bits.OnesCount64(w.edges.stable(opp, own))
	return most, most <= alpha
}

// last is above for up to othello.LastMost empty squares.
func (w *worker) last(own, opp uint64, empties, alpha int) int {
	margin, nodes := othello.Last(own, opp, empties, alpha)
	w.nodes += uint64(nodes)
	return margin
}

// sorted is above for more empty squares, with the table and turns in the
// order of their promise.
func (w *worker) sorted(own, opp, moves uint64, empties, alpha int) int {
	if w.visit() {
		return 0
	}
	key := keyOf(own, opp)
	if empties > nearMost {
		w.table.prefetch(key)
	}
	// 1. Stable disks.
	if most, ok := w.stableBound(own, opp, empties, alpha); ok {
		return most
	}
	// 2. The turns.
	if moves == 0 {
		moves = othello.Moves(opp, own)
		if moves == 0 {
			return finalMargin(own, opp)
		}
		return -w.sorted(opp, own, moves, empties, ^alpha)
	}
	list := w.children(own, opp, moves, empties)
	if empties > nearMost+1 {
		for i := range list {
			w.table.prefetch(keyOf(list[i].Own, list[i].Opp))
		}
	}
	// 3. What the table says of the position and of those behind the turns.
	hint, known := w.recall(key, empties)
	if known && int(hint.depth) == empties {
		if v, ok := hint.settles(alpha, alpha+1); ok {
			return v
		}
	}
	if empties >= crossEmpties {
		if v, ok := w.crossCut(list, empties, alpha); ok {
			return v
		}
	}
	depth := w.estimateDepth(empties)
	if len(list) == 1 {
		depth = -1
	}
	w.order(own, opp, empties, depth, alpha, hint, list)
	// 4. The best one first.
	best, move := -MaxMargin-1, uint8(noMove)
	for i := range list {
		if i > 0 && empties >= splitLeast && i < len(list)-1 {
			if helper := w.team.helper(); helper != nil {
				best, move = w.share(helper, list, len(list)-i, empties, alpha, best, move)
				break
			}
		}
		c := takeBest(list)
		v := -w.behind(c, empties-1, ^alpha)
		if w.stopped {
			return 0
		}
		if v > best {
			best, move = v, c.Square
		}
		if v > alpha {
			break
		}
	}
	if w.stopped {
		return 0
	}
	// 5. Remember.
	w.remember(newResult(key, empties, alpha, alpha+1, best, move), empties)
	return best
}

// recall returns what is known of a position with more than fastMost empty
// squares.
func (w *worker) recall(key uint64, empties int) (entry, bool) {
	if empties <= nearMost {
		return w.near.get(key)
	}
	return w.table.get(key)
}

// remember keeps what recall will ask for.
func (w *worker) remember(r result, empties int) {
	if empties <= nearMost {
		w.near.put(r)
	} else {
		w.table.put(r)
	}
}

// behind is above for the position behind a turn.
func (w *worker) behind(c *othello.Child, empties, alpha int) int {
	if empties > fastMost {
		return w.sorted(c.Own, c.Opp, c.Moves, empties, alpha)
	}
	return w.fastest(c.Own, c.Opp, c.Moves, empties, alpha)
}

// fastest is above for up to fastMost empty squares, with turns in order of
// their promise, without the table.
func (w *worker) fastest(own, opp, moves uint64, empties, alpha int) int {
	if empties <= lastMost {
		return w.last(own, opp, empties, alpha)
	}
	w.nodes++
	if most, ok := w.stableBound(own, opp, empties, alpha); ok {
		return most
	}
	if moves == 0 {
		moves = othello.Moves(opp, own)
		if moves == 0 {
			return finalMargin(own, opp)
		}
		return -w.fastest(opp, own, moves, empties, ^alpha)
	}
	list := w.children(own, opp, moves, empties)
	orderFast(own, opp, list)
	best := -MaxMargin - 1
	for range list {
		c := takeBest(list)
		v := -w.fastest(c.Own, c.Opp, c.Moves, empties-1, ^alpha)
		if v > best {
			best = v
			if v > alpha {
				break
			}
		}
	}
	return best
}

// children lists the turns of a position.
func (w *worker) children(own, opp, moves uint64, empties int) []othello.Child {
	list := &w.lists[empties]
	return list[:othello.Children(own, opp, moves, list)]
}

// crossCut looks for a turn whose position the table knows to be good enough.
func (w *worker) crossCut(list []othello.Child, empties, alpha int) (int, bool) {
	for i := range list {
		c := &list[i]
		if e, known := w.recall(keyOf(c.Own, c.Opp), empties-1); known && int(e.depth) == empties-1 && -int(e.upper) > alpha {
			return -int(e.upper), true
		}
	}
	return 0, false
}
