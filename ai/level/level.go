// Package level weakens a player in a way that can be repeated: how a level
// searches, and how it chooses among the turns it has valued, depend on the
// position and the seed alone.
package level

import (
	"math/rand/v2"
	"slices"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
)

// Weakened says whether a search is to be played as its level asks. Questions
// that want the truth are answered at full strength whatever the level.
func Weakened(s ai.Settings, l ai.Limits) bool {
	return s.Level < ai.MaxLevel && !l.Exact && l.Mate == 0
}

// Handicap is what a level does worse than full strength.
type Handicap struct {
	// Depth is how many plies it looks ahead.
	Depth int
	// Noise is the standard deviation, in the unit of Score.CP, of the error
	// it makes in the value of each turn.
	Noise int
	// Ceiling is the largest value, either way, that it tells apart before the
	// error is added: a forced win is worth no more to it.
	Ceiling int
	// Blunder is how many turns in a hundred it plays at random.
	Blunder int
}

// Opinion is what a level thinks of one root turn.
type Opinion struct {
	Index int     // of the value given to Rank
	Value float64 // with the error
}

// Rank returns the turns in the order in which the level prefers them. The
// values are those of a search, from the view of the side to move; seed and
// key, a hash of the position, decide the errors.
func (h Handicap) Rank(values []int, seed, key uint64) []Opinion {
	r := rand.New(rand.NewPCG(seed, key))
	blunders := r.IntN(100) < h.Blunder
	opinions := make([]Opinion, len(values))
	for i, v := range values {
		opinions[i] = Opinion{Index: i, Value: r.NormFloat64()}
		if !blunders {
			opinions[i].Value = opinions[i].Value*float64(h.Noise) + float64(max(-h.Ceiling, min(v, h.Ceiling)))
		}
	}
	slices.SortStableFunc(opinions, func(a, b Opinion) int {
		switch {
		case a.Value > b.Value:
			return -1
		case a.Value < b.Value:
			return 1
		}
		return 0
	})
	return opinions
}

// Prefer returns the lines that the level likes best, so many as are to be
// kept. There must be one for every root turn.
func (h Handicap) Prefer(lines []alphabeta.Line, keep int, seed, key uint64) []alphabeta.Line {
	values := make([]int, len(lines))
	for i, l := range lines {
		values[i] = l.Value
	}
	var liked []alphabeta.Line
	for _, o := range h.Rank(values, seed, key)[:min(max(1, keep), len(lines))] {
		liked = append(liked, lines[o.Index])
	}
	return liked
}
