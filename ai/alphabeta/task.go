package alphabeta

import (
	"cmp"
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
	// Glance, when not nil, values a root move by what lies open after it, for
	// ai.Handicap.Glance. What else there is it does not see.
	Glance func(Move) int
	// Lean, when not nil, is what a level likes about a root move of a drawn line
	// beside its value, in hundredths.
	Lean func(Move) int
	// Proved, when not nil, returns the value of the position if it is proved, whatever a
	// level that plays it sees.
	Proved func() (l Line, known bool)
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
	part, hard := ai.Budget(t.Limits, engine.Player(side+1), turnsLeft, t.Settings.MoveOverhead)
	soft := ai.Soft(part)
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

// PlayWeakly values every root turn as deep as the level looks, or at a glance,
// and chooses with the level's errors. search gets the options of that search;
// key is a hash of the position. Only the lines that the level likes best are
// reported. A single one has what is proved of the position, which its turn may throw
// away.
func (t *Task) PlayWeakly(levels *ai.Handicaps, key uint64, search func(Options) Report) ai.Best {
	level := levels.At(t.Settings, t.Limits, key)
	if t.Glance != nil && level.Glances(t.Settings.Seed, key) {
		search = t.glance
	}
	last := search(Options{
		Control: t.Control, Depth: level.Depth, Nodes: t.Limits.Nodes, Threads: 1, MultiPV: len(t.Roots), Moves: t.Roots,
	})
	values := make([]int, len(last.Lines))
	for i, l := range last.Lines {
		values[i] = l.Value
	}
	best := slices.Max(values)
	if t.Lean != nil {
		for i, l := range last.Lines {
			if l.Value == 0 {
				values[i] = t.Lean(l.Moves[0])
			}
		}
	}
	order := level.Rank(values, t.Settings.Seed, key)
	if Mate(values[order[0]]) > 0 { // a side that wins does so as soon as it can
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	}
	var liked []Line
	for _, i := range order[:min(max(1, t.Settings.MultiPV), len(order))] {
		liked = append(liked, last.Lines[i].claimed(best))
	}
	if len(liked) == 1 && liked[0].Proof() == ai.NotProved && t.Proved != nil {
		if l, known := t.Proved(); known {
			liked[0].Value, liked[0].Solved, liked[0].AtMost = l.Value, true, l.AtMost
		}
	}
	last.Lines = liked
	t.Report(last)
	return t.Best(liked[0])
}

// glance values the root turns without a search.
func (t *Task) glance(Options) Report {
	r := Report{Depth: 1, SelDepth: 1, Nodes: uint64(len(t.Roots))}
	for _, m := range t.Roots {
		r.Lines = append(r.Lines, Line{Moves: []Move{m}, Value: t.Glance(m)})
	}
	return r
}

// claimed is the line without what it does not prove of the position when
// another turn is worth more: that the side to move cannot win, or has lost.
func (l Line) claimed(best int) Line {
	if l.Value >= best || l.Proof() == ai.ProvedWin {
		return l
	}
	l.Solved = false
	if Mate(l.Value) != 0 {
		l.Value = -MaxEval
	}
	return l
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
