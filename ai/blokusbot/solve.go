package blokusbot

import (
	"slices"

	"quadrille/ai/tt"
	"quadrille/engine/blokus"
)

// solver searches to the end of the game. One seat, the hero, tries to make
// its margin over the best of the others large, and all others try to make it
// small. For two players that is the value of the game. For more it is what
// the hero is sure of whatever the others do (the paranoid rule: Sturtevant and
// Korf, "On pruning techniques for multi-player games", 2000), so that only a
// won margin proves something.
type solver struct {
	shapes  *[blokus.Orientations]blokus.Shape
	weights weights
	table   tt.Table[tt.Entry]
	hero    int
	stop    func() bool
	budget  uint64 // nodes, 0 for no limit
	nodes   uint64
	aborted bool // by stop or budget; values mean nothing
	bound   bound
	// cut says that the bound ended a line of play before the game did.
	cut       bool
	lists     [maxPlies + 2][]blokus.Placement
	forecasts forecaster
	// path is the nodes on the way from the root, by ply. Each is made once: one
	// that a recursive call points to lies on the heap.
	path [maxPlies + 2]node
}

// bound is how long a game may go on. At its end the value is noWin.
type bound struct {
	turns int // of the hero
	plies int
}

const (
	// noWin is less than any margin.
	noWin = -1000
	// maxPlies bounds the length of a game: the pieces and passes of four.
	maxPlies = 4 * (blokus.Pieces + 1)
)

// unbounded never ends a game.
func unbounded() bound { return bound{turns: maxPlies, plies: maxPlies} }

func newSolver(hero, mib int, stop func() bool) *solver {
	v := &solver{shapes: blokus.Shapes(), weights: standardWeights()}
	v.table.Resize(mib)
	v.begin(hero, stop)
	return v
}

// begin prepares the solver for another position. What the table knows stays
// true.
func (v *solver) begin(hero int, stop func() bool) {
	v.hero, v.stop, v.nodes, v.aborted = hero, stop, 0, false
}

// forget empties what the solver remembers.
func (v *solver) forget() {
	v.table.Clear()
	v.forecasts.known = nil
}

// node is a state on the way from the root.
type node struct {
	state blokus.State
	turns int // that the hero has made
	ply   int
	kept  finals // points of colours that max^n has taken out of the game
}

// after returns the node after a turn, until that of another turn is asked for.
func (v *solver) after(n *node, m blokus.Placement) *node {
	next := &v.path[n.ply+1]
	*next = *n
	next.ply++
	if n.state.Seat() == v.hero {
		next.turns++
	}
	next.state.Play(m)
	return next
}

// value returns the hero's margin at the end if it lies between alpha and
// beta; if it does not, a bound on that side of it.
func (v *solver) value(n *node, alpha, beta int) int {
	if v.count(); v.aborted {
		return 0
	}
	if n.state.Finished() {
		return margin(&n.state, v.hero)
	}
	list := v.list(n)
	if len(list) == 0 {
		return margin(&n.state, v.hero) // nobody can place anything
	}
	if v.ended(n) {
		v.cut = true
		return noWin
	}
	key := v.key(n)
	entry := v.table.Get(key)
	if entry != 0 {
		if value, ok := use(entry, alpha, beta); ok {
			return value
		}
	}
	v.sort(&n.state, list, blokus.Placement(entry.Move())-1)
	best, move := v.best(n, list, alpha, beta)
	if !v.aborted {
		v.table.Put(key, tt.NewEntry(uint16(move)+1, best, maxPlies-n.ply, boundOf(best, alpha, beta)), tt.KeepMove)
	}
	return best
}

// ended says whether the bound ends the game here.
func (v *solver) ended(n *node) bool {
	return n.ply >= v.bound.plies || n.state.Seat() == v.hero && n.turns >= v.bound.turns
}

// key is the key of a node in the table. How many turns were made follows from
// the state, so the bound of the search makes a key of its own, and so does the
// hero.
func (v *solver) key(n *node) uint64 {
	return n.state.Hash() ^ uint64(v.hero<<16|v.bound.turns<<8|v.bound.plies)*0x9e3779b97f4a7c15
}

// best searches the turns of a node and returns the best value and turn.
func (v *solver) best(n *node, list []blokus.Placement, alpha, beta int) (int, blokus.Placement) {
	mine := n.state.Seat() == v.hero
	best, move := 0, blokus.NoPlacement
	for _, m := range list {
		next := v.after(n, m)
		value := v.value(next, alpha, beta)
		if v.aborted {
			break
		}
		if move == blokus.NoPlacement || mine && value > best || !mine && value < best {
			best, move = value, m
		}
		if mine {
			alpha = max(alpha, best)
		} else {
			beta = min(beta, best)
		}
		if alpha >= beta {
			break
		}
	}
	return best, move
}

// count counts a node and looks whether the search must end.
func (v *solver) count() {
	const askEvery = 8
	v.nodes++
	if v.budget > 0 && v.nodes > v.budget || v.nodes%askEvery == 0 && v.stop() {
		v.aborted = true
	}
}

// list returns the turns of the side to move in the buffer of the ply, none
// when the game is over.
func (v *solver) list(n *node) []blokus.Placement {
	list := &v.lists[n.ply]
	*list = n.state.AppendPlacements((*list)[:0], n.state.Side())
	if len(*list) == 0 && !n.state.Over() {
		*list = append(*list, blokus.Pass)
	}
	return *list
}

// sort orders turns: the given one first, then by their ratings.
func (v *solver) sort(s *blokus.State, list []blokus.Placement, first blokus.Placement) {
	if len(list) < 2 {
		return
	}
	var view view
	view.prepare(s)
	var buffer [64]ranked
	order := buffer[:0]
	for _, m := range list {
		rating := v.weights.rate(v.shapes, &view, m)
		if m == first {
			rating = ratingZero
		}
		order = append(order, newRanked(rating, m))
	}
	slices.Sort(order)
	for i := range order {
		list[i] = blokus.Placement(order[i].move())
	}
}

// margin is a seat's score less the best of the others.
func margin(s *blokus.State, seat int) int {
	rival := noWin
	for other := range s.Players() {
		if other != seat {
			rival = max(rival, s.SeatScore(other))
		}
	}
	return s.SeatScore(seat) - rival
}

func boundOf(value, alpha, beta int) tt.Bound {
	switch {
	case value <= alpha:
		return tt.Upper
	case value >= beta:
		return tt.Lower
	}
	return tt.Exact
}

// use returns the value of an entry if it answers the question.
func use(e tt.Entry, alpha, beta int) (value int, ok bool) {
	value = e.Value()
	switch e.Bound() {
	case tt.Exact:
		ok = true
	case tt.Lower:
		ok = value >= beta
	case tt.Upper:
		ok = value <= alpha
	}
	return value, ok
}
