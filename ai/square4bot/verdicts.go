package square4bot

import (
	"slices"

	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// verdicts looks for the value of every root move, where a line is asked for each, by
// mate searches of both sides within ever more turns, which find the number of plies
// too, in the pauses between the iterations of the alpha-beta search. A move after
// which neither side has a forced win is a draw.
type verdicts struct {
	*task
	mate  *mateSearch
	turns int                    // within which is being looked
	at    int                    // the root move to look at next
	known map[alphabeta.Move]int // values
}

// newVerdicts returns nil where not all values are wanted, where the movement phase is
// not decided by bit operations, or where the limits leave no room for a second search.
func (t *task) newVerdicts(table *tt.Table[tt.Entry]) *verdicts {
	if !t.decidable() || t.Limits.Nodes > 0 || t.Settings.MultiPV < max(2, len(t.Roots)) {
		return nil
	}
	return &verdicts{task: t, turns: 1, mate: newMateSearch(t.rules, table, t.Control.Done), known: map[alphabeta.Move]int{}}
}

// step goes on for about the given number of nodes and says whether anything new
// is known.
func (v *verdicts) step(nodes uint64) bool {
	m, before := v.mate, len(v.known)
	m.Limit, m.Stopped = m.Nodes+nodes, false
	for ; v.turns <= v.allTurns(); v.turns, v.at = v.turns+1, 0 {
		for ; v.at < len(v.Roots); v.at++ {
			root := v.Roots[v.at]
			if _, known := v.known[root]; known {
				continue
			}
			value, known := v.within(root, v.turns)
			switch {
			case m.Stopped:
				return len(v.known) > before
			case known:
				v.known[root] = value
			case v.turns == v.allTurns():
				v.known[root] = 0
			}
		}
	}
	return len(v.known) > before
}

// done says whether the value of every root move is known.
func (v *verdicts) done() bool { return len(v.known) == len(v.Roots) }

// within is the value of a root move if somebody wins within k own turns, or it
// ends the game, or neither side can lose.
func (v *verdicts) within(root alphabeta.Move, k int) (value int, known bool) {
	m := v.mate
	next := v.state.Play(square4.Turn(root))
	if value, over := overNow(&next); over {
		return alphabeta.Later(-value), true
	}
	if k > 1 && m.Defend(&next, k-1) && !m.Stopped {
		return alphabeta.Win - (2*k - 1), true
	}
	if m.Stopped {
		return 0, false
	}
	if m.Attack(&next, k) && !m.Stopped {
		return 2*k - alphabeta.Win, true
	}
	return 0, false
}

// correct puts the values that are known into a report, best first.
func (v *verdicts) correct(r alphabeta.Report) alphabeta.Report {
	r.Nodes += v.mate.Nodes
	if len(v.known) == 0 || len(r.Lines) == 0 {
		return r
	}
	r.Lines = slices.Clone(r.Lines)
	for i := range r.Lines {
		l := &r.Lines[i]
		value, known := v.known[l.Moves[0]]
		if !known {
			continue
		}
		if value != l.Value && alphabeta.Mate(value) != 0 {
			l.Moves = l.Moves[:1] // which is all that is sure of the line
		}
		l.Value, l.Solved = value, true
	}
	slices.SortStableFunc(r.Lines, func(a, b alphabeta.Line) int { return b.Value - a.Value })
	return r
}
