package mcts

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

const maxDepth = 200

// worker is one goroutine's part of a search.
type worker[S comparable] struct {
	search    *search[S]
	rules     Rules[S]
	rng       *rand.Rand
	allocator allocator
	list      []Candidate
	state     S // of the simulation, as the next two
	path      []step
	trace     []Turn
	plies     *plies
	later     [MaxHands][]Move  // the turns that have a ply in plies
	sums      [MaxSeats]float64 // of results
	games     float64
	deep      int  // the longest path
	full      bool // there was no room for a node
}

// plies has, for each hand and move, the ply in the trace of a simulation at
// which it is played; 0 if it is not, or at once.
type plies [MaxHands][1 << 16]uint16

// step is a node on the way down: the edge that leads to it and those behind
// it, if any.
type step struct {
	edge  edge
	block block
}

// simulate walks down the tree, plays to the end and adds the result.
func (w *worker[S]) simulate() {
	s, at := &w.state, w.search.tree.root()
	*s = w.search.tree.state
	at.visits.Add(1)
	w.path, w.trace = w.path[:0], w.trace[:0]
	first := 0
	for len(w.path) < maxDepth {
		b := w.node(at, s)
		if len(b.looks) == 0 {
			break
		}
		side := w.rules.Side(s)
		i := choose(b.looks, float32(w.search.options.Explore*math.Sqrt(float64(at.visits.Load()))))
		if len(w.path) == 0 {
			first = i
		}
		w.path = append(w.path, step{at, b})
		at = b.edge(i)
		at.visits.Add(1)
		at.refresh()
		w.rules.Play(s, b.moves[i])
		w.trace = append(w.trace, Turn{b.moves[i], side})
	}
	w.path = append(w.path, step{edge: at})
	w.deep = max(w.deep, len(w.path)-1)
	var o Outcome
	o, w.trace = w.rules.Rollout(s, w.rng, w.trace)
	w.add(first, &o)
	w.addAmaf(&o)
}

// node returns the edges behind an edge, which it makes if it is time, or none.
func (w *worker[S]) node(at edge, s *S) block {
	if at.child.Load() == unexpanded && at.visits.Load() >= w.search.options.Expand {
		w.expand(at, s, false)
	}
	return w.search.tree.pool.behind(at)
}

// expand makes the node behind an edge, unless another goroutine does or there
// is no room.
func (w *worker[S]) expand(at edge, s *S, root bool) {
	if w.full || !at.child.CompareAndSwap(unexpanded, expanding) {
		return
	}
	w.list = w.rules.Candidates(s, root, w.list[:0])
	if len(w.list) == 0 {
		at.child.Store(terminal)
		return
	}
	at.child.Store(w.enter(at, w.list, int(w.rules.Side(s).Seat)))
}

// enter writes candidates of a seat behind an edge and returns their index.
func (w *worker[S]) enter(at edge, list []Candidate, seat int) uint32 {
	index, ok := w.allocator.take(len(list))
	if !ok {
		w.full = true
		w.search.crowd.Add(1)
		return unexpanded
	}
	b := w.search.tree.pool.block(index, uint16(len(list)))
	count := w.search.options.FirstCount * amafUnit
	top := float32(0)
	for _, c := range list {
		top = max(top, c.Prior)
	}
	mean := w.mean(seat)
	for i, c := range list {
		b.moves[i] = c.Move
		e := b.edge(i)
		e.prior = c.Prior
		e.visits.Store(0)
		e.child.Store(unexpanded)
		e.sum.Store(0)
		e.amaf.Store(amafOf(count, count*float64(mean*math.Sqrt(float64(c.Prior/top)))))
		e.refresh()
	}
	at.count = uint16(len(list))
	return index
}

// mean is the mean result of a seat in this goroutine's part of the search.
func (w *worker[S]) mean(seat int) float64 {
	const start = 5
	return (start*0.5 + w.sums[seat]) / (start + w.games)
}

// choose returns the edge with the best mean and bonus, which is so many times
// what the looks say.
func choose(looks []look, bonus float32) int {
	best, bestScore, from := 0, float32(-1), 0
	if vectors && len(looks) >= 8 {
		from = len(looks) &^ 7
		best, bestScore = chooseAVX2(&looks[0], from, bonus)
	}
	for i := from; i < len(looks); i++ {
		l := looks[i].Load()
		score := math.Float32frombits(uint32(l)) + float32(bonus*math.Float32frombits(uint32(l>>32)))
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

// add adds a result to the path that led to it, whose first step is the edge
// with the given number at the root.
func (w *worker[S]) add(first int, o *Outcome) {
	for i, s := range w.path[1:] {
		s.edge.sum.Add(int64(o.Value[w.trace[i].Seat] * valueUnit))
		s.edge.refresh()
	}
	for seat, value := range o.Value {
		w.sums[seat] += float64(value)
	}
	w.games++
	if len(w.path) > 1 {
		for seat, share := range o.Share {
			w.search.shares[first][seat].Add(int64(share * valueUnit))
		}
		w.search.shareCount[first].Add(1)
	}
}

// addAmaf adds the result to the turns that were not played at a node of the
// path but later, from the same hand (all moves as first: Brügmann, "Monte Carlo
// Go", 1993; in a tree: Gelly and Silver, "Combining online and offline
// knowledge in UCT", 2007).
func (w *worker[S]) addAmaf(o *Outcome) {
	weights := &w.search.options.Weights
	if weights.Amaf == 0 {
		return
	}
	for i := len(w.trace) - 1; i >= 0; i-- {
		turn := w.trace[i]
		if i < len(w.path)-1 && w.path[i].edge.visits.Load() <= weights.AmafParent {
			w.addAmafAt(w.path[i].block, i, turn.Hand, o.Value[turn.Seat])
		}
		w.plies[turn.Hand][turn.Move] = uint16(i)
		w.later[turn.Hand] = append(w.later[turn.Hand], turn.Move)
	}
	for _, t := range w.trace {
		w.plies[t.Hand][t.Move] = 0
		w.later[t.Hand] = w.later[t.Hand][:0]
	}
}

// addAmafAt adds a result to the turns of a node that were played after ply.
func (w *worker[S]) addAmafAt(b block, ply int, hand uint8, value float32) {
	from, later := 0, w.later[hand]
	if len(later) == 0 {
		return
	}
	for n := len(b.moves); vectors && n-from >= 16; from = min(n, from+64) {
		matches := matchAVX2(&b.moves[from], min(64, n-from), &later[0], len(later))
		for ; matches != 0; matches &= matches - 1 {
			w.addAmafTo(b, from+bits.TrailingZeros64(matches), ply, hand, value)
		}
	}
	when := &w.plies[hand]
	for i := from; i < len(b.moves); i++ {
		if when[b.moves[i]] != 0 {
			w.addAmafTo(b, i, ply, hand, value)
		}
	}
}

// addAmafTo adds a result to a turn of a node that was played after ply.
func (w *worker[S]) addAmafTo(b block, i, ply int, hand uint8, value float32) {
	weights := &w.search.options.Weights
	if b.stats[i].visits.Load() > weights.AmafVisits {
		return
	}
	away := float32(int(w.plies[hand][b.moves[i]]) - ply)
	fade := 1 / float32(len(w.trace)-ply)
	weight := float32(weights.Amaf*amafUnit) * (1 - float32(away*fade))
	e := b.edge(i)
	e.amaf.Add(amafOf(float64(weight), float64(float32(weight*value))))
	e.refresh()
}
