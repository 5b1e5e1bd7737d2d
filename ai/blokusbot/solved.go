package blokusbot

import (
	"slices"

	"quadrille/engine/blokus"
)

// solved is what a solver found out at the root.
type solved struct {
	ok     bool // the margin is proved
	margin int  // the hero's, or a bound on it outside the window asked for
	line   []blokus.Placement
}

// solve values the given turns of the hero within the window and the bound, and
// follows the best one.
func (v *solver) solve(s *blokus.State, roots []blokus.Placement, alpha, beta int, b bound) solved {
	v.bound, v.cut = b, false
	root := node{state: *s}
	list := slices.Clone(roots)
	v.sort(s, list, blokus.NoPlacement)
	best, move := v.best(&root, list, alpha, beta)
	if v.aborted {
		return solved{}
	}
	r := solved{ok: true, margin: best, line: []blokus.Placement{move}}
	v.follow(&r, *v.after(&root, move), alpha, beta)
	return r
}

// follow extends the line of a result by turns that keep its value, until the
// game or the bound ends it or the search is stopped. It costs little, since
// the table knows the values.
func (v *solver) follow(r *solved, n node, alpha, beta int) {
	for !n.state.Over() && !v.ended(&n) {
		list := slices.Clone(v.list(&n))
		v.sort(&n.state, list, blokus.NoPlacement)
		_, move := v.best(&n, list, alpha, beta)
		if v.aborted {
			return
		}
		r.line = append(r.line, move)
		n = *v.after(&n, move)
	}
}
