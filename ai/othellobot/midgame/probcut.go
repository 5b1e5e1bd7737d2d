package midgame

import (
	_ "embed"
	"encoding/json"
	"math"
	"sync"
)

// Model says how far the value of a search lies from that of a shallower one
// of the same position: the logarithm of the standard deviation of the
// difference, in hundredths of a disk, is a sum of Terms, each times a
// coefficient. "train othello cuts" fits it.
type Model struct {
	Middle []float64 `json:"middle"` // when the deeper search ends in an evaluation
	End    []float64 `json:"end"`    // when it goes to the end of the game
	// Origin says from what the coefficients were fitted.
	Origin string `json:"origin"`
}

// Terms are what the coefficients of a Model are for. There are fewer for
// searches to the end, whose depth is the number of empty squares, and of which
// only those with few can be sampled: more terms would not tell the others.
func Terms(shallow, deep, empties int) []float64 {
	terms := []float64{1, float64(shallow) / 4, math.Log(float64(1 + deep - shallow))}
	if deep < empties {
		e := float64(empties) / 10
		terms = append(terms, e, e*e, e*float64(shallow)/4)
	}
	return terms
}

// Deviation is the standard deviation that the model expects.
func (m *Model) Deviation(shallow, deep, empties int) float64 {
	coefficients := m.Middle
	if deep >= empties {
		coefficients = m.End
	}
	sum := 0.0
	for i, t := range Terms(shallow, deep, empties) {
		sum += coefficients[i] * t
	}
	return math.Exp(sum)
}

// Bounds of what the model is believed, in hundredths of a disk.
const (
	leastDeviation = 50
	mostDeviation  = 2500
)

//go:embed cuts.json
var embeddedModel []byte

// maxShallow bounds the depth of a search that may cut another.
const maxShallow = 24

// cutTable holds the deviations of the embedded model by the depth of the
// shallow and the deep search and the number of empty squares.
type cutTable [maxShallow + 1][61][61]int16

var embeddedCuts = sync.OnceValue(func() *cutTable {
	var m Model
	if err := json.Unmarshal(embeddedModel, &m); err != nil {
		panic("midgame: embedded model of cuts: " + err.Error()) // a test reads it
	}
	var t cutTable
	for shallow := range t {
		for deep := shallow + 1; deep < len(t[shallow]); deep++ {
			for empties := deep; empties < len(t[shallow][deep]); empties++ {
				t[shallow][deep][empties] = int16(max(leastDeviation, min(m.Deviation(shallow, deep, empties), mostDeviation)))
			}
		}
	}
	return &t
})

// selectivity says how readily a search to the end makes ProbCuts, the higher the less.
type selectivity uint8

// noSelectivity makes no ProbCuts.
const noSelectivity selectivity = 5

// thresholds are how many standard deviations of the error a shallow value must
// lie outside the window for a cut, by the selectivity. They never change.
var thresholds = [noSelectivity]float64{0.7, 1.0, 1.4, 1.9, 2.5}

// probCut makes a cut if a shallow search says that the value very probably
// lies outside the null window above alpha (Buro, "ProbCut", 1995). Searches that do not reach the end
// cut as readily within a search to the end as elsewhere: what they miss by that
// is little beside how far they lie from it.
func (w *worker) probCut(own, opp uint64, alpha, depth, empties, ply int) (int, bool) {
	depth = min(depth, empties)
	static := w.evaluate(own, opp, ply)
	shallow := shallowDepth(depth)
	t := w.s.tune.ProbCutMidgame
	if depth == empties {
		t = thresholds[w.selectivity]
	}
	margin := int(t * float64(w.s.cuts[shallow][depth][empties]))
	slack := int(w.s.tune.ProbCutSlack * float64(w.s.cuts[0][max(shallow, 1)][empties]))
	if high := alpha + 1 + margin; static >= high-slack && high <= maxValue {
		if v := w.pvs(own, opp, high-1, high, shallow, ply); v >= high && !w.stopped {
			return alpha + 1, true
		}
	}
	if low := alpha - margin; !w.stopped && static <= low+slack && low >= -maxValue {
		if v := w.pvs(own, opp, low, low+1, shallow, ply); v <= low && !w.stopped {
			return alpha, true
		}
	}
	return 0, false
}

// shallowDepth is the depth of the search that may cut one of a depth, of the
// same parity, since the side that moves last looks better.
func shallowDepth(depth int) int {
	if depth == 3 {
		return 1
	}
	return min(depth/4*2+depth&1, maxShallow)
}
