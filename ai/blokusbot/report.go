package blokusbot

import (
	"math"

	"quadrille/ai"
	"quadrille/ai/mcts"
)

// onReport passes on what the tree search reports.
func (t *task) onReport(r mcts.Report) {
	for i, l := range r.Lines[:min(len(r.Lines), max(1, t.settings.MultiPV))] {
		info := t.info(r)
		if t.settings.MultiPV > 1 {
			info.MultiPV = i + 1
		}
		info.Depth = len(l.Moves)
		info.PV = t.tokens(placementsOf(l.Moves))
		t.score(&info, l)
		t.report(info)
	}
}

// info has the figures of a report.
func (t *task) info(r mcts.Report) ai.Info {
	return ai.Info{
		Depth: r.Depth, SelDepth: max(r.SelDepth, r.Depth), HashFull: r.HashFull,
		Nodes: r.Simulations + t.solverWork, Time: t.ctl.Elapsed(),
	}
}

// score adds the prospects of a line: for two players the share of the win on
// a scale from -100 (lost) to 100 (won), for more each seat's share of the win
// in hundredths of a percent.
func (t *task) score(info *ai.Info, l mcts.Line) {
	if !l.Known {
		return
	}
	if t.state.Players() == 2 {
		info.HasScore = true
		info.Score.CP = int(math.Round(float64(200*l.Share[t.state.Seat()]) - 100))
		return
	}
	for seat := range t.state.Players() {
		info.Scores = append(info.Scores, int(math.Round(10000*l.Share[seat])))
	}
}
