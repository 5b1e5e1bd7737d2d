package othellobot

import (
	"math/bits"
	"slices"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/clock"
	"quadrille/ai/othellobot/midgame"
	"quadrille/engine"
	"quadrille/engine/othello"
)

// task is one search: what is asked, and how to say what is found.
type task struct {
	ctl       *ai.Control
	limits    ai.Limits
	settings  ai.Settings
	announcer alphabeta.Announcer

	searcher *midgame.Searcher
	state    othello.State
	roots    []othello.Turn
	thrifty  bool // a clock runs: time that is left is good for later turns
}

func newTask(ctl *ai.Control, pos *othello.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) *task {
	t := &task{ctl: ctl, limits: limits, settings: settings, state: pos.SearchState()}
	t.announcer = alphabeta.Announcer{Control: ctl, MultiPV: settings.MultiPV, Send: report, Tokens: tokens}
	for _, token := range pos.Legal() {
		if len(limits.SearchMoves) == 0 || slices.Contains(limits.SearchMoves, token) {
			turn, _ := othello.ParseTurn(token)
			t.roots = append(t.roots, turn)
		}
	}
	return t
}

// empties is the number of empty squares.
func (t *task) empties() int { return bits.OnesCount64(t.state.Empty()) }

// solvedFrom is the number of empty squares from which on a turn costs next to
// nothing.
const solvedFrom = 18

// setTime tells the control how long the search may take. The time of a clock
// is for the turns before the rest is solved.
func (t *task) setTime() {
	turns := max(2, (t.empties()-solvedFrom)/2+2)
	seat := engine.Player(t.state.Side + 1)
	soft, hard := clock.Budget(t.limits, seat, turns, t.settings.MoveOverhead)
	t.thrifty = soft > 0 && !t.limits.Exact
	switch {
	case t.limits.Exact:
		soft = 0
	case len(t.roots) == 1 && soft > 0:
		soft = 1
	}
	t.ctl.SetTime(soft, hard)
}
