package endgame

import (
	"math"

	"quadrille/engine/othello"
)

const (
	hashMoveBonus = 1 << 20
	chanceWeight  = 1344 // a chance of a cutoff that is e times less
	// chanceScale is how many disks less by the shallow search make a small chance of
	// a cutoff e times less.
	chanceScale = 12
	// evalMin is from how many empty squares on there are shallow searches.
	evalMin = 13
	// evalMargin is how far below alpha the shallow search still tells values
	// apart, in disks.
	evalMargin = 8
)

// order orders turns: those of first first, the others as they are and, if depth is
// not negative, by the chance of a cutoff after a shallow search of so many plies.
func (w *worker) order(own, opp uint64, empties, depth, alpha int, first [2]uint8, list []othello.Child) {
	if depth >= 0 {
		w.states[empties].Set(own, opp)
	}
	for i := range list {
		c := &list[i]
		switch {
		case c.Square == first[0]:
			c.Order = orderKey(2*hashMoveBonus, i)
		case c.Square == first[1]:
			c.Order = orderKey(hashMoveBonus, i)
		case depth >= 0:
			v := w.shallowChild(c, opp, empties-1, depth, -100*MaxMargin, 100*(evalMargin-alpha))
			c.Order += othello.OrderStep * chanceScore(-v-100*alpha)
		}
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

// orderKey is the order of the turn at a place by its score, as othello.Children makes
// it.
func orderKey(score int32, place int) int32 {
	return score*othello.OrderStep + int32(othello.OrderStep-1-place)
}

// placeOfBest returns the place of the turn of the highest order.
func placeOfBest(list []othello.Child) int {
	order := int32(math.MinInt32)
	for i := range list {
		order = max(order, list[i].Order)
	}
	return int(othello.OrderStep - 1 - order&(othello.OrderStep-1))
}

// pick returns the turn at a place, which from then on is never the best.
func pick(list []othello.Child, place int) *othello.Child {
	c := &list[place]
	c.Order = math.MinInt32
	return c
}

// pickBest returns the turn of the highest order, once.
func pickBest(list []othello.Child) *othello.Child { return pick(list, placeOfBest(list)) }
