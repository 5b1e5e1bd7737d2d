package othellobot

import (
	"math"
	"math/bits"
	"time"

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
	decisiveSquares = 3 // so many empty squares before it is solved a game begins to be decided
	decisiveWeight  = 2.5
	ordinaryWeight  = 0.8
	// From how many empty squares on a game is solved: from where it would take as
	// long as so many ordinary turns to find who wins, if the turns before had left
	// nothing in the table. From there on each turn may take half of what is left.
	solveTurns              = 80
	solvedLeast, solvedMost = 18, 34
)

// solvedFrom is from how many empty squares on the game will be solved, with what the
// clock shows at a turn with so many.
func solvedFrom(empties int, clock ai.ClockTime) int {
	for solved := solvedMost; solved > solvedLeast; solved-- {
		ordinary := clock.Left/time.Duration(shares(empties, solved)) + clock.Increment
		if midgame.SolveTime(solved)/solveTurns <= ordinary {
			return solved
		}
	}
	return solvedLeast
}

// shares is by how many the clock is divided for a turn with so many empty
// squares, in a game that will be solved from so many on.
func shares(empties, solved int) int {
	first := solved + decisiveSquares
	decisive := 2 + max(0, min(empties, first)-solved)/2
	if empties <= first {
		return decisive
	}
	return int(math.Round(ordinaryWeight*float64((empties-first)/2) + decisiveWeight*float64(decisive)))
}

// setTime tells the control how long the search may take.
func (t *task) setTime() {
	seat := engine.Player(t.state.Side + 1)
	empties := t.empties()
	turns := shares(empties, solvedFrom(empties, t.Limits.Clocks[seat-1]))
	part, hard := ai.Budget(t.Limits, seat, turns, t.Settings.MoveOverhead)
	soft := ai.Soft(part)
	t.thrifty = soft > 0 && !t.Limits.Exact
	switch {
	case t.Limits.Exact:
		soft = 0
	case len(t.Roots) == 1 && soft > 0:
		soft = 1
	}
	t.Control.SetTime(soft, hard)
}
