package othellobot

import (
	"math"
	"math/bits"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/othellobot/midgame"
	"quadrille/engine"
	"quadrille/engine/othello"
)

// task is one search: what is asked, and how to say what is found.
type task struct {
	alphabeta.Task
	searcher *midgame.Searcher
	state    othello.State
	thrifty  bool // a clock runs: time that is left is good for later turns
}

func newTask(ctl *ai.Control, pos *othello.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) *task {
	t := &task{state: pos.SearchState()}
	t.Task = alphabeta.NewTask(ctl, pos, limits, settings, report, func(token string) alphabeta.Move {
		turn, _ := othello.ParseTurn(token)
		return alphabeta.Move(turn)
	})
	t.Tokens = tokens
	t.Chance = t.chance
	t.Glance = t.glance
	return t
}

// The scale of chances in disks: start for the first turn, and e times less after
// so many more turns each time. Measured by `train chance othello --games 1000 --seed
// 9`, whose sixths of a game have 25, 17.5, 15, 12, 8.5 and 5.5 disks; the curve has
// 25, 19, 15, 11, 8.5 and 7 at their middles.
const chanceStart, chanceFade = 29.0, 37.0

// chance is the ai.Info.Chance of a score.
func (t *task) chance(cp int) int {
	const squares, first = 64, 4 // disks at the start
	turns := float64(squares - first - t.empties())
	return alphabeta.Logistic(cp, 100*chanceStart*math.Exp(-turns/chanceFade))
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

// The clock is for the turns before the game is solved. Those in which a search
// to the end begins to be possible are worth several of those before: who first
// sees who wins usually does.
const (
	decisiveFrom   = 27 // empty squares
	decisiveWeight = 4
	solvedFrom     = 24 // empty squares; from here on each turn may take half of what is left
)

// shares is by how many the clock is divided for a turn with so many empty
// squares.
func shares(empties int) int {
	decisive := 2 + max(0, min(empties, decisiveFrom)-solvedFrom)/2
	if empties <= decisiveFrom {
		return decisive
	}
	return (empties-decisiveFrom)/2 + decisiveWeight*decisive
}

// setTime tells the control how long the search may take.
func (t *task) setTime() {
	seat := engine.Player(t.state.Side + 1)
	soft, hard := ai.Budget(t.Limits, seat, shares(t.empties()), t.Settings.MoveOverhead)
	t.thrifty = soft > 0 && !t.Limits.Exact
	switch {
	case t.Limits.Exact:
		soft = 0
	case len(t.Roots) == 1 && soft > 0:
		soft = 1
	}
	t.Control.SetTime(soft, hard)
}
