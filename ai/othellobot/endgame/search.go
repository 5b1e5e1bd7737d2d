package endgame

import (
	"math/bits"

	"quadrille/ai/othellobot/pattern"
	"quadrille/engine/othello"
)

// worker is one goroutine's search.
type worker struct {
	team    *team
	table   *Table
	shallow *shallowTable
	eval    *pattern.Eval // nil for none
	edges   *edgeTable
	nodes   uint64
	// reported are the nodes that the team knows of.
	reported uint64
	calls    uint64       // of visit
	split    *split       // whose turn it searches, nil for none
	home     chan *worker // where it is found when it has nothing to do
	// orders has what it is to help with: at most one split, and nil for the end.
	orders chan *split
	// stopped is set when what the worker searches is of no use any more; what
	// it returns from then on is meaningless.
	stopped  bool
	progress func(nodes uint64) // Query.Progress
	// lists has a list of turns for each number of empty squares, and states what
	// the evaluation needs of the position whose turns are ordered and of those
	// behind it.
	lists  [65][othello.MaxTurns]othello.Child
	states [65]pattern.State
	// all says of the position with so many empty squares that is searched that no
	// turn of it is expected to be good enough, so that their order matters little.
	all [65]bool
}

const (
	// A worker reports after so many positions with many empty squares, some 10,000
	// nodes, or after so many nodes: far from the end the searches that order turns
	// visit hundreds for each position.
	checkEvery = 1 << 8
	checkNodes = 1 << 14

	progressEvery = 1 << 18 // a few million nodes
	// etcMin is from how many empty squares on there are enhanced transposition
	// cutoffs.
	etcMin = 9
)

// nws is the null window search: it says whether the margin of a position is more
// than alpha, by a lower bound that is or an upper bound that is not.
func (w *worker) nws(own, opp uint64, empties, alpha int) int {
	switch {
	case alpha >= MaxMargin: // nothing is more
		return MaxMargin
	case alpha < -MaxMargin:
		return -MaxMargin
	case empties > othello.LastMax:
		w.all[empties] = false
		return w.nwsDeep(own, opp, othello.Moves(own, opp), empties, alpha)
	case empties >= othello.LastMin:
		return w.solveLast(own, opp, othello.Moves(own, opp), empties, alpha)
	}
	return w.solveFew(own, opp, alpha)
}

// solveFew is nws for fewer than four empty squares, which only happens when the
// query has so few.
func (w *worker) solveFew(own, opp uint64, alpha int) int {
	w.nodes++
	best := -MaxMargin - 1
	for moves := othello.Moves(own, opp); moves != 0; moves &= moves - 1 {
		square := uint8(bits.TrailingZeros64(moves))
		flips := othello.Flips(own, opp, square)
		best = max(best, -w.solveFew(opp&^flips, own|flips|1<<square, ^alpha))
	}
	switch {
	case best >= -MaxMargin:
		return best
	case othello.Moves(opp, own) == 0:
		return othello.Margin(own, opp)
	}
	return -w.solveFew(opp, own, ^alpha)
}

// stabilityAlpha has, for numbers of empty squares, the alpha from which on
// counting the other side's stable disks is worth its time.
var stabilityAlpha = [65]int8{7: 12, 8: 14, 9: 16, 10: 18, 11: 20, 12: 22, 13: 24, 14: 26, 15: 28, 16: 30}

// stabilityCutoff returns an upper bound of the margin that is at most alpha, if
// there is one by the other side's stable disks.
func (w *worker) stabilityCutoff(own, opp uint64, empties, alpha int) (int, bool) {
	if alpha < int(stabilityAlpha[empties]) || empties > 16 || bits.OnesCount64(opp)*2 < MaxMargin-alpha {
		return 0, false
	}
	most := MaxMargin - 2*bits.OnesCount64(w.edges.stable(opp, own))
	return most, most <= alpha
}

// solveLast is nws for up to othello.LastMax empty squares.
func (w *worker) solveLast(own, opp, moves uint64, empties, alpha int) int {
	margin, nodes := othello.SolveLast(own, opp, moves, empties, alpha)
	w.nodes += uint64(nodes)
	return margin
}

// nwsDeep is nws for more empty squares, with the table and ordered turns.
func (w *worker) nwsDeep(own, opp, moves uint64, empties, alpha int) int {
	if w.visit() {
		return 0
	}
	// 1. The small table, which answers at once.
	key, hash := Key(own, opp), Entry(0)
	if empties > shallowTableMax {
		w.table.Prefetch(key)
	} else if hash = w.shallow.get(key); hash.Depth() == empties {
		if v, ok := hash.Cutoff(alpha, alpha+1); ok {
			return v
		}
	}
	// 2. Stability cutoff.
	if most, ok := w.stabilityCutoff(own, opp, empties, alpha); ok {
		return most
	}
	// 3. The turns.
	if moves == 0 {
		moves = othello.Moves(opp, own)
		if moves == 0 {
			return othello.Margin(own, opp)
		}
		w.all[empties] = !w.all[empties]
		return -w.nwsDeep(opp, own, moves, empties, ^alpha)
	}
	list, next := w.children(own, opp, moves, empties)
	if empties > shallowTableMax+1 {
		for i := range list {
			w.table.Prefetch(Key(list[i].Own, list[i].Opp))
		}
	}
	// 4. The large table, for the position, and either for its children.
	if empties > shallowTableMax {
		if hash = w.table.Get(key); hash.Depth() == empties {
			if v, ok := hash.Cutoff(alpha, alpha+1); ok {
				return v
			}
		}
	}
	if empties >= etcMin && !w.all[empties] {
		if v, ok := w.etc(list, empties, alpha); ok {
			return v
		}
	}
	depth := w.orderDepth(empties)
	if w.all[empties] {
		depth = max(-1, depth-1)
	}
	if len(list) == 1 {
		depth = -1
	}
	if advice := w.advice(hash, key, empties); depth >= 0 || advice[0] != NoMove {
		w.order(own, opp, empties, depth, alpha, advice, list)
		next = placeOfBest(list)
	}
	// 5. The best one first.
	best, move := -MaxMargin-1, uint8(NoMove)
	for i := range list {
		// Where the first was expected to cut and did not, the second still may.
		if (i > 1 || i == 1 && w.all[empties]) && empties >= splitMin && i < len(list)-1 {
			if helper := w.helper(); helper != nil {
				best, move = w.share(helper, list, len(list)-i, empties, alpha, best, move)
				break
			}
		}
		if i > 0 {
			next = placeOfBest(list)
		}
		c := pick(list, next)
		w.all[empties-1] = i == 0 && !w.all[empties]
		v := -w.nwsChild(c, empties-1, ^alpha)
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
	// 6. Remember.
	w.store(key, newEntry(empties, alpha, alpha+1, best, move), empties)
	return best
}

// probe returns what is known of a position with more than othello.LastMax empty
// squares.
func (w *worker) probe(key uint64, empties int) Entry {
	if empties <= shallowTableMax {
		return w.shallow.get(key)
	}
	return w.table.Get(key)
}

// adviceMin is from how many empty squares on a selective search's turns are asked
// for: a little more than where it leaves the rest to this package.
const adviceMin = 12

// advice returns the turns to try first: those of the position's entry, or if it has
// none those that a selective search to the end found good. Turns of shallower
// searches are no help.
func (w *worker) advice(hash Entry, key uint64, empties int) [2]uint8 {
	if hash == 0 && empties >= adviceMin {
		if e := w.table.Get(selectiveKey(key)); e.Depth() >= empties {
			return e.Moves()
		}
	}
	return hash.Moves()
}

// store keeps what probe will ask for.
func (w *worker) store(key uint64, e Entry, empties int) {
	if empties <= shallowTableMax {
		w.shallow.put(key, e)
	} else {
		w.table.Put(key, e, Join)
	}
}

// nwsChild is nws for the position after a turn.
func (w *worker) nwsChild(c *othello.Child, empties, alpha int) int {
	if empties > othello.LastMax {
		return w.nwsDeep(c.Own, c.Opp, c.Moves, empties, alpha)
	}
	if most, ok := w.stabilityCutoff(c.Own, c.Opp, empties, alpha); ok {
		w.nodes++
		return most
	}
	return w.solveLast(c.Own, c.Opp, c.Moves, empties, alpha)
}

// children lists the turns of a position and says at which place the best is, as far
// as one can see without a search.
func (w *worker) children(own, opp, moves uint64, empties int) (turns []othello.Child, best int) {
	list := &w.lists[empties]
	n, best := othello.Children(own, opp, moves, list)
	return list[:n], best
}

// etc looks for an enhanced transposition cutoff: a turn after which the table has
// an upper bound that is good enough (Schaeffer and Plaat, "New advances in
// alpha-beta searching", 1996).
func (w *worker) etc(list []othello.Child, empties, alpha int) (int, bool) {
	for i := range list {
		c := &list[i]
		if e := w.probe(Key(c.Own, c.Opp), empties-1); e.Depth() == empties-1 && -e.Upper() > alpha {
			return -e.Upper(), true
		}
	}
	return 0, false
}
