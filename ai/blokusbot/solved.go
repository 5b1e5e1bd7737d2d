package blokusbot

import (
	"quadrille/ai/tt"
	"quadrille/engine/blokus"
)

// solved is what a solver found out about the turns at the root.
type solved struct {
	ok     bool // the value is proved
	margin int  // hero's, or a bound on it that has the same sign
	line   []blokus.Placement
}

func newSolver(shapes *shapeTable, hero, mib int, stop func() bool) *solver {
	v := &solver{shapes: shapes, weights: standardWeights(), table: new(tt.Table), hero: hero, stop: stop}
	v.table.Resize(mib)
	return v
}

// solve values the given turns of the hero within the window, and follows the
// best one.
func (v *solver) solve(s *blokus.State, roots []blokus.Placement, alpha, beta, turns int) solved {
	list := append([]blokus.Placement(nil), roots...)
	v.sort(s, list, tt.Entry{}, false)
	best, move := v.try(s, list, alpha, beta, turns-1, 0, true)
	if v.aborted {
		return solved{}
	}
	r := solved{ok: true, margin: best, line: []blokus.Placement{move}}
	next := *s
	next.Play(move)
	v.follow(&r, &next, alpha, beta, turns-1)
	return r
}

// follow extends the line of a result to the end of the game, by turns that
// keep its value inside the window. It stops where the search is stopped.
func (v *solver) follow(r *solved, s *blokus.State, alpha, beta, turns int) {
	for !s.Over() {
		list := s.AppendPlacements(nil, s.Side())
		if len(list) == 0 {
			list = append(list, blokus.Pass)
		}
		mine := s.Side() == v.hero
		if mine {
			if turns == 0 {
				return
			}
			turns--
		}
		v.sort(s, list, tt.Entry{}, false)
		_, move := v.try(s, list, alpha, beta, turns, 0, mine)
		if v.aborted {
			return
		}
		r.line = append(r.line, move)
		s.Play(move)
	}
}
