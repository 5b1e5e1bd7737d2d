package ai

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"quadrille/engine"
)

// A level below full strength weakens a player in a way that can be repeated:
// how it searches, and how it chooses among the turns it has valued, depend on
// the position and the seed alone.

// Weakened says whether a search is to be played as its level asks. Questions
// that want the truth are answered at full strength whatever the level.
func (s Settings) Weakened(l Limits) bool {
	return s.Level < MaxLevel && !l.Exact && l.Mate == 0
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
	// Glance is how many turns in a hundred it plays at a glance, in games that
	// say what is seen at one: what lies open, and nothing that a player must
	// think to find.
	Glance int
}

// Glances says whether the level plays the position that key stands for at a
// glance.
func (h Handicap) Glances(seed, key uint64) bool {
	mood := luck(seed, key).IntN(100)
	return mood >= h.Blunder && mood < h.Blunder+h.Glance
}

// luck has the draws that decide what a level does wrong in a position.
func luck(seed, key uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, key)) }

// levelSalt keeps the draw of a level apart from the draws of its errors.
const levelSalt = 0x6c6576656c

// WholeLevel draws the level that a player plays the position of a key at: its own
// or, where that has a fraction, one of its two neighbours, as Stockfish does for
// the Elo between two skill levels. It depends on the seed and the key alone.
func WholeLevel(l engine.Level, seed, key uint64) int {
	whole := int(l)
	if part := float64(l) - float64(whole); part > 0 && luck(seed^levelSalt, key).Float64() < part {
		whole++
	}
	return whole
}

// Handicaps are those of the levels below full strength, from 1 on.
type Handicaps [MaxLevel - 1]Handicap

// At returns the handicap of the level that the settings ask for in the position of
// a key. It looks no deeper than the limits allow.
func (h Handicaps) At(s Settings, l Limits, key uint64) Handicap {
	level := h[max(WholeLevel(s.Level, s.Seed, key), 1)-1]
	if l.Depth > 0 {
		level.Depth = min(level.Depth, l.Depth)
	}
	return level
}

// Rank returns the indices of the values of the root turns in the order in
// which the level prefers the turns. The values are those of a search, from
// the view of the side to move; seed and key, a hash of the position, decide
// the errors.
func (h Handicap) Rank(values []int, seed, key uint64) []int {
	r := luck(seed, key)
	blunders := r.IntN(100) < h.Blunder
	order, noisy := make([]int, len(values)), make([]float64, len(values))
	for i, v := range values {
		order[i], noisy[i] = i, r.NormFloat64()
		if !blunders {
			noisy[i] = noisy[i]*float64(h.Noise) + float64(max(-h.Ceiling, min(v, h.Ceiling)))
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(noisy[b], noisy[a]) })
	return order
}
