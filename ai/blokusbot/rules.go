package blokusbot

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"quadrille/ai/mcts"
	"quadrille/engine/blokus"
)

// keep is how many placements an inner node of the tree has at most: the most
// likely ones. The root has all.
const keep = 64

// rules are Blokus as one goroutine of a search uses it. It implements
// mcts.Rules.
type rules struct {
	shapes     *shapeTable
	powers     *powers
	weights    weights
	rollout    weights
	view       view
	placements []blokus.Placement
	order      []ranked
	playout    playout
}

func newRules(shapes *shapeTable) *rules {
	return &rules{shapes: shapes, powers: newPowers(), weights: standardWeights(), rollout: rolloutWeights()}
}

// Side returns the colour to move.
func (r *rules) Side(s *blokus.State) int { return s.Side() }

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
	r.rateAll(s, root)
	return r.appendPriors(list)
}

// rateAll fills r.order with the placements, the best rated first. Except at
// the root it leaves out those that are hopelessly below the best, and all
// beyond keep.
func (r *rules) rateAll(s *blokus.State, root bool) {
	const hopeless = 600
	best := math.MinInt
	r.order = r.order[:0]
	r.view.look(s)
	for _, m := range r.placements {
		rating := r.weights.rate(r.shapes, &r.view, m)
		best = max(best, rating)
		if root || rating > best-hopeless {
			r.order = append(r.order, newRanked(rating, m))
		}
	}
	slices.Sort(r.order)
	if root {
		return
	}
	r.order = r.order[:min(keep, len(r.order))]
	n, _ := slices.BinarySearch(r.order, newRanked(best-hopeless, 0))
	r.order = r.order[:n]
}

// appendPriors appends r.order with priors in proportion to the exponentials of
// the ratings.
func (r *rules) appendPriors(list []mcts.Candidate) []mcts.Candidate {
	sum, best := float32(0), r.order[0].rating()
	first := len(list)
	for _, k := range r.order {
		prior := r.powers.of(best - k.rating())
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
	return goal.Left(side)>>p.Piece()&1 == 0
}

// Rollout plays to the end.
func (r *rules) Rollout(s *blokus.State, rng *rand.Rand) mcts.Outcome {
	r.playout.run(r, s, rng)
	return outcome(s)
}

// playout draws the turns of a game.
type playout struct {
	probe blokus.Probe
	// dead are the cells on which a colour can lay nothing. Since its free
	// cells and its pieces only get fewer, that never changes again.
	dead  [4]rowSets
	cells [blokus.Cells]uint16
	reach blokus.Reach
}

// run plays until nobody can place anything or a colour has ended the game.
func (p *playout) run(r *rules, s *blokus.State, rng *rand.Rand) {
	p.dead = [4]rowSets{}
	for !s.AllOut() && !s.Finished() {
		s.Play(p.draw(r, s, rng))
	}
}

// draw returns a turn: the best rated of a few placements drawn at random on
// growth corners drawn at random.
func (p *playout) draw(r *rules, s *blokus.State, rng *rand.Rand) blokus.Placement {
	const tries = 3
	side := s.Side()
	n := p.corners(s, side)
	if n == 0 {
		return blokus.Pass
	}
	p.probe.Begin(s, side)
	best, bestRating, found := blokus.Pass, 0, 0
	for n > 0 && found < tries {
		i := rng.IntN(n)
		cell := p.cells[i]
		p.probe.At(cell, &p.reach)
		if p.reach.Set == (blokus.Set{}) {
			p.dead[side][cell/boardRows] |= 1 << (cell % boardRows)
			n--
			p.cells[i] = p.cells[n]
			continue
		}
		if found == 0 {
			r.view.look(s)
		}
		found++
		m := pick(&p.reach, rng)
		if rating := r.rollout.rate(r.shapes, &r.view, m); best == blokus.Pass || rating > bestRating {
			best, bestRating = m, rating
		}
	}
	return best
}

// corners collects the growth corners of a colour that are not dead and
// returns their number.
func (p *playout) corners(s *blokus.State, colour int) int {
	n := 0
	for row, set := range s.Corners(colour) {
		for set &^= p.dead[colour][row]; set != 0; set &= set - 1 {
			p.cells[n] = uint16(row*boardRows + bits.TrailingZeros32(set))
			n++
		}
	}
	return n
}

// pick draws a placement of a reach that is not empty: one of five squares, if
// there is one.
func pick(reach *blokus.Reach, rng *rand.Rand) blokus.Placement {
	words := reach.Set[:blokus.LargeWords]
	count := countBits(words)
	if count == 0 {
		words = reach.Set[:]
		count = countBits(words)
	}
	n := rng.IntN(count)
	for word, set := range words {
		if c := bits.OnesCount64(set); n >= c {
			n -= c
			continue
		}
		for ; n > 0; n-- {
			set &= set - 1
		}
		return reach.Placement(64*word + bits.TrailingZeros64(set))
	}
	panic("blokusbot: the bits of a reach were counted wrongly")
}

func countBits(words []uint64) int {
	n := 0
	for _, w := range words {
		n += bits.OnesCount64(w)
	}
	return n
}
