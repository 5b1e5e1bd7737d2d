package midgame

import (
	"math"
	"math/bits"
)

// deviation is the standard deviation of the difference between the values of
// a search and a shallower one of the same position, in hundredths of a disk.
func deviation(shallow, deep, empties int) float64 {
	d := 330 * math.Pow(0.93, float64(shallow)) * (1 + 0.03*float64(deep-shallow))
	if deep >= empties {
		d *= 1.3
	}
	return d
}

// probable makes a cut if a shallow search says that the value very probably
// lies outside the empty window above alpha.
func (w *worker) probable(own, opp uint64, alpha, depth, empties, ply int) (int, bool) {
	if bits.OnesCount64(^(own | opp)) != empties {
		return 0, false
	}
	static := w.estimate(own, opp, ply)
	for _, shallow := range shallowDepths(depth) {
		margin := int(deviations[w.width] * deviation(shallow, depth, empties))
		slack := int(1.2 * deviations[0] * deviation(0, shallow, empties))
		if high := alpha + 1 + margin; static >= high-slack && high <= maxValue {
			v := w.node(own, opp, high-1, high, shallow, ply)
			if w.stopped {
				return 0, false
			}
			if v >= high {
				return alpha + 1, true
			}
		}
		if low := alpha - margin; static <= low+slack && low >= -maxValue {
			v := w.node(own, opp, low, low+1, shallow, ply)
			if w.stopped {
				return 0, false
			}
			if v <= low {
				return alpha, true
			}
		}
	}
	return 0, false
}

// shallowDepths are the depths of the searches that may cut one of a depth.
func shallowDepths(depth int) []int {
	shallow := depth/4*2 + depth&1
	if depth == 3 {
		shallow = 1
	}
	return []int{shallow}
}
