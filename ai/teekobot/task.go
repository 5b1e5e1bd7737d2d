package teekobot

import (
	"slices"
	"time"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/clock"
	"quadrille/engine"
	"quadrille/engine/teeko"
)

// task is one search: what is asked, and how to say what is found.
type task struct {
	ctl       *ai.Control
	limits    ai.Limits
	settings  ai.Settings
	announcer alphabeta.Announcer

	pos   *teeko.Position
	rules rules
	state teeko.State
	roots []alphabeta.Move
	hard  time.Duration // after which the search must end, or 0
}

func newTask(ctl *ai.Control, pos *teeko.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) *task {
	t := &task{ctl: ctl, limits: limits, settings: settings, pos: pos, rules: newRules(pos), state: pos.SearchState()}
	t.announcer = alphabeta.Announcer{Control: ctl, MultiPV: settings.MultiPV, Send: report, Tokens: t.tokens}
	for _, token := range pos.Legal() {
		if len(limits.SearchMoves) == 0 || slices.Contains(limits.SearchMoves, token) {
			turn, _ := t.state.Board.ParseTurn(token)
			t.roots = append(t.roots, alphabeta.Move(turn))
		}
	}
	t.sortRoots()
	return t
}

// sortRoots puts the promising turns first.
func (t *task) sortRoots() {
	heat := t.rules.heat(&t.state)
	slices.SortStableFunc(t.roots, func(a, b alphabeta.Move) int {
		return int(heat.order(teeko.Turn(b)) - heat.order(teeko.Turn(a)))
	})
}

// tokens writes a line as far as the game goes: the search does not see that a
// line repeats itself, which may end the game sooner.
func (t *task) tokens(line []alphabeta.Move) []string {
	var words []string
	pos := engine.Position(t.pos)
	for _, m := range line {
		token := t.state.Board.Token(teeko.Turn(m))
		next, err := pos.Play(token)
		if err != nil {
			break
		}
		words, pos = append(words, token), next
	}
	return words
}

// movementTurns is how many turns the move phase is expected to last yet, at
// any time.
const movementTurns = 12

// setTime tells the control how long the search may take.
func (t *task) setTime() {
	left := teeko.Marks - t.state.Placed(int(t.state.Side))
	seat := engine.Player(t.state.Side + 1)
	soft, hard := clock.Budget(t.limits, seat, left+movementTurns, t.settings.MoveOverhead)
	if len(t.roots) == 1 && soft > 0 {
		soft = 1
	}
	t.hard = hard
	t.ctl.SetTime(soft, hard)
}
