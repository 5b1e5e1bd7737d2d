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
	case goal == n && p.at.depth+1 >= n:
		p.at = p.quietEnd()
	case goal == n && p.endInReach():
		at, ok := p.firstEnd()
		if !ok {
			at = step{depth: before.depth + 1, selectivity: before.selectivity}
		}
		p.at = at
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
	seconds := p.at.cost(p.s.empties) / p.endSpeed()
	first := before.depth < p.s.empties
	return seconds < left.Seconds()*p.s.tune.EndShare && (first || !control.PastSoft())
}

// endInReach says whether the middle game was searched deep enough for the end to
// be next.
func (p *plan) endInReach() bool {
	return p.at.depth >= min(p.s.empties-p.s.tune.EndGap, p.s.tune.EndFrom)
}

// firstEnd returns the first step to the end, if there is one that fits.
func (p *plan) firstEnd() (step, bool) {
	left := p.remaining()
	if math.IsInf(left, 1) || p.s.opts.MultiPV > 1 {
		most := left * p.s.tune.EndShare
		if math.IsInf(most, 1) {
			most = p.s.tune.EndSoon // whoever sets no limit wants to see something meanwhile
		}
		at := p.quietEnd()
		return at, at.cost(p.s.empties) < max(most, p.s.tune.EndPatience*float64(p.cost))
	}
	return p.strongestEnd(left * p.s.tune.EndShare)
}

// strongestEnd returns the step to the end that says most, of those that come
// after the present one and cost no more than so many nodes.
func (p *plan) strongestEnd(most float64) (step, bool) {
	n := p.s.empties
	at := step{depth: n, selectivity: noSelectivity}
	if at.cost(n) < most {
		return at, true
	}
	at.wld = true
	for ; at.selectivity >= minWLDSelectivity && p.advances(at); at.selectivity-- {
		if at.cost(n) < most {
			return at, true
		}
	}
	return p.at, false
}

// minWLDSelectivity is the most selective search that is asked who wins. Those that
// cut more readily did worse than the evaluations that they replaced.
const minWLDSelectivity selectivity = 2

// advances says whether a search to the end for who wins says more than the last
// step.
func (p *plan) advances(at step) bool {
	return p.at.depth < p.s.empties || p.at.wld && p.at.selectivity < at.selectivity
}

// quietEnd is the first search to the end when all turns or margins matter, or
// nothing presses.
func (p *plan) quietEnd() step {
	exact := step{depth: p.s.empties, selectivity: noSelectivity, wld: p.s.opts.WLD}
	if p.s.opts.Full || exact.cost(p.s.empties) < p.s.tune.EndAtOnce {
		return exact
	}
	return step{depth: p.s.empties, selectivity: 0, wld: p.s.opts.WLD}
}

// nextEnd is the search to the end that follows another one. The whole truth
// takes more than any selective search, but not more than all of them.
func (p *plan) nextEnd() step {
	at, left := p.at, p.remaining()
	if at.wld && !p.s.opts.WLD {
		if next, ok := p.strongestEnd(left * p.s.tune.EndShare); ok {
			return next
		}
		if at.selectivity == noSelectivity {
			return step{depth: at.depth, selectivity: noSelectivity}
		}
		at.selectivity++
		return at
	}
	exact := step{depth: at.depth, selectivity: noSelectivity, wld: at.wld}
	whole := float64(p.cost) * exact.cost(p.s.empties) / at.cost(p.s.empties)
	switch {
	case math.IsInf(left, 1):
		if at.selectivity > 0 {
			return exact
		}
		at.selectivity = 2
	case whole < left:
		return exact
	default:
		at.selectivity++
	}
	return at
}

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
// steps counted three times because they are slower. It is meant for positions
// from games; docs/experiments.md says how it was measured.
func (at step) cost(empties int) float64 {
	far := float64(empties - 22)
	exact, selective := 3.5e4, 3e6*math.Pow(2.0, far)*math.Pow(1.7, float64(at.selectivity))
	if at.wld {
		exact, selective = 1.3e4, 7e5*math.Pow(2.0, far)*math.Pow(1.8, float64(at.selectivity)-1)
	}
	exact *= math.Pow(2.3, float64(empties-14))
	switch {
	case at.selectivity == noSelectivity:
		return exact
	case at.wld:
		return selective
	}
	return min(exact/2, selective)
}

// SolveTime is about how long one thread takes to find who wins a position of a
// game with so many empty squares, when nothing is known of it.
func SolveTime(empties int) time.Duration {
	whole := step{depth: empties, selectivity: noSelectivity, wld: true}
	return time.Duration(whole.cost(empties) / standardTuning.Speed * float64(time.Second))
}
