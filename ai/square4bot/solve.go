package square4bot

import (
	"slices"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

// solvable says whether the movement phase has begun for both sides.
func (t *task) solvable() bool {
	return t.placed == square4.NoCell && bothFull(&t.state)
}

// bothFull says whether neither side has a marble left to place.
func bothFull(s *square4.State) bool {
	return s.Placed(0) >= int(s.Pieces) && s.Placed(1) >= int(s.Pieces)
}

// solve answers from the values of the positions that slides lead to, from the
// view of the side then to move. Draws are proved if the values are exact.
func (t *task) solve(after func(square uint8) int, exact bool) ai.Best {
	lines := t.solvedLines(after, exact)
	r := alphabeta.Report{Depth: 1, SelDepth: 1, Nodes: uint64(len(lines)),
		Lines: lines[:min(len(lines), max(1, t.Settings.MultiPV))]}
	if n := alphabeta.Mate(lines[0].Value); n != 0 {
		r.Depth = max(n, -n)
	}
	if t.Limits.Mate > 0 && !withinTurns(lines[0].Value, t.Limits.Mate) {
		t.Send(ai.Info{Text: t.NoWin()})
	}
	t.Report(r)
	return t.Best(lines[0])
}

// withinTurns says whether a value is a win within a number of own turns.
func withinTurns(value, turns int) bool {
	n := alphabeta.Mate(value)
	return n > 0 && n <= 2*turns-1
}

// solvedLines values every root slide, best first. Among drawn slides the one
// that leaves the other side the most ways to lose comes first.
func (t *task) solvedLines(after func(square uint8) int, exact bool) []alphabeta.Line {
	lines := make([]alphabeta.Line, len(t.Roots))
	traps := map[alphabeta.Move]int{}
	for i, m := range t.Roots {
		next := t.state.Play(square4.Turn(m))
		value := t.slideValue(&next, func() int { return after(square4.Turn(m).Slide()) })
		lines[i] = alphabeta.Line{Moves: []alphabeta.Move{m}, Value: value, Solved: exact}
		traps[m] = losingReplies(&next)
	}
	slices.SortStableFunc(lines, func(a, b alphabeta.Line) int {
		if a.Value != b.Value {
			return b.Value - a.Value
		}
		return traps[b.Moves[0]] - traps[a.Moves[0]]
	})
	return lines
}

// slideValue is the value of a slide, the past heeded, for the side that makes
// it.
func (t *task) slideValue(next *square4.State, after func() int) int {
	if v, over := overNow(next); over {
		return alphabeta.Later(-v)
	}
	if count, limit := t.pos.Occurred(*next); limit > 0 && count+1 >= limit || next.Slides() == 0 {
		return 0
	}
	return alphabeta.Later(-after())
}

// losingReplies counts the slides after which the side to move has lost or the
// other wins at once.
func losingReplies(s *square4.State) int {
	if s.Outcome() != square4.Ongoing {
		return 0
	}
	n := 0
	for _, turn := range s.Turns(nil) {
		next := s.Play(turn)
		if wonAtOnce(&next) {
			n++
		}
	}
	return n
}

// wonAtOnce says whether the side to move has won, or wins with one turn.
func wonAtOnce(s *square4.State) bool {
	v, over := overNow(s)
	return over && v > 0 || !over && s.WinsNow()
}
