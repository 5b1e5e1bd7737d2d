package teekobot

import (
	"slices"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/engine"
	"quadrille/engine/teeko"
)

// task is one search: what is asked, and how to say what is found.
type task struct {
	alphabeta.Task
	pos   *teeko.Position
	rules rules
	state teeko.State
}

func newTask(ctl *ai.Control, pos *teeko.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) *task {
	t := &task{pos: pos, rules: newRules(pos), state: pos.SearchState()}
	t.Task = alphabeta.NewTask(ctl, pos, limits, settings, report, func(token string) alphabeta.Move {
		turn, _ := t.state.Board.ParseTurn(token)
		return alphabeta.Move(turn)
	})
	t.Tokens = t.tokens
	t.sortRoots()
	return t
}

// sortRoots puts the promising turns first.
func (t *task) sortRoots() {
	heat := t.rules.heat(&t.state)
	slices.SortStableFunc(t.Roots, func(a, b alphabeta.Move) int {
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
	t.SetTime(t.state.Side, teeko.Marks-t.state.Placed(int(t.state.Side))+movementTurns)
}
