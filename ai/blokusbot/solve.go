package blokusbot

import (
	"cmp"
	"slices"

	"quadrille/ai/tt"
	"quadrille/engine/blokus"
)

// solver searches to the end of the game. One player, the hero, tries to make
// its margin over the best of the others large, and all others try to make it
// small. For two players that is the value of the game. For more it is what
// the hero is sure of whatever the others do, so that only a won margin proves
// something.
type solver struct {
	shapes  *shapeTable
	weights weights
	table   *tt.Table
	hero    int
	stop    func() bool
	budget  uint64 // nodes, 0 for no limit
	nodes   uint64
	aborted bool // by stop or budget; values mean nothing
	lists   [][]blokus.Placement
}

// noWin is the value of running out of turns: less than any margin.
const noWin = -1000

// maxPlies bounds the length of a game: the pieces and passes of four.
const maxPlies = 4 * (blokus.Pieces + 1)

// endless is a number of own turns that never runs out.
const endless = blokus.Pieces + 2

// value returns the hero's margin at the end if it lies between alpha and
// beta; if it does not, a bound on that side of it. The hero has the given
// number of turns left; when it is to move and has none, the value is noWin.
func (v *solver) value(s *blokus.State, alpha, beta, turns, ply int) int {
	if v.count(); v.aborted {
		return 0
	}
	if s.Finished() {
		return margin(s, v.hero)
	}
	list := v.list(s, ply)
	if len(list) == 0 {
		if s.Over() {
			return margin(s, v.hero)
		}
		list = append(list, blokus.Pass)
	}
	mine := s.Side() == v.hero
	if mine {
		if turns == 0 {
			return noWin
		}
		turns--
	}
	key := s.Hash() ^ uint64(turns)*0x9e3779b97f4a7c15
	entry, known := v.table.Get(key)
	if known {
		if value, ok := use(entry, alpha, beta); ok {
			return value
		}
	}
	v.sort(s, list, entry, known)
	best, move := v.try(s, list, alpha, beta, turns, ply, mine)
	if !v.aborted {
		v.table.Put(key, tt.Entry{
			Move: uint16(move) + 1, Value: int16(best), Depth: uint8(len(list) & 0xff), Bound: boundOf(best, alpha, beta),
		})
	}
	return best
}

// try searches the turns of a state and returns the best value and turn.
func (v *solver) try(s *blokus.State, list []blokus.Placement, alpha, beta, turns, ply int, mine bool) (int, blokus.Placement) {
	best, move := 0, blokus.NoPlacement
	for _, m := range list {
		next := *s
		next.Play(m)
		value := v.value(&next, alpha, beta, turns, ply+1)
		if v.aborted {
			return 0, move
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
	const askEvery = 256
	v.nodes++
	if v.budget > 0 && v.nodes > v.budget || v.nodes%askEvery == 0 && v.stop() {
		v.aborted = true
	}
}

// list returns the placements of the side to move in the buffer of the ply.
func (v *solver) list(s *blokus.State, ply int) []blokus.Placement {
	if v.lists == nil {
		v.lists = make([][]blokus.Placement, maxPlies+1)
	}
	v.lists[ply] = s.AppendPlacements(v.lists[ply][:0], s.Side())
	return v.lists[ply]
}

// sort orders turns: the one in the table, then by their ratings.
func (v *solver) sort(s *blokus.State, list []blokus.Placement, entry tt.Entry, known bool) {
	if len(list) < 2 {
		return
	}
	var view view
	view.look(s)
	var ratings [rated]ratedPlacement
	order := ratings[:0]
	for _, m := range list {
		r := v.weights.rate(v.shapes, &view, m)
		if known && m+1 == blokus.Placement(entry.Move) {
			r = 1000
		}
		order = append(order, ratedPlacement{m, r})
	}
	slices.SortFunc(order, func(a, b ratedPlacement) int {
		return cmp.Or(cmp.Compare(b.rating, a.rating), cmp.Compare(a.placement, b.placement))
	})
	for i := range order {
		list[i] = order[i].placement
	}
}

// rated is how many placements are rated without taking memory.
const rated = 64

type ratedPlacement struct {
	placement blokus.Placement
	rating    float32
}

// margin is a colour's score less the best of the others.
func margin(s *blokus.State, colour int) int {
	rival := noWin
	for other := range s.Colours() {
		if other != colour {
			rival = max(rival, s.Score(other))
		}
	}
	return s.Score(colour) - rival
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
	value = int(e.Value)
	switch e.Bound {
	case tt.Exact:
		ok = true
	case tt.Lower:
		ok = value >= beta
	case tt.Upper:
		ok = value <= alpha
	}
	return value, ok
}
