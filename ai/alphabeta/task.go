package alphabeta

import (
	"fmt"
	"slices"
	"time"

	"quadrille/ai"
	"quadrille/engine"
)

// Task is one search of a bot: what is asked, and how to say what is found. A
// bot embeds it beside the state of its game.
type Task struct {
	Reporter
	Limits   ai.Limits
	Settings ai.Settings
	Roots    []Move        // to choose from: all, or those of Limits.SearchMoves
	Hard     time.Duration // after which the search must end; 0 is no limit
}

// NewTask returns the task of a search from pos. The bot sets Tokens; read
// turns a legal token into a move.
func NewTask(ctl *ai.Control, pos engine.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info), read func(token string) Move) Task {
	t := Task{Limits: limits, Settings: settings, Reporter: Reporter{Control: ctl, MultiPV: settings.MultiPV, Send: report}}
	for _, token := range pos.Legal() {
		if len(limits.SearchMoves) == 0 || slices.Contains(limits.SearchMoves, token) {
			t.Roots = append(t.Roots, read(token))
		}
	}
	return t
}

// SetTime tells the control how long the search may take for a side, 0 or 1,
// that expects to need so many more turns, this one included. Where there is
// nothing to choose, it ends at once.
func (t *Task) SetTime(side uint8, turnsLeft int) {
	soft, hard := ai.Budget(t.Limits, engine.Player(side+1), turnsLeft, t.Settings.MoveOverhead)
	if len(t.Roots) == 1 && hard > 0 {
		soft = 1
	}
	t.Hard = hard
	t.Control.SetTime(soft, hard)
}

// Options returns the options of an ordinary search.
func (t *Task) Options() Options {
	return Options{
		Control: t.Control,
		Depth:   t.Limits.Depth,
		Nodes:   t.Limits.Nodes,
		Threads: t.Settings.Threads,
		MultiPV: t.Settings.MultiPV,
		Moves:   t.Roots,
		Report:  t.Report,
	}
}

// PlayWeakly values every root turn as deep as the level looks and chooses
// with the level's errors. search gets the options of that search; key is a
// hash of the position. Only the lines that the level likes best are reported.
func (t *Task) PlayWeakly(levels *ai.Handicaps, key uint64, search func(Options) Report) ai.Best {
	level := levels.At(t.Settings, t.Limits)
	last := search(Options{
		Control: t.Control, Depth: level.Depth, Nodes: t.Limits.Nodes, Threads: 1, MultiPV: len(t.Roots), Moves: t.Roots,
	})
	values := make([]int, len(last.Lines))
	for i, l := range last.Lines {
		values[i] = l.Value
	}
	var liked []Line
	for _, i := range level.Rank(values, t.Settings.Seed, key)[:min(max(1, t.Settings.MultiPV), len(values))] {
		liked = append(liked, last.Lines[i])
	}
	last.Lines = liked
	t.Report(last)
	return t.Best(liked[0])
}

// shallow is how many plies the search looks ahead that finds a turn to play
// when there is no forced win.
const shallow = 4

// WithoutWin answers a question for a forced win that took so many nodes and
// found none. It says so and leaves the choice of a turn to a shallow search,
// if there are nodes left for it.
func (t *Task) WithoutWin(text string, nodes uint64, hashFull int, search func() ai.Best) ai.Best {
	t.Send(ai.Info{Text: text})
	t.Earlier = nodes
	if t.Limits.Depth == 0 || t.Limits.Depth > shallow {
		t.Limits.Depth = shallow
	}
	if t.Limits.Nodes > 0 {
		if nodes >= t.Limits.Nodes {
			return t.unsearched(hashFull)
		}
		t.Limits.Nodes -= nodes
	}
	return search()
}

// NoWin says that there is no forced win within the turns that were asked for.
func (t *Task) NoWin() string { return fmt.Sprintf("no win in %d", t.Limits.Mate) }

// unsearched answers with the first root move, unvalued, when nothing is left
// to search with.
func (t *Task) unsearched(hashFull int) ai.Best {
	line := Line{Moves: t.Roots[:1], Value: -infinity}
	t.Report(Report{HashFull: hashFull, Lines: []Line{line}})
	return t.Best(line)
}
