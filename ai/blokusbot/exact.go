package blokusbot

import (
	"fmt"

	"quadrille/ai"
	"quadrille/ai/mcts"
)

const (
	// endgamePlacements is how many placements all colours together may have
	// left for an exact search of the end of the game to be tried, and
	// endgameNodes how much it may cost.
	endgamePlacements = 60
	endgameNodes      = 30_000
	endgameMiB        = 2
)

// finishGame solves the game if so little is left that it is likely to be
// quick, and returns the turn of the best margin. With four players that
// margin is only what is sure whatever the others do, so the answer is used
// if it wins.
func (t *task) finishGame() (ai.Best, bool) {
	total := 0
	for colour := range t.state.Colours() {
		total += placements(&t.state, colour)
	}
	if total > endgamePlacements {
		return ai.Best{}, false
	}
	v := newSolver(t.shapes, t.state.Side(), endgameMiB, t.ctl.Done)
	v.budget = endgameNodes
	r := v.solve(&t.state, t.roots, -noWinBound, noWinBound, endless)
	t.solverWork = v.nodes
	if !r.ok || t.proof(r) == ai.NotProved {
		return ai.Best{}, false
	}
	t.reportSolved(r, false)
	return t.best(r.line), true
}

// noWinBound is beyond every margin.
const noWinBound = -noWin + 1

// prove searches until the result is proved or the search is stopped.
func (t *task) prove(first mcts.Report) ai.Best {
	t.onReport(first)
	v := newSolver(t.shapes, t.state.Side(), t.settings.Hash, t.ctl.Done)
	r := v.solve(&t.state, t.roots, -1, 1, endless)
	t.solverWork = v.nodes
	if !r.ok || t.proof(r) == ai.NotProved {
		t.onReport(first)
		return t.best(placementsOf(first.Lines[0].Moves))
	}
	t.reportSolved(r, false)
	return t.best(r.line)
}

// findWin looks for a win within so many own turns, the shortest first.
func (t *task) findWin(first mcts.Report) ai.Best {
	v := newSolver(t.shapes, t.state.Side(), t.settings.Hash, t.ctl.Done)
	v.budget = t.limits.Nodes
	for turns := 1; turns <= min(t.limits.Mate, endless) && !v.aborted; turns++ {
		r := v.solve(&t.state, t.roots, 0, 1, turns)
		t.solverWork = v.nodes
		if r.ok && r.margin > 0 {
			t.reportSolved(r, true)
			return t.best(r.line)
		}
	}
	t.onReport(first)
	t.report(ai.Info{Text: t.noWin(v.aborted)})
	return t.best(placementsOf(first.Lines[0].Moves))
}

func (t *task) noWin(aborted bool) string {
	if aborted {
		return fmt.Sprintf("no win in %d was found before the search was stopped", t.limits.Mate)
	}
	return fmt.Sprintf("no win in %d", t.limits.Mate)
}

// proof is what a solved margin proves for the side to move.
func (t *task) proof(r solved) ai.Proof {
	switch {
	case r.margin > 0:
		return ai.ProvedWin
	case t.state.Colours() > 2 || t.restricted:
		return ai.NotProved
	case r.margin < 0:
		return ai.ProvedLoss
	}
	return ai.ProvedDraw
}

// reportSolved reports a proved result. plies says that the line is as short
// as the win allows, so that its length may be given.
func (t *task) reportSolved(r solved, plies bool) {
	info := ai.Info{
		Depth: len(r.line), SelDepth: len(r.line), Nodes: t.solverWork, Time: t.ctl.Elapsed(),
		HasScore: true, Proof: t.proof(r), PV: t.tokens(r.line),
	}
	switch {
	case plies:
		info.Score.Mate = len(r.line)
	case r.margin > 0:
		info.Score.CP = 100
	case r.margin < 0:
		info.Score.CP = -100
	}
	if t.state.Colours() > 2 && !plies {
		info.Scores = t.certain()
	}
	t.report(info)
}

// certain are the shares of a game that the side to move has won.
func (t *task) certain() []int {
	scores := make([]int, t.state.Colours())
	scores[t.state.Side()] = 10000
	return scores
}
