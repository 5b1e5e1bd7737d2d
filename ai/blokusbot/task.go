package blokusbot

import (
	"math/rand/v2"
	"slices"
	"time"

	"quadrille/ai"
	"quadrille/ai/mcts"
	"quadrille/engine"
	"quadrille/engine/blokus"
)

const (
	// depthUnit is the number of simulations of one `depth`.
	depthUnit = 1000
	// shallow is the number of simulations before an exact search that may not
	// come to an end, so that there is an answer.
	shallow = 200
)

// task is one search: what is asked, and how to say what is found.
type task struct {
	bot      *bot
	ctl      *ai.Control
	state    blokus.State
	limits   ai.Limits
	settings ai.Settings
	report   func(ai.Info)
	// roots are the placements to choose from, all or those of
	// Limits.SearchMoves; empty when the game is over.
	roots      []blokus.Placement
	restricted bool
	soft, hard time.Duration
	solverWork uint64 // nodes of exact searches
}

func newTask(bot *bot, ctl *ai.Control, pos *blokus.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) *task {
	t := &task{bot: bot, ctl: ctl, state: pos.SearchState(), limits: limits, settings: settings, report: report}
	if pos.Result().Over {
		return t
	}
	all := t.state.AppendPlacements(nil, t.state.Side())
	slices.Sort(all)
	if len(all) == 0 {
		all = append(all, blokus.Pass)
	}
	t.roots = all
	if len(limits.SearchMoves) > 0 {
		t.roots = slices.DeleteFunc(all, func(m blokus.Placement) bool {
			return !slices.Contains(limits.SearchMoves, m.Token(t.state.Size()))
		})
		t.restricted = true
	}
	return t
}

// only answers when there is one turn.
func (t *task) only() ai.Best {
	line := t.tokens(t.roots)
	t.report(ai.Info{Depth: 1, SelDepth: 1, Time: t.ctl.Elapsed(), PV: line})
	return ai.Best{Move: line[0]}
}

// run does what the limits ask for.
func (t *task) run(tree *mcts.Tree[blokus.State]) ai.Best {
	t.setTime()
	switch {
	case t.limits.Mate > 0:
		return t.findWin(t.shallowSearch(tree))
	case t.limits.Exact:
		return t.prove(t.shallowSearch(tree))
	}
	if t.level() == nil {
		if best, ok := t.finishGame(); ok {
			return best
		}
	}
	return t.search(tree)
}

// setTime tells the control how long the search may take.
func (t *task) setTime() {
	seat := t.state.Seat()
	soft, hard := ai.Budget(t.limits, engine.Player(seat+1), turnsLeft(&t.state, seat), t.settings.MoveOverhead)
	t.soft, t.hard = soft, hard
	t.ctl.SetTime(soft, hard)
}

// pace says how much of a clock a turn gets beside the other turns of its colour, by the
// pieces that the colour has placed, on the large board (true) and on the small one. The first
// turn has few good choices, and after some twelve pieces a colour may be blocked before its
// next turn. In duo the end of the game is soon searched exactly. On the large board most of
// what more simulations win comes from the plies after the 24th (docs/experiments.md).
var pace = map[bool][mostPieces + 1]int{
	true:  {40, 80, 80, 80, 80, 80, 120, 120, 120, 80, 80, 80, 50, 48, 45, 40, 33, 23, 15, 8, 5, 1},
	false: {33, 100, 100, 100, 100, 100, 100, 67, 44, 30, 20, 13, 9, 6, 4, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1},
}

// mostPieces is how many pieces a colour has at most: in junior there are twelve, each
// of them twice.
const mostPieces = 24

// turnsLeft returns by how many turns like this one a seat divides its clock: those of all its
// colours that are not blocked, and its share of those of a shared colour.
func turnsLeft(s *blokus.State, seat int) int {
	of := pace[large(variantOf(s))]
	own, total := s.Own(seat), 0
	for colour := range s.Colours() {
		if s.Out(colour) {
			continue
		}
		left := 0
		for _, part := range of[s.Placed(colour):] {
			left += part
		}
		switch {
		case s.Shared(colour):
			total += left / s.Players()
		case own>>colour&1 != 0:
			total += left
		}
	}
	now := of[s.Placed(s.Side())]
	return (total + now/2) / now
}

// level returns how the player is weakened, nil if it is not.
func (t *task) level() *level {
	if !t.settings.Weakened(t.limits) {
		return nil
	}
	l := levelOf(t.settings.Level, variantOf(&t.state), t.settings.Seed, t.state.Hash())
	return &l
}

// simulations is the limit of simulations, 0 for none.
func (t *task) simulations() uint64 {
	n := ^uint64(0)
	if t.limits.Nodes > 0 {
		n = t.limits.Nodes
	}
	if t.limits.Depth > 0 {
		n = min(n, uint64(t.limits.Depth)*depthUnit)
	}
	if l := t.level(); l != nil {
		n = min(n, l.simulations)
	}
	if n == ^uint64(0) {
		return 0
	}
	return n
}

// search runs the tree search.
func (t *task) search(tree *mcts.Tree[blokus.State]) ai.Best {
	o := t.options(t.settings.Threads)
	if o.Simulations = t.simulations(); o.Simulations > 0 {
		o.Simulations = max(1, o.Simulations-min(t.solverWork, o.Simulations))
	}
	o.Soft = t.soft
	o.Settle = t.soft > 0 || t.level() != nil
	// A search with a fixed number of simulations answers the same whatever
	// came before.
	o.Reuse = o.Simulations == 0
	o.Report = t.onReport
	result := tree.Run(t.state, o)
	t.onReport(result)
	if l := t.level(); l != nil {
		return t.best(l.choose(result.Lines, t.roots, rand.New(rand.NewPCG(o.Seed, 1<<32))))
	}
	return t.best(placementsOf(result.Lines[0].Moves))
}

func (t *task) options(threads int) mcts.Options[blokus.State] {
	o := mcts.Options[blokus.State]{
		Control: t.ctl,
		Weights: t.bot.paramsFor(&t.state).weights(),
		Lines:   max(1, t.settings.MultiPV),
		Seed:    t.settings.Seed ^ t.state.Hash(),
		Report:  func(mcts.Report) {},
	}
	for _, r := range t.bot.rulesFor(&t.state, max(1, threads)) {
		r.forget()
		o.Rules = append(o.Rules, r)
	}
	if t.restricted {
		for _, m := range t.roots {
			o.Moves = append(o.Moves, mcts.Move(m))
		}
	}
	return o
}

// shallowSearch is a short search for a turn to fall back on.
func (t *task) shallowSearch(tree *mcts.Tree[blokus.State]) mcts.Report {
	o := t.options(1)
	o.Simulations = shallow
	return tree.Run(t.state, o)
}

// best is the answer that a line gives.
func (t *task) best(line []blokus.Placement) ai.Best {
	words := t.tokens(line)
	best := ai.Best{Move: words[0]}
	if len(words) > 1 {
		best.Ponder = words[1]
	}
	return best
}

func (t *task) tokens(line []blokus.Placement) []string {
	words := make([]string, len(line))
	for i, m := range line {
		words[i] = m.Token(t.state.Size())
	}
	return words
}

func placementsOf(line []mcts.Move) []blokus.Placement {
	list := make([]blokus.Placement, len(line))
	for i, m := range line {
		list[i] = blokus.Placement(m)
	}
	return list
}
