package square4bot

import (
	"slices"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

// solvable says whether the movement phase has begun for both sides.
func (t *task) solvable() bool {
	return t.placed == square4.NoCell && t.state.Moving() &&
		t.state.Placed(int(t.state.Side^1)) >= int(t.state.Pieces)
}

// solve answers from the exact values of all slides.
func (t *task) solve() ai.Best {
	lines := t.solvedLines()
	r := alphabeta.Report{Depth: 1, SelDepth: 1, Nodes: uint64(len(lines)),
		Lines: lines[:min(len(lines), max(1, t.settings.MultiPV))]}
	t.onReport(r)
	return t.best(lines[0])
}

// solvedLines values every root slide, best first. Among drawn slides one that
// leaves the other side more ways to lose comes first.
func (t *task) solvedLines() []alphabeta.Line {
	type ranked struct {
		line  alphabeta.Line
		traps int
	}
	var all []ranked
	for _, m := range t.roots {
		value, traps := t.slideValue(square4.Turn(m).Slide())
		all = append(all, ranked{alphabeta.Line{Moves: []alphabeta.Move{m}, Value: value, Solved: true}, traps})
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		if a.line.Value != b.line.Value {
			return b.line.Value - a.line.Value
		}
		return b.traps - a.traps
	})
	lines := make([]alphabeta.Line, len(all))
	for i, r := range all {
		lines[i] = r.line
	}
	return lines
}

// slideValue is the value of a slide for the side to move, the past heeded,
// and the number of replies that lose at once.
func (t *task) slideValue(square uint8) (value, traps int) {
	next := t.state.Slid(square)
	switch next.Outcome() {
	case square4.RedWins + square4.Outcome(t.state.Side):
		return alphabeta.Win - 1, 0
	case square4.RedWins + square4.Outcome(next.Side):
		return -alphabeta.Win + 1, 0
	case square4.Ongoing:
	default:
		return 0, 0
	}
	if count, limit := t.pos.Occurred(next); limit > 0 && count+1 >= limit {
		return 0, 0
	}
	v := farther(-lookAhead(&next, 2))
	for _, turn := range next.Turns(nil) {
		reply := next.Play(turn)
		if reply.Outcome() == square4.RedWins+square4.Outcome(t.state.Side) || reply.Outcome() == square4.Ongoing && reply.WinsNow() {
			traps++
		}
	}
	return v, traps
}
