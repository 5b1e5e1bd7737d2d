package endgame

import (
	"math"
	"math/bits"

	"quadrille/engine/othello"
)

// The weights of order scores. They were found by trial on the FFO end games 22 to
// 29 and 40 to 42.
const (
	hashMoveBonus  = 1 << 20
	mobilityWeight = 64   // a reply that is left to the other side; a corner counts double
	beyondWeight   = 20   // an empty square beside own disks, where it may have replies later
	parityBonus    = 40   // a quadrant with an odd number of empty squares
	xPenalty       = 60   // against an X square
	diskWeight     = 4    // a disk that is left to the other side
	chanceWeight   = 1344 // a chance of a cutoff that is e times less
	// chanceScale is how many disks less by the shallow search make a small chance of
	// a cutoff e times less.
	chanceScale = 12
	// evalMin is from how many empty squares on there are shallow searches.
	evalMin = 13
	// evalMargin is how far below alpha the shallow search still tells values
	// apart, in disks.
	evalMargin = 8
)

// orderScore is the part of a turn's order score that needs no search. Turns that
// leave the other side few replies come first, since they make the smallest trees
// (fastest first). odd are the quadrants with an odd number of empty squares.
func orderScore(c *othello.Child, odd uint64) int32 {
	order := diskWeight*int32(bits.OnesCount64(c.Own)) -
		mobilityWeight*int32(bits.OnesCount64(c.Moves)+bits.OnesCount64(c.Moves&othello.Corners))
	order -= beyondWeight * int32(bits.OnesCount64(othello.Around(c.Opp)&^(c.Own|c.Opp)))
	bit := uint64(1) << c.Square
	if bit&odd != 0 {
		order += parityBonus
	}
	if bit&othello.XSquares != 0 {
		order -= xPenalty
	}
	return order
}

// orderShallow orders turns without a search.
func orderShallow(own, opp uint64, list []othello.Child) {
	odd := othello.OddQuadrants(^(own | opp))
	for i := range list {
		list[i].Order = orderKey(orderScore(&list[i], odd), i)
	}
}

// order orders turns: those of first first, the others by their score and, if depth
// is not negative, by the chance of a cutoff after a shallow search of so many plies.
func (w *worker) order(own, opp uint64, empties, depth, alpha int, first [2]uint8, list []othello.Child) {
	odd := othello.OddQuadrants(^(own | opp))
	if depth >= 0 {
		w.states[empties].Set(own, opp)
	}
	for i := range list {
		c := &list[i]
		order := int32(0)
		switch c.Square {
		case first[0]:
			order = 2 * hashMoveBonus
		case first[1]:
			order = hashMoveBonus
		default:
			order = orderScore(c, odd)
			if depth >= 0 {
				v := w.shallowChild(c, opp, empties-1, depth, -100*MaxMargin, 100*(evalMargin-alpha))
				order += chanceScore(-v - 100*alpha)
			}
		}
		c.Order = orderKey(order, i)
	}
}

// chanceScores has, by the value of a turn less alpha in units of half a disk, what
// the chance of a cutoff is worth in its order: chanceWeight times the logarithm of a
// logistic function. Where many turns cut it leaves the choice to what the turns
// cost, where few do it decides. It never changes.
var chanceScores = newChanceScores()

const chanceSteps = 4 * MaxMargin // half disks, either way

func newChanceScores() (scores [2*chanceSteps + 1]int32) {
	for i := range scores {
		disks := float64(i-chanceSteps)/2 - 0.5 // even chances between alpha and the next margin
		scores[i] = int32(math.Round(-chanceWeight * math.Log1p(math.Exp(-disks/chanceScale))))
	}
	return scores
}

// chanceScore is what a value that is so much more than alpha, in hundredths of a
// disk, is worth in the order.
func chanceScore(more int) int32 {
	const half = 50
	return chanceScores[max(0, min((more+half*chanceSteps)/half, 2*chanceSteps))]
}

// orderDepth returns the depth of the shallow searches that order turns, negative
// for none.
func (w *worker) orderDepth(empties int) int {
	if w.eval == nil || empties < evalMin {
		return -1
	}
	return min(max(0, (empties-1)/3-4), 2)
}

// orderKey makes of an order one that no other turn of the list has, and that tells
// the place of the turn.
func orderKey(order int32, place int) int32 { return order<<6 | int32(63-place) }

// pickBest returns the turn of the highest order, once.
func pickBest(list []othello.Child) *othello.Child {
	best := int32(math.MinInt32)
	for i := range list {
		best = max(best, list[i].Order)
	}
	c := &list[63-best&63]
	c.Order = math.MinInt32
	return c
}
