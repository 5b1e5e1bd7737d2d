package blokusbot

import (
	"cmp"
	"fmt"
	"strings"

	"quadrille/ai"
	"quadrille/ai/mcts"
)

const (
	// endgameNodes is how much an exact search of the end of the game may cost
	// at most. With less time it is endgameSpeed nodes a second, for a quarter
	// of the time.
	endgameNodes = 300_000
	endgameSpeed = 400_000
	endgameMiB   = 4
	// anyMargin is beyond every margin.
	anyMargin = -noWin + 1
)

// finishGame solves the game if so little is left that it is likely to be
// quick, and returns the turn of the best margin if that is found too, else one
// that wins or draws. With more than two players the margin is only what is sure whatever
// the others do, so the answer is used if it wins, and half of the work is left for
// max^n.
func (t *task) finishGame() (ai.Best, bool) {
	total := 0
	for colour := range t.state.Colours() {
		total += placements(&t.state, colour)
	}
	budget := t.endgameBudget()
	if endgameCost(total) > 4*budget {
		return ai.Best{}, false
	}
	v := t.endgameSolver()
	v.budget = budget
	byMaxN := t.state.Players() > 2 && t.settings.MultiPV <= 1
	if byMaxN {
		v.budget /= 2
	}
	r := t.solveFurther(v)
	t.solverWork = v.nodes
	if r.ok && t.proof(r) != ai.NotProved {
		t.reportSolved(r, 0)
		return t.best(r.line), true
	}
	if !byMaxN {
		return ai.Best{}, false
	}
	v.budget, v.aborted = budget, false
	return t.finishByMaxN(v)
}

// finishByMaxN plays what max^n says, if it comes to an end within the budget of the
// solver.
func (t *task) finishByMaxN(v *solver) (ai.Best, bool) {
	e := v.solveMaxN(&t.state, t.roots)
	t.solverWork = v.nodes
	if !e.ok {
		return ai.Best{}, false
	}
	seats := t.state.Players()
	info := ai.Info{
		Depth: len(e.line), SelDepth: len(e.line), Nodes: t.solverWork, Time: t.ctl.Elapsed(), PV: t.tokens(e.line),
		Scores: sharesOf(e.scores[:seats]),
	}
	t.report(info)
	t.report(ai.Info{Text: "by max^n the scores will be " + strings.Trim(fmt.Sprint(e.scores[:seats]), "[]")})
	return t.best(e.line), true
}

// sharesOf are the shares of a win by final scores, in hundredths of a percent.
func sharesOf(scores []int8) []int {
	shares := make([]int, len(scores))
	for seat := range scores {
		shares[seat] = int(10000 * share(scores, seat))
	}
	return shares
}

// solveFurther finds who wins, which takes a small part of what the margin does,
// and then the margin. Of a lost game only the margin is an answer: until that is
// known all turns are as good. With more than two players only a win is looked into
// further, since nothing else proves anything.
func (t *task) solveFurther(v *solver) solved {
	winner := v.solve(&t.state, t.roots, -1, 1, unbounded())
	if !winner.ok || winner.margin == 0 || t.proof(winner) == ai.NotProved {
		return winner
	}
	lost := winner.margin < 0
	alpha, beta := 0, anyMargin
	if lost {
		alpha, beta = -anyMargin, 0
	}
	if best := v.solve(&t.state, t.roots, alpha, beta, unbounded()); best.ok || lost {
		return best
	}
	return winner
}

// endgameSolver returns the solver of the bot, which remembers earlier turns
// unless there is a limit of simulations: a search that has one does not depend
// on what came before.
func (t *task) endgameSolver() *solver {
	v := t.bot.needEndgame()
	if t.simulations() > 0 {
		v.forget()
	}
	v.table.Resize(endgameMiB)
	v.table.NextSearch()
	v.begin(t.state.Seat(), t.quarterOver)
	return v
}

// endgameBudget is how many positions the exact search may look at.
func (t *task) endgameBudget() uint64 {
	budget := uint64(endgameNodes)
	if t.state.Players() > 2 {
		budget /= 10 // the margin can only prove a win, and max^n looks longer at a position
	}
	if n := t.simulations(); n > 0 {
		budget = min(budget, n/2+1)
	}
	if t.hard > 0 {
		budget = min(budget, uint64(t.hard.Seconds()*endgameSpeed/4)+1)
	}
	return budget
}

// endgameCost is how many positions it takes to find who wins, by the number of
// placements that all colours together have left: in 150 positions of duo the median
// was 250 with 20, 1,000 with 50, 7,200 with 70 and 70,000 with 85.
func endgameCost(placements int) uint64 {
	cost := uint64(200)
	for n := 24; n < placements && cost < 1<<40; n += 8 {
		cost *= 2
	}
	return cost
}

// quarterOver says whether an exact search must leave the rest of the time to
// the tree search.
func (t *task) quarterOver() bool {
	return t.ctl.Done() || t.hard > 0 && t.ctl.Elapsed() > t.hard/4
}

// prove searches until the result is proved or the search is stopped.
func (t *task) prove(first mcts.Report) ai.Best {
	t.onReport(first)
	v := newSolver(t.state.Seat(), t.settings.Hash, t.ctl.Done)
	v.budget = t.limits.Nodes
	r := v.solve(&t.state, t.roots, -1, 1, unbounded())
	t.solverWork = v.nodes
	if r.ok && t.proof(r) != ai.NotProved {
		t.reportSolved(r, 0)
		return t.best(r.line)
	}
	if r.ok && !t.restricted {
		t.report(ai.Info{Text: "the others together can prevent a win"})
	}
	t.onReport(first)
	return t.best(placementsOf(first.Lines[0].Moves))
}

// findWin looks for a win within so many own turns, the shortest first.
func (t *task) findWin(first mcts.Report) ai.Best {
	v := newSolver(t.state.Seat(), t.settings.Hash, t.ctl.Done)
	v.budget = t.limits.Nodes
	for plies := 1; plies <= maxPlies; plies++ {
		r := v.solve(&t.state, t.roots, 0, 1, bound{turns: t.limits.Mate, plies: plies})
		t.solverWork = v.nodes
		if r.ok && r.margin > 0 {
			t.reportSolved(r, plies)
			return t.best(r.line)
		}
		if !v.cut || v.aborted {
			break
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
	case t.state.Players() > 2 || t.restricted:
		return ai.NotProved
	case r.margin < 0:
		return ai.ProvedLoss
	}
	return ai.ProvedDraw
}

// reportSolved reports a proved result. plies is the length of a win if it is
// known, else 0.
func (t *task) reportSolved(r solved, plies int) {
	info := ai.Info{
		Depth: len(r.line), SelDepth: len(r.line), Nodes: t.solverWork, Time: t.ctl.Elapsed(),
		HasScore: true, Proof: t.proof(r), PV: t.tokens(r.line),
	}
	if t.settings.MultiPV > 1 {
		info.MultiPV = 1
	}
	switch {
	case plies > 0:
		info.Score.Mate = plies
	case t.state.Players() > 2:
		info.Scores = t.certain()
	default:
		info.Score.CP = 100 * cmp.Compare(r.margin, 0)
	}
	t.report(info)
}

// certain are the shares of a game that the side to move has won.
func (t *task) certain() []int {
	scores := make([]int, t.state.Players())
	scores[t.state.Seat()] = 10000
	return scores
}
