package square4bot

import (
	"time"

	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// guard keeps a player of full strength from a turn that loses by force where
// the search has not seen that far. Pairs mostly settle the question at once.
type guard struct {
	*task
	mate  *mateSearch
	known map[alphabeta.Move]bool
	nodes uint64 // that may go into one root move
	// slipped is how likely a slip is after each root move, once imagined.
	slipped map[alphabeta.Move]int
}

// newGuard returns nil where a guard is of no use or not wanted: with
// slideback=false, below full strength, with several lines, and where the limits
// say exactly what is to be searched.
func (t *task) newGuard(table *tt.Table[tt.Entry]) *guard {
	if !t.decidable() || t.Settings.MultiPV > 1 {
		return nil
	}
	nodes := uint64(guardNodes)
	if t.Limits.Nodes > 0 {
		nodes = min(nodes, t.Limits.Nodes)
	}
	return &guard{task: t, mate: newMateSearch(t.rules, table, t.Control.Done), known: map[alphabeta.Move]bool{}, nodes: nodes}
}

// guardNodes bounds the nodes that the guard spends on one root move, as does a
// limit of nodes; on all root moves it spends guardMoves times as many.
const (
	guardNodes = 5000
	guardMoves = 10
)

// holds says whether a root move certainly does not lose, as far as a small
// search tells.
func (g *guard) holds(m alphabeta.Move) bool {
	if holds, known := g.known[m]; known {
		return holds
	}
	next := g.state.Play(square4.Turn(m))
	if v, over := overNow(&next); over {
		g.known[m] = v <= 0
		return v <= 0
	}
	if g.mate.pairsAtLast(&next) {
		g.known[m] = true
		return true
	}
	if g.mate.Nodes >= guardMoves*g.nodes || g.mate.Stop() {
		return false // not known
	}
	g.mate.Limit, g.mate.Stopped = g.mate.Nodes+g.nodes, false
	won := g.mate.Attack(&next, g.allTurns())
	if g.mate.Stopped {
		return false
	}
	g.known[m] = !won
	return !won
}

// watch looks at the best move so far, in a pause of the search, so that at its
// end there is a move that is known to hold. Where there is time enough it
// imagines slips.
func (g *guard) watch(line alphabeta.Line) {
	const enough = 100 * time.Millisecond
	if g.slipped == nil && g.Hard >= enough {
		g.imagineSlips()
	}
	if len(line.Moves) > 0 && alphabeta.Mate(line.Value) == 0 {
		g.holds(line.Moves[0])
	}
}

// correct replaces a line that is not known to hold by a root move that is, if
// there is one. A proved value needs no guard.
func (g *guard) correct(line *alphabeta.Line) {
	if line.Solved || alphabeta.Mate(line.Value) != 0 || g.holds(line.Moves[0]) {
		return
	}
	for _, known := range [...]bool{true, false} {
		for _, m := range g.Roots {
			if _, seen := g.known[m]; seen == known && g.holds(m) {
				line.Moves = []alphabeta.Move{m}
				return
			}
		}
	}
}
