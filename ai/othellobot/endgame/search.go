package endgame

import (
	"math/bits"

	"quadrille/engine/othello"
)

// noMove stands for no square in the table.
const noMove = 64

// worker is one goroutine's search.
type worker struct {
	table *Table
	limit uint64 // nodes; 0 for no limit
	nodes uint64
	stop  func() bool
	// stopped is set when the search is to end; what it returns from then on
	// means nothing.
	stopped  bool
	progress func()
}

const (
	checkEvery    = 1 << 12
	progressNodes = 1 << 23
)

// visit counts a node and says whether the search was stopped.
func (w *worker) visit() bool {
	if w.stopped {
		return true
	}
	w.nodes++
	if w.nodes%checkEvery == 0 {
		w.stopped = w.stop != nil && w.stop()
		if w.nodes%progressNodes == 0 {
			w.progress()
		}
	}
	if w.limit > 0 && w.nodes >= w.limit {
		w.stopped = true
	}
	return w.stopped
}

// root searches the turns of the query.
func (w *worker) root(q *Query) Result {
	r := Result{Margin: -MaxMargin - 1, Turn: othello.NoTurn}
	for _, c := range w.rootTurns(q) {
		lower := max(q.Alpha, r.Margin)
		v := 0
		if r.Margin > -MaxMargin-1 {
			v = -w.value(c.own, c.opp, -lower-1, -lower)
		}
		if r.Margin == -MaxMargin-1 || v > lower && v < q.Beta {
			v = -w.value(c.own, c.opp, -q.Beta, -lower)
		}
		if w.stopped {
			break
		}
		if v > r.Margin {
			r.Margin, r.Turn = v, othello.Turn(c.square)
		}
		if r.Margin >= q.Beta {
			break
		}
	}
	w.finish(q, &r)
	return r
}

// finish says what the result is worth and adds its line.
func (w *worker) finish(q *Query, r *Result) {
	r.Done = !w.stopped
	if r.Turn == othello.NoTurn {
		return
	}
	switch {
	case r.Margin >= q.Beta:
		r.Bound = Lower
	case !r.Done && r.Margin > q.Alpha:
		r.Bound = Lower
	case !r.Done:
	case r.Margin <= q.Alpha:
		r.Bound = Upper
	default:
		r.Bound = Exact
	}
	r.Line = []othello.Turn{r.Turn}
	s := othello.State{Own: q.Own, Opp: q.Opp}.Play(r.Turn)
	if r.Bound == Exact {
		r.Line = append(r.Line, w.line(s, -r.Margin)...)
	}
}

func (w *worker) rootTurns(q *Query) []child {
	key := keyOf(q.Own, q.Opp)
	hint := entry{moves: [2]uint8{noMove, noMove}}
	if e, found := w.table.get(key); found {
		hint = e
	}
	var buffer [maxChildren]child
	list := w.children(q.Own, q.Opp, hint, buffer[:0])
	var roots []child
	for i := range list {
		bringBest(list[i:])
		if len(q.Roots) == 0 || contains(q.Roots, list[i].square) {
			roots = append(roots, list[i])
		}
	}
	return roots
}

func contains(turns []othello.Turn, square uint8) bool {
	for _, t := range turns {
		if uint8(t) == square {
			return true
		}
	}
	return false
}

// line is best play from a state of the given margin to the end of the game,
// as far as the search is not stopped.
func (w *worker) line(s othello.State, margin int) []othello.Turn {
	var line []othello.Turn
	for !s.Over() {
		t := w.keeping(&s, margin)
		if w.stopped {
			break
		}
		line = append(line, t)
		s, margin = s.Play(t), -margin
	}
	return line
}

// keeping returns a turn that keeps the margin.
func (w *worker) keeping(s *othello.State, margin int) othello.Turn {
	if s.Moves() == 0 {
		return othello.Pass
	}
	for _, c := range w.rootTurns(&Query{Own: s.Own, Opp: s.Opp}) {
		if w.stopped || -w.value(c.own, c.opp, -margin, -margin+1) >= margin {
			return othello.Turn(c.square)
		}
	}
	return othello.NoTurn // not reached unless stopped
}

// value is the margin of a state if it lies between alpha and beta, and else a
// bound on the side where it lies.
func (w *worker) value(own, opp uint64, alpha, beta int) int {
	if w.visit() {
		return 0
	}
	empties := 64 - bits.OnesCount64(own|opp)
	if empties == 0 {
		return finalMargin(own, opp)
	}
	key := keyOf(own, opp)
	hint := entry{moves: [2]uint8{noMove, noMove}}
	if empties > 6 {
		if e, found := w.table.get(key); found {
			hint = e
			if int(e.lower) >= beta || e.lower == e.upper {
				return int(e.lower)
			}
			if int(e.upper) <= alpha {
				return int(e.upper)
			}
		}
	}
	var buffer [maxChildren]child
	list := w.children(own, opp, hint, buffer[:0])
	if len(list) == 0 {
		if othello.Moves(opp, own) == 0 {
			return finalMargin(own, opp)
		}
		return -w.value(opp, own, -beta, -alpha)
	}
	best, move := -MaxMargin-1, uint8(noMove)
	for i := range list {
		bringBest(list[i:])
		c := &list[i]
		lower, v := max(alpha, best), 0
		if i > 0 {
			v = -w.value(c.own, c.opp, -lower-1, -lower)
		}
		if i == 0 || v > lower && v < beta {
			v = -w.value(c.own, c.opp, -beta, -lower)
		}
		if w.stopped {
			return 0
		}
		if v > best {
			best, move = v, c.square
		}
		if best >= beta {
			break
		}
	}
	if empties > 6 {
		w.table.put(key, empties, alpha, beta, best, move)
	}
	return best
}

// maxChildren bounds the turns of a position: no board is known to have more
// than 33.
const maxChildren = 64

// child is a turn and the state behind it, from the view of the side to move
// then.
type child struct {
	own, opp uint64
	order    int32
	square   uint8
}

const corners = 0x8100000000000081

func (w *worker) children(own, opp uint64, hint entry, list []child) []child {
	for moves := othello.Moves(own, opp); moves != 0; moves &= moves - 1 {
		square := uint8(bits.TrailingZeros64(moves))
		flips := othello.Flips(own, opp, square)
		c := child{square: square, own: opp &^ flips, opp: own | flips | 1<<square}
		replies := othello.Moves(c.own, c.opp)
		c.order = -int32(bits.OnesCount64(replies) + bits.OnesCount64(replies&corners))
		switch square {
		case hint.moves[0]:
			c.order = 1 << 20
		case hint.moves[1]:
			c.order = 1 << 19
		}
		list = append(list, c)
	}
	return list
}

// bringBest brings the child of the highest order to the front.
func bringBest(list []child) {
	best := 0
	for i := range list {
		if list[i].order > list[best].order {
			best = i
		}
	}
	list[0], list[best] = list[best], list[0]
}
