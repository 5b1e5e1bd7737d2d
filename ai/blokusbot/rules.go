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
const keep = 96

// rules are Blokus as one goroutine of a search uses it. It implements
// mcts.Rules.
type rules struct {
	shapes     *shapeTable
	weights    weights
	rollout    weights
	view       view
	placements []blokus.Placement
	order      []ranked
	playout    playout
}

func newRules(shapes *shapeTable) *rules {
	return &rules{shapes: shapes, weights: standardWeights(), rollout: rolloutWeights()}
}

// Side returns the colour to move.
func (r *rules) Side(s *blokus.State) int { return s.Side() }

// Play plays a placement or a pass.
func (r *rules) Play(s *blokus.State, m mcts.Move) { s.Play(blokus.Placement(m)) }

// Candidates lists the placements of the side to move with their priors, which
// are proportional to the exponentials of their ratings.
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
	for _, k := range r.order {
		list = append(list, mcts.Candidate{Move: k.move(), Prior: k.rating()})
	}
	softmax(list)
	return list
}

// rateAll fills r.order with the placements, the best rated first. Except at
// the root it leaves out those that are hopelessly below the best, and all
// beyond keep.
func (r *rules) rateAll(s *blokus.State, root bool) {
	const hopeless = 6
	best := float32(math.Inf(-1))
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
	last := newRanked(best-hopeless, 0)
	n, _ := slices.BinarySearch(r.order, last)
	r.order = r.order[:n]
}

// ranked is a placement with its rating as a number that sorts fast: the best
// rating first, equals by placement. Ratings are kept to a thousandth or so.
type ranked uint64

const (
	ratingUnit = 1 << 10
	ratingZero = 1 << 30 // far above any rating
)

func newRanked(rating float32, m blokus.Placement) ranked {
	return ranked(ratingZero-int(rating*ratingUnit))<<16 | ranked(m)
}

func (k ranked) move() mcts.Move { return mcts.Move(k) }

func (k ranked) rating() float32 { return float32(ratingZero-int(k>>16)) / ratingUnit }

// softmax turns ratings, the largest first, into priors that add up to one.
func softmax(list []mcts.Candidate) {
	sum, largest := float32(0), list[0].Prior
	for i := range list {
		list[i].Prior = float32(math.Exp(float64(list[i].Prior - largest)))
		sum += list[i].Prior
	}
	for i := range list {
		list[i].Prior /= sum
	}
}

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
	best, bestRating, found := blokus.Pass, float32(0), 0
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
