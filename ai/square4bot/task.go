package square4bot

import (
	"slices"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/clock"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// task is one search: what is asked, and how to say what is found.
type task struct {
	ctl      *ai.Control
	pos      *square4.Position
	limits   ai.Limits
	settings ai.Settings
	report   func(ai.Info)

	rules  rules
	state  square4.State // at the start of the turn
	placed uint8         // the cell of the turn's placement if it was made, or NoCell
	roots  []alphabeta.Move

	reported uint64 // nodes of the last report
}

func newTask(ctl *ai.Control, pos *square4.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) *task {
	t := &task{ctl: ctl, pos: pos, limits: limits, settings: settings, report: report}
	t.state, t.placed = pos.SearchState()
	_, limit := pos.Occurred(t.state)
	t.rules = rules{oneIsRepetition: limit == 1, weights: standardWeights()}
	for _, token := range pos.Legal() {
		if len(limits.SearchMoves) == 0 || slices.Contains(limits.SearchMoves, token) {
			t.roots = append(t.roots, t.move(token))
		}
	}
	return t
}

// over says whether there is nothing to search.
func (t *task) over() bool { return len(t.roots) == 0 }

// move reads a legal token; in the middle of a turn the placement that was
// made belongs to the move.
func (t *task) move(token string) alphabeta.Move {
	turn, _ := square4.ParseTurn(token)
	if t.placed != square4.NoCell {
		turn = square4.NewTurn(t.placed, turn.Slide())
	}
	return alphabeta.Move(turn)
}

// tokens writes a line; in the middle of a turn its first token is the slide
// alone.
func (t *task) tokens(line []alphabeta.Move) []string {
	words := make([]string, len(line))
	for i, m := range line {
		turn := square4.Turn(m)
		if i == 0 && t.placed != square4.NoCell {
			turn = square4.NewTurn(square4.NoCell, turn.Slide())
		}
		words[i] = turn.String()
	}
	return words
}

// setTime tells the control how long the search may take.
func (t *task) setTime() {
	left := int(t.state.Pieces) - t.state.Placed(int(t.state.Side))
	const movementTurns = 2 // they cost nearly nothing
	seat := engine.Player(t.state.Side + 1)
	soft, hard := clock.Budget(t.limits, seat, left+movementTurns, t.settings.MoveOverhead)
	if len(t.roots) == 1 && soft > 0 {
		soft = 1
	}
	t.ctl.SetTime(soft, hard)
}

// onReport passes on what the search reports.
func (t *task) onReport(r alphabeta.Report) {
	t.reported = r.Nodes
	if len(r.Lines) == 0 {
		info := t.info(r)
		t.report(info)
		return
	}
	for i, l := range r.Lines {
		info := t.info(r)
		if t.settings.MultiPV > 1 {
			info.MultiPV = i + 1
		}
		t.describe(&info, l)
		t.report(info)
	}
}

// finish repeats the best line with the final figures if the search went on
// after the last report.
func (t *task) finish(last alphabeta.Report) {
	if last.Nodes != t.reported || t.reported == 0 {
		t.onReport(last)
	}
}

// info has the figures of a report.
func (t *task) info(r alphabeta.Report) ai.Info {
	return ai.Info{Depth: r.Depth, SelDepth: r.SelDepth, Nodes: r.Nodes, HashFull: r.HashFull, Time: t.ctl.Elapsed()}
}

// describe adds a line to an info.
func (t *task) describe(info *ai.Info, l alphabeta.Line) {
	info.PV = t.tokens(l.Moves)
	if l.Value < -alphabeta.Win {
		return // never valued: the search was stopped at once
	}
	info.HasScore = true
	info.Score.Mate = alphabeta.Mate(l.Value)
	switch {
	case info.Score.Mate > 0:
		info.Proof = ai.ProvedWin
	case info.Score.Mate < 0:
		info.Proof = ai.ProvedLoss
	default:
		info.Score.CP = l.Value
		if l.Solved {
			info.Proof = ai.ProvedDraw
		}
	}
}

// best is the answer that a line gives.
func (t *task) best(l alphabeta.Line) ai.Best {
	words := t.tokens(l.Moves)
	best := ai.Best{Move: words[0]}
	if len(words) > 1 {
		best.Ponder = words[1]
	}
	return best
}
