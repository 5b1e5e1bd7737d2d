package alphabeta

import (
	"math"

	"quadrille/ai"
)

// Reporter passes on what a search reports as protocol infos. Its Report goes
// into Options.Report.
type Reporter struct {
	Control *ai.Control
	MultiPV int // the option: ranks are written when it is above 1
	Send    func(ai.Info)
	// Tokens writes a line of moves from the root.
	Tokens func([]Move) []string
	// Chance, when not nil, is the Chance of a score that is not proved.
	Chance func(cp int) int
	// Earlier is the number of nodes of searches before this one that belong
	// to the same answer.
	Earlier uint64

	sent uint64 // nodes of the last report, plus one
}

// Report sends one info for progress or one for each line.
func (rep *Reporter) Report(r Report) {
	rep.sent = r.Nodes + 1
	if len(r.Lines) == 0 {
		rep.Send(rep.figures(r))
		return
	}
	for i, l := range r.Lines {
		info := rep.figures(r)
		if rep.MultiPV > 1 {
			info.MultiPV = i + 1
		}
		rep.describe(&info, l)
		rep.Send(info)
	}
}

// Finish repeats the lines with the final figures if the search went on after
// its last report.
func (rep *Reporter) Finish(last Report) {
	if last.Nodes+1 != rep.sent {
		rep.Report(last)
	}
}

func (rep *Reporter) figures(r Report) ai.Info {
	return ai.Info{Depth: r.Depth, SelDepth: r.SelDepth, Nodes: rep.Earlier + r.Nodes, HashFull: r.HashFull, Time: rep.Control.Elapsed()}
}

func (rep *Reporter) describe(info *ai.Info, l Line) {
	info.PV = rep.Tokens(l.Moves)
	if l.Value < -Win {
		return // never valued: the search was stopped at once
	}
	info.HasScore = true
	info.Score.Mate = Mate(l.Value)
	switch {
	case info.Score.Mate == 0:
		info.Score.CP = l.Value
	case l.AtMost && l.Value > 0:
		info.Bound = ai.LowerBound
	case l.AtMost:
		info.Bound = ai.UpperBound
	}
	info.Proof = l.Proof()
	if rep.Chance != nil && info.Proof == ai.NotProved && info.Score.Mate == 0 {
		info.Chance = rep.Chance(l.Value)
	}
}

// Logistic is the ai.Info.Chance of a score by a scale, both in hundredths of the
// game's unit: a score of one scale is worth 73 percent. `train chance` measures
// scales.
func Logistic(cp int, scale float64) int {
	const whole = 10000
	return min(max(int(math.Round(whole/(1+math.Exp(-float64(cp)/scale)))), 1), whole-1)
}

// Proof says what a line proves. A solved value that is not a count of plies
// is a final margin, whose sign tells.
func (l Line) Proof() ai.Proof {
	switch {
	case !l.Solved && Mate(l.Value) == 0:
		return ai.NotProved
	case l.Value > 0:
		return ai.ProvedWin
	case l.Value < 0:
		return ai.ProvedLoss
	}
	return ai.ProvedDraw
}

// Best returns the answer that a line gives.
func (rep *Reporter) Best(l Line) ai.Best {
	words := rep.Tokens(l.Moves)
	best := ai.Best{Move: words[0]}
	if len(words) > 1 {
		best.Ponder = words[1]
	}
	return best
}
