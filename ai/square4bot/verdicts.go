package square4bot

import (
	"slices"

	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// verdicts looks for the values of root moves, where several lines are asked for, by
// mate searches of both sides within ever more turns, which find the number of plies
// too, in the pauses between the iterations of the alpha-beta search. A move after
// which neither side has a forced win is a draw. With slideback=false it knows what the
// certificate says, and does not search.
type verdicts struct {
	*task
	mate  *mateSearch
	turns map[alphabeta.Move]int // within which has been looked
	known map[alphabeta.Move]int // values
}

// newVerdicts returns nil where one line is wanted, where neither the movement phase is
// decided by bit operations nor anything certain, or where the limits leave no room for a
// second search.
func (t *task) newVerdicts(table *tt.Table[tt.Entry]) *verdicts {
	v := &verdicts{task: t, mate: newMateSearch(t.rules, table, t.Control.Done), turns: map[alphabeta.Move]int{}, known: map[alphabeta.Move]int{}}
	switch {
	case t.Settings.MultiPV < 2:
		return nil
	case t.certain != nil:
		for _, m := range t.Roots {
			if value, known := t.certain.after(m); known {
				v.known[m] = value
			}
		}
	case !t.decidable() || t.Limits.Nodes > 0:
		return nil
	}
	return v
}

// step goes on for about the given number of nodes and says whether anything new is
// known. The moves of the lines come first.
func (v *verdicts) step(lines []alphabeta.Line, nodes uint64) bool {
	m, before := v.mate, len(v.known)
	m.Limit, m.Stopped = m.Nodes+nodes, false
	first := make([]alphabeta.Move, len(lines))
	for i, l := range lines {
		first[i] = l.Moves[0]
	}
	for _, roots := range [...][]alphabeta.Move{first, v.Roots} {
		for k := 1; k <= v.allTurns() && !v.state.NoBack; k++ {
			for _, root := range roots {
				if !v.look(root, k) {
					return len(v.known) > before
				}
			}
		}
	}
	return len(v.known) > before
}

// look looks within k turns, if it has not yet, and says whether it could end.
func (v *verdicts) look(root alphabeta.Move, k int) bool {
	if _, known := v.known[root]; known || v.turns[root] >= k {
		return true
	}
	value, known := v.within(root, k)
	if v.mate.Stopped {
		return false
	}
	if v.turns[root] = k; known || k == v.allTurns() {
		v.known[root] = value
	}
	return true
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

// correct puts the values that are known into a report, best first, with the moves that
// turn out to win.
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
		v.settle(l, value)
	}
	n := len(r.Lines)
	for _, m := range v.Roots {
		if value := v.known[m]; value > 0 && !slices.ContainsFunc(r.Lines[:n], func(l alphabeta.Line) bool { return l.Moves[0] == m }) {
			l := alphabeta.Line{Moves: []alphabeta.Move{m}}
			v.settle(&l, value)
			r.Lines = append(r.Lines, l)
		}
	}
	slices.SortStableFunc(r.Lines, func(a, b alphabeta.Line) int { return b.Value - a.Value })
	r.Lines = r.Lines[:n]
	return r
}

// settle puts the value of its first move into a line.
func (v *verdicts) settle(l *alphabeta.Line, value int) {
	l.Solved = true
	switch plies := alphabeta.Mate(l.Value); {
	case value == l.Value:
		return
	case v.certain == nil:
		if alphabeta.Mate(value) != 0 {
			l.Moves = l.Moves[:1] // which is all that is sure of the line
		}
	case plies != 0 && plies > 0 == (value > 0) && l.Value >= -alphabeta.Win:
		return // the search knows better how soon
	default:
		l.Moves, l.AtMost = v.certain.line(l.Moves[0]), true
	}
	l.Value = value
}
