package teekobot

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/engine/teeko"
)

// option is a turn at the root and what is known of it.
type option struct {
	move  alphabeta.Move
	value int  // by the table, for the side to move
	sure  bool // the past leaves it at that
	drawn bool // it ends the game by repetition
	seen  int  // how often the state that it leads to has been there
	slips int  // how likely, in thousandths, the other side gets worse
}

// answer answers from the table. It does not where the past may have changed
// the value, which then has to be searched for.
func (t *task) answer(draws ai.Draws) (best ai.Best, known bool) {
	options := t.valueRoots()
	if draws == ai.AnyDraw {
		t.shuffle(options)
	}
	if !conclusive(options) {
		return ai.Best{}, false
	}
	slices.SortStableFunc(options, preference)
	lines := make([]alphabeta.Line, min(len(options), max(1, t.Settings.MultiPV)))
	for i := range lines {
		lines[i] = t.line(options[i])
	}
	plies := alphabeta.Mate(lines[0].Value)
	if n := t.Limits.Mate; n > 0 && (plies <= 0 || plies > 2*n-1) {
		t.say(t.NoWin())
	}
	t.reportLookups(lines, max(plies, -plies, 1), len(options))
	return t.Best(lines[0]), true
}

// shuffle has nothing but the seed choose among options of equal value.
func (t *task) shuffle(options []option) {
	r := rand.New(rand.NewPCG(t.Settings.Seed, t.state.Hash()))
	for i := range options {
		options[i].drawn, options[i].seen, options[i].slips = false, 0, r.Int()
	}
}

// reportLookups reports the lines with the number of states that were looked up.
func (t *task) reportLookups(lines []alphabeta.Line, depth, lookups int) {
	send := t.Send
	t.Send = func(i ai.Info) {
		i.TBHits = uint64(lookups)
		send(i)
	}
	t.Report(alphabeta.Report{Depth: depth, SelDepth: depth, Nodes: 1, Lines: lines})
	t.Send = send
}

// valueRoots values every root turn.
func (t *task) valueRoots() []option {
	options := make([]option, len(t.Roots))
	patient := t.patient()
	for i, m := range t.Roots {
		next := t.state.Play(teeko.Turn(m))
		o := option{move: m, sure: true}
		switch {
		case next.Won():
			o.value = alphabeta.Win - 1
		case t.rules.drawn(&next):
			o.drawn = true
		default:
			v, sure := t.rules.oracle.value(&next)
			o.value, o.sure = alphabeta.Later(-v), sure
			o.slips = t.slips(&next, v)
			o.seen, _ = t.pos.Occurred(next)
		}
		if !patient {
			o.seekDraw()
		}
		options[i] = o
	}
	return options
}

// patience is how many positions with all marks down a drawn game is played on
// for a slip of the other side. Without an end to it two players that hold the
// draw would go through thousands of positions.
const patience = 100

func (t *task) patient() bool {
	played := 0
	for range t.pos.Past() {
		if played++; played > patience {
			return false
		}
	}
	return true
}

// seekDraw makes of a dislike of what has been there a liking: the draw is
// looked for.
func (o *option) seekDraw() {
	o.seen = -o.seen
	if o.drawn {
		o.drawn, o.seen = false, math.MinInt
	}
}

// temperature is how much better, in the unit of the evaluation, a turn must look to
// be played e times as often by the player that slips imagines.
const temperature = 60

// slips is how likely, in thousandths, a player is to throw away what a state
// is worth to it if it goes by the looks of the states that its turns lead to:
// by the evaluation, which sees two plies.
func (t *task) slips(s *teeko.State, value int) int {
	looks := t.rules
	looks.oracle = nil
	var buffer [teeko.MaxTurns]teeko.Turn
	all, lost := 0.0, 0.0
	for _, turn := range s.Turns(buffer[:0]) {
		next := s.Play(turn)
		look, _ := looks.Leaf(&next)
		weight := math.Exp(float64(max(-2000, min(-look, 2000))) / temperature)
		all += weight
		if v, _ := t.rules.oracle.value(&next); cmp.Compare(-v, 0) < cmp.Compare(value, 0) {
			lost += weight
		}
	}
	return int(1000 * lost / all)
}

// conclusive says whether the best of the options is known to be that, with
// its exact value. If the table has a win, the quickest must be sure; if it
// has a draw, nothing can be better; if all lose, one that ends in a draw by
// repetition is best, or all must be sure.
func conclusive(options []option) bool {
	best := slices.MaxFunc(options, func(a, b option) int { return a.value - b.value }).value
	switch {
	case best > 0:
		return slices.ContainsFunc(options, func(o option) bool { return o.value == best && o.sure })
	case best == 0:
		return true
	}
	return !slices.ContainsFunc(options, func(o option) bool { return !o.sure })
}

// preference puts the better option first. Of equal ones it prefers states
// that have not been there, and then those in which the other side is most
// likely to slip; a draw at once comes last.
func preference(a, b option) int {
	switch {
	case a.worth() != b.worth():
		return b.worth() - a.worth()
	case a.drawn != b.drawn:
		if a.drawn {
			return 1
		}
		return -1
	case a.seen != b.seen:
		return cmp.Compare(a.seen, b.seen)
	}
	return b.slips - a.slips
}

// worth is the value or, where that is not sure, something between the sure
// wins or losses and the draws.
func (o *option) worth() int {
	if o.sure {
		return o.value
	}
	return cmp.Compare(o.value, 0) * alphabeta.MaxEval
}

// line is the option and how the game may go on.
func (t *task) line(o option) alphabeta.Line {
	l := alphabeta.Line{Moves: []alphabeta.Move{o.move}, Value: o.worth(), Solved: o.sure}
	s := t.state.Play(teeko.Turn(o.move))
	plies := alphabeta.Mate(l.Value)
	if plies == 0 {
		plies = 2 // drawn games have no end to show
	}
	for len(l.Moves) < max(plies, -plies) {
		m := t.bestReply(&s)
		l.Moves = append(l.Moves, m)
		s = s.Play(teeko.Turn(m))
	}
	return l
}

// bestReply is a turn that keeps a state's value by the table.
func (t *task) bestReply(s *teeko.State) alphabeta.Move {
	var buffer [teeko.MaxTurns]teeko.Turn
	best, most := teeko.NoTurn, -alphabeta.Win-1
	for _, turn := range s.Turns(buffer[:0]) {
		next := s.Play(turn)
		if v, _ := t.rules.oracle.value(&next); alphabeta.Later(-v) > most {
			best, most = turn, alphabeta.Later(-v)
		}
	}
	return alphabeta.Move(best)
}
