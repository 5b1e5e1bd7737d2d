package midgame

import (
	"math"
	"time"
)

// step is one iteration: how many disks to look ahead and how selectively, and
// whether only to see if the game is won, drawn or lost.
type step struct {
	depth       int
	selectivity selectivity
	wld         bool
}

// plan decides what to search next. As soon as a search to the end of the game
// fits into what is left of the time or the nodes, it goes to the end, with the
// search that says most, and then on to those that say more. Where margins are
// wanted all the while it goes there also when that costs little more than the
// next step in the middle game would, first selectively and then ever less so.
type plan struct {
	s        *Searcher
	at       step
	before   uint64        // nodes of the main worker before the step
	cost     uint64        // nodes of the last finished step
	clock    time.Duration // of the control when the step began
	spent    time.Duration // on the last finished step
	middle   uint64        // nodes of the steps in the middle game
	measured time.Duration // spent on them
}

func newPlan(s *Searcher) *plan { return &plan{s: s, clock: s.opts.Control.Elapsed()} }

// first returns the first step.
func (p *plan) first() (step, bool) {
	p.at = step{depth: 1, selectivity: midgameSelectivity}
	if p.s.empties == 1 || p.s.opts.Full {
		p.at.selectivity = noSelectivity
	}
	return p.at, true
}

// record notes what the last step cost.
func (p *plan) record(nodes uint64) {
	now := p.s.opts.Control.Elapsed()
	p.cost, p.before = nodes-p.before, nodes
	p.spent, p.clock = now-p.clock, now
	if p.at.depth < p.s.empties {
		p.middle, p.measured = p.middle+p.cost, p.measured+p.spent
	}
}

// next returns the next step, if there is one that makes sense.
func (p *plan) next() (step, bool) {
	n := p.s.empties
	goal := p.s.opts.Depth
	if goal == 0 || goal > n {
		goal = n
	}
	if p.at.depth >= n && p.at.selectivity == noSelectivity && p.at.wld == p.s.opts.WLD || goal < n && p.at.depth >= goal {
		return p.at, false
	}
	before := p.at
	switch {
	case p.at.depth >= n:
		p.at = p.nextEnd()
	case goal == n && (p.at.depth+1 >= n || p.endInReach() && p.affordable(p.firstEnd())):
		p.at = p.firstEnd()
	default:
		p.at.depth++
	}
	return p.at, p.worthwhile(before)
}

// worthwhile says whether to begin the step that comes after another one. When
// the time has better uses than this turn, a step must be likely to be finished;
// and one to the end is worth more than its share of the time.
func (p *plan) worthwhile(before step) bool {
	control := p.s.opts.Control
	left, limited := control.Left()
	if !p.s.opts.Thrifty || !limited {
		return !control.PastSoft()
	}
	if p.at.depth < p.s.empties {
		return !control.PastSoft() && 2*p.spent.Seconds() < left.Seconds()
	}
	seconds := p.expected(p.at, before) / p.endSpeed()
	first := before.depth < p.s.empties
	return seconds < left.Seconds()*p.s.tune.EndShare && (first || !control.PastSoft())
}

// endInReach says whether the middle game was searched deep enough for the end to
// be next.
func (p *plan) endInReach() bool {
	from := max(p.s.tune.EndFrom, p.s.empties-p.s.tune.EndWithin)
	if p.patient() {
		from = p.s.tune.EndFromPatient
	}
	return p.at.depth >= min(p.s.empties-p.s.tune.EndGap, from)
}

// firstEnd is the first search to the end: the exact one if that is cheap, else a
// selective one.
func (p *plan) firstEnd() step {
	n := p.s.empties
	exact := step{depth: n, selectivity: noSelectivity, wld: p.s.opts.WLD}
	if p.s.opts.Full || exact.cost(n) < p.s.tune.EndAtOnce {
		return exact
	}
	at := step{depth: n, wld: p.s.opts.WLD}
	if p.patient() {
		at.selectivity = patientSelectivity
	}
	return at
}

// affordable says whether the first step to the end is worth what it takes. Where
// margins are wanted all the while, that is if it costs little more than the next step
// in the middle game would.
func (p *plan) affordable(at step) bool {
	most := p.remaining() * p.s.tune.EndShare
	if p.patient() {
		most = p.s.tune.EndSoon // whoever sets no limit wants to see something meanwhile
	}
	if p.patient() || p.s.opts.MultiPV > 1 {
		most = max(most, p.s.tune.EndPatience*float64(p.cost))
	}
	return at.cost(p.s.empties) < most
}

// The selectivities of the two searches that go before the exact one where nothing
// presses: the whole truth takes more than any selective search, but not more than all
// of them.
const patientSelectivity, patientSecond selectivity = 1, 3

// nextEnd is the search to the end that follows another one: the margin if that fits
// into what is left, or who wins, or else the same with fewer cuts.
func (p *plan) nextEnd() step {
	at := p.at
	margin := step{depth: at.depth, selectivity: noSelectivity, wld: p.s.opts.WLD}
	wld := margin
	wld.wld = p.s.opts.MultiPV == 1
	switch most := p.remaining() * p.s.tune.EndShare; {
	case at.selectivity == noSelectivity:
		return margin
	case p.patient():
		if at.selectivity >= patientSecond {
			return margin
		}
		at.selectivity = patientSecond
		return at
	case p.expected(margin, at) < most:
		return margin
	case p.expected(wld, at) < most || at.selectivity+1 == noSelectivity:
		return wld
	}
	at.selectivity++
	return at
}

// expected is how many nodes a step to the end should take, by what others take and,
// half as much, by what the one before it took.
func (p *plan) expected(at, before step) float64 {
	cost := at.cost(p.s.empties)
	if before.depth >= p.s.empties && before.selectivity < noSelectivity {
		cost *= math.Sqrt(selectiveWeight * float64(p.cost) / before.cost(p.s.empties))
	}
	return cost
}

// patient says whether nothing limits the search.
func (p *plan) patient() bool { return math.IsInf(p.remaining(), 1) }

// remaining is how many nodes of a search to the end may still be visited by
// all limits, as far as one can tell from the speed so far.
func (p *plan) remaining() float64 {
	left := math.Inf(1)
	if o := &p.s.opts; o.Nodes > 0 {
		left = float64(o.Nodes) - float64(p.before)
	}
	if time, limited := p.s.opts.Control.Left(); limited {
		left = min(left, p.endSpeed()*time.Seconds())
	}
	return left
}

// endSpeed is how many nodes of the end may be visited in a second, judged by
// those of the middle game.
func (p *plan) endSpeed() float64 {
	if p.measured < leastMeasured {
		return p.s.tune.Speed
	}
	return p.s.tune.EndSpeed * float64(p.middle) / p.measured.Seconds()
}

// leastMeasured is from what time on the speed of a search is measured.
const leastMeasured = 5 * time.Millisecond

// cost is about how many nodes a step to the end takes, those of selective
// steps counted several times because they are slower. It is meant for positions
// from games; docs/experiments.md says how it was measured.
func (at step) cost(empties int) float64 {
	exact := 3.1e4
	if at.wld {
		exact = 1e4
	}
	exact *= math.Pow(2.15, float64(empties-14))
	if at.selectivity == noSelectivity {
		return exact
	}
	return min(exact/2, selectiveWeight*2.8e5*math.Pow(1.5, float64(empties-22))*math.Pow(1.7, float64(at.selectivity)))
}

// selectiveWeight is how much slower the nodes of selective searches are.
const selectiveWeight = 2.5

// SolveTime is about how long one thread takes to find who wins a position of a
// game with so many empty squares, when nothing is known of it.
func SolveTime(empties int) time.Duration {
	whole := step{depth: empties, selectivity: noSelectivity, wld: true}
	return time.Duration(whole.cost(empties) / standardTuning.Speed * float64(time.Second))
}
