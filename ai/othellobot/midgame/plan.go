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
	s       *Searcher
	at      step
	before  uint64 // nodes of the main worker before the step
	cost    uint64 // nodes of the last finished step
	started time.Duration
}

func newPlan(s *Searcher) *plan { return &plan{s: s, started: s.opts.Control.Elapsed()} }

// first returns the first step.
func (p *plan) first() (step, bool) {
	p.at = step{depth: 1, width: middleWidth}
	if p.s.empties == 1 || p.s.opts.Full {
		p.at.width = fullWidth
	}
	return p.at, true
}

// took notes what the last step cost.
func (p *plan) took(nodes uint64) { p.cost, p.before = nodes-p.before, nodes }

// next returns the next step, if there is one that makes sense.
func (p *plan) next() (step, bool) {
	n := p.s.empties
	goal := p.s.opts.Depth
	if goal == 0 || goal > n {
		goal = n
	}
	switch {
	case p.at.depth >= n && p.at.width == fullWidth || goal < n && p.at.depth >= goal:
		return p.at, false
	case p.s.opts.Control.PastSoft():
		return p.at, false
	case p.at.depth >= n:
		p.at.width = p.wider()
	case goal < n:
		p.at.depth++
	case p.reachesEnd():
		p.at = step{depth: n, width: p.firstEnd()}
	default:
		p.at.depth++
		if p.at.depth >= n {
			p.at = step{depth: n, width: p.firstEnd()}
		}
	}
	return p.at, true
}

// reachesEnd says whether to leave the middle game for the end.
func (p *plan) reachesEnd() bool {
	if p.at.depth < min(p.s.empties-p.s.tune.EndGap, p.s.tune.EndFrom) {
		return false
	}
	cost := endCost(p.s.empties, p.firstEnd())
	return cost < p.remaining()/2 || cost < p.s.tune.EndPatience*float64(p.cost)
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
		speed := p.s.tune.Speed
		if spent := p.s.opts.Control.Elapsed() - p.started; spent > leastMeasured && p.at.depth < p.s.empties {
			speed = p.s.tune.EndSpeed * float64(p.before) / spent.Seconds()
		}
		left = min(left, speed*time.Seconds())
	}
	return left
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
