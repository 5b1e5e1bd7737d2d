package blokusbot

import (
	"math"
	"slices"

	"quadrille/ai/blokusbot/prior"
	"quadrille/ai/mcts"
	"quadrille/engine/blokus"
)

// keep is how many placements an inner node of the tree has at most: the most
// likely ones. The root has all.
const keep = 64

// rules are Blokus as one goroutine of a search uses it. It implements
// mcts.Rules.
type rules struct {
	powers     *powers
	params     *params
	rater      *prior.Rater
	placements []blokus.Placement
	order      []ranked
	playout    playout
}

func newRules(params *params) *rules {
	r := &rules{powers: newPowers(), params: params}
	r.rater = prior.NewRater(params.model)
	r.playout.prepare(params)
	return r
}

// forget makes the rules as new, so that a search does not depend on earlier
// ones.
func (r *rules) forget() {
	r.playout.values = values{params: r.params}
}

// Side returns the seat to move. Its hand is the colour, but for a shared one,
// which has a hand for each seat.
func (r *rules) Side(s *blokus.State) mcts.Side { return sideOf(s) }

func sideOf(s *blokus.State) mcts.Side {
	seat, hand := uint8(s.Seat()), uint8(s.Side())
	if s.Shared(s.Side()) {
		hand += seat
	}
	return mcts.Side{Seat: seat, Hand: hand}
}

// Play plays a placement or a pass.
func (r *rules) Play(s *blokus.State, m mcts.Move) { s.Play(blokus.Placement(m)) }

// Candidates lists the placements of the side to move with their priors.
func (r *rules) Candidates(s *blokus.State, root bool, list []mcts.Candidate) []mcts.Candidate {
	if s.Finished() {
		return list
	}
	r.placements = s.AppendPlacements(r.placements[:0], s.Side())
	if len(r.placements) == 0 {
		if s.Over() {
			return list
		}
		return append(list, mcts.Candidate{Move: mcts.Move(blokus.Pass), Prior: 1})
	}
	if len(r.placements) == 1 {
		return append(list, mcts.Candidate{Move: mcts.Move(r.placements[0]), Prior: 1})
	}
	r.rateAll(s, root)
	return r.appendPriors(list)
}

// rateAll fills r.order with the placements, the best rated first. Except at
// the root it leaves out those that are hopelessly below the best, and all
// beyond keep.
func (r *rules) rateAll(s *blokus.State, root bool) {
	best := math.MinInt
	r.order = r.order[:0]
	r.rater.Prepare(s, r.placements)
	ratings := r.rater.Ratings(r.placements)
	for i, m := range r.placements {
		rating := int(ratings[i])
		best = max(best, rating)
		r.order = append(r.order, newRanked(rating, m))
	}
	if root {
		slices.Sort(r.order)
		return
	}
	worst := newRanked(best-int(r.params.hopeless), 0)
	n := 0
	for _, k := range r.order {
		if k < worst {
			r.order[n] = k
			n++
		}
	}
	r.order = r.order[:n]
	slices.Sort(r.order)
	r.order = r.order[:min(keep, n)]
}

// appendPriors appends r.order with priors in proportion to the exponentials of
// the ratings.
func (r *rules) appendPriors(list []mcts.Candidate) []mcts.Candidate {
	sum, best := float32(0), r.order[0].rating()
	first := len(list)
	for _, k := range r.order {
		prior := r.powers.of(int(float64(best-k.rating()) / r.params.heat))
		list = append(list, mcts.Candidate{Move: k.move(), Prior: prior})
		sum += prior
	}
	for i := first; i < len(list); i++ {
		list[i].Prior /= sum
	}
	return list
}

// ranked is a placement with its rating as a number that sorts fast: the best
// rating first, equals by placement.
type ranked uint64

// ratingZero is far above any rating.
const ratingZero = 1 << 30

func newRanked(rating int, m blokus.Placement) ranked {
	return ranked(ratingZero-rating)<<16 | ranked(m)
}

func (k ranked) move() mcts.Move { return mcts.Move(k) }

func (k ranked) rating() int { return ratingZero - int(k>>16) }

// powers has exp(-n/100). It is built by multiplication alone, which every
// machine does alike; the functions of package math may differ in the last bit.
type powers [2048]float32

func newPowers() *powers {
	const step = 0.9900498337491681 // exp(-1/100)
	p, value := new(powers), 1.0
	for i := range p {
		p[i] = float32(value)
		value *= step
	}
	return p
}

func (p *powers) of(n int) float32 { return p[min(n, len(p)-1)] }

// Toward says whether goal may be reached by way of the turn.
func (r *rules) Toward(s, goal *blokus.State, m mcts.Move) bool {
	p, side := blokus.Placement(m), s.Side()
	if p == blokus.Pass {
		return goal.Out(side)
	}
	piece := p.Piece()
	return goal.Left(side)>>piece&1+goal.Spare(side)>>piece&1 < s.Left(side)>>piece&1+s.Spare(side)>>piece&1
}
