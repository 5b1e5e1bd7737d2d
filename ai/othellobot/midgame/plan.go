package midgame

import (
	"math"
	"time"
)

// step is one iteration: how many disks to look ahead and how selectively.
type step struct {
	depth int
	width width
}

// plan decides what to search next. As soon as a search to the end of the game
// fits into what is left of the time or the nodes, or costs little more than
// the next step in the middle game would, it goes to the end, first selectively
// and then ever less so.
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
	p.at = step{depth: 1, width: middleWidth}
	if p.s.empties == 1 || p.s.opts.Full {
		p.at.width = fullWidth
	}
	return p.at, true
}

// took notes what the last step cost.
func (p *plan) took(nodes uint64) {
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
	if p.at.depth >= n && p.at.width == fullWidth || goal < n && p.at.depth >= goal {
		return p.at, false
	}
	before := p.at
	switch {
	case p.at.depth >= n:
		p.at.width = p.wider()
	case goal == n && (p.at.depth+1 >= n || p.reachesEnd()):
		p.at = step{depth: n, width: p.firstEnd()}
	default:
		p.at.depth++
	}
	return p.at, p.worthwhile(before)
}

// worthwhile says whether to begin the step that comes after another one. When
// the time has better uses than this turn, a step must be likely to be finished;
// and one that settles the game is worth more than its share of the time.
func (p *plan) worthwhile(before step) bool {
	control := p.s.opts.Control
	left, limited := control.Left()
	if !p.s.opts.Thrifty || !limited {
		return !control.PastSoft()
	}
	seconds := p.growth(before) * p.spent.Seconds()
	if p.at.depth >= p.s.empties && before.depth < p.s.empties {
		seconds = endCost(p.s.empties, p.at.width) / p.endSpeed()
	}
	if p.at.depth >= p.s.empties && p.at.width == fullWidth && seconds < left.Seconds()/2 {
		return true
	}
	return !control.PastSoft() && seconds < left.Seconds()
}

// growth is how many times as much as the last step this one will take.
func (p *plan) growth(before step) float64 {
	if p.at.depth >= p.s.empties && before.depth >= p.s.empties {
		return endCost(p.s.empties, p.at.width) / endCost(p.s.empties, before.width)
	}
	return 2
}

// reachesEnd says whether to leave the middle game for the end.
func (p *plan) reachesEnd() bool {
	if p.at.depth < min(p.s.empties-p.s.tune.EndGap, p.s.tune.EndFrom) {
		return false
	}
	most := p.remaining() / 2
	if math.IsInf(most, 1) {
		most = p.s.tune.EndSoon // whoever sets no limit wants to see something meanwhile
	}
	return endCost(p.s.empties, p.firstEnd()) < max(most, p.s.tune.EndPatience*float64(p.cost))
}

// firstEnd is how selective the first search to the end is.
func (p *plan) firstEnd() width {
	if p.s.opts.Full || endCost(p.s.empties, fullWidth) < max(p.s.tune.EndAtOnce, min(p.remaining()/2, p.s.tune.EndSoon)) {
		return fullWidth
	}
	return 0
}

// wider is how selective the next search to the end is. The whole truth takes
// more than any selective search, but not more than all of them.
func (p *plan) wider() width {
	whole := float64(p.cost) * endCost(p.s.empties, fullWidth) / endCost(p.s.empties, p.at.width)
	switch left := p.remaining(); {
	case math.IsInf(left, 1):
		if p.at.width > 0 {
			return fullWidth
		}
		return 2
	case whole < left:
		return fullWidth
	}
	return p.at.width + 1
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

// endCost is about how many nodes a search to the end takes. It is meant for
// positions from games; docs/search-othello.md says how it was measured.
func endCost(empties int, w width) float64 {
	exact := 8e4 * math.Pow(2.3, float64(empties-14))
	if w == fullWidth {
		return exact
	}
	return min(exact/2, 3e6*math.Pow(2.0, float64(empties-22))*math.Pow(1.7, float64(w)))
}
