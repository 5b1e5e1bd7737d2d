package othellobot

import (
	"math/bits"
	"slices"
	"time"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/clock"
	"quadrille/engine"
	"quadrille/engine/othello"
)

// task is one search: what is asked, and how to say what is found.
type task struct {
	ctl       *ai.Control
	limits    ai.Limits
	settings  ai.Settings
	announcer alphabeta.Announcer

	rules rules
	state othello.State
	roots []alphabeta.Move
	hard  time.Duration // the time at which the search must end, or 0
}

func newTask(ctl *ai.Control, pos *othello.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) *task {
	t := &task{ctl: ctl, limits: limits, settings: settings, rules: newRules(), state: pos.SearchState()}
	t.announcer = alphabeta.Announcer{Control: ctl, MultiPV: settings.MultiPV, Send: report, Tokens: tokens}
	for _, token := range pos.Legal() {
		if len(limits.SearchMoves) == 0 || slices.Contains(limits.SearchMoves, token) {
			turn, _ := othello.ParseTurn(token)
			t.roots = append(t.roots, alphabeta.Move(turn))
		}
	}
	t.sortRoots()
	return t
}

// sortRoots puts the promising turns first.
func (t *task) sortRoots() {
	order := func(m alphabeta.Move) int {
		next := t.state.Play(othello.Turn(m))
		return int(promise(&next, othello.Turn(m)))
	}
	slices.SortStableFunc(t.roots, func(a, b alphabeta.Move) int { return order(b) - order(a) })
}

// tokens writes a line.
func tokens(line []alphabeta.Move) []string {
	words := make([]string, len(line))
	for i, m := range line {
		words[i] = othello.Turn(m).String()
	}
	return words
}

// empties is the number of empty squares.
func (t *task) empties() int { return bits.OnesCount64(t.state.Empty()) }

// setTime tells the control how long the search may take. The turns that are
// solved cost next to nothing, so the time is for those before.
func (t *task) setTime() {
	turns := max(2, (t.empties()-solveAlways)/2+2)
	seat := engine.Player(t.state.Side + 1)
	soft, hard := clock.Budget(t.limits, seat, turns, t.settings.MoveOverhead)
	t.hard = hard
	if len(t.roots) == 1 && soft > 0 && !t.limits.Exact {
		soft = 1
	}
	t.ctl.SetTime(soft, hard)
}

// The numbers of empty squares from which on positions are solved.
const (
	solveAlways  = 14 // takes a fraction of a second
	solvePatient = 16 // with some seconds
	solveFree    = 20 // when nothing bounds the search
)

// shouldSolve says whether the rest of the game is to be solved.
func (t *task) shouldSolve() bool {
	n := t.empties()
	switch {
	case t.limits.Exact:
		return true
	case t.limits.Depth > 0:
		return n <= min(solveAlways, t.limits.Depth)
	case t.hard == 0 && t.limits.Nodes == 0:
		return n <= solveFree
	case t.hard > 4*time.Second:
		return n <= solvePatient
	}
	return n <= solveAlways
}
