package blokusbot

import (
	"math"
	"math/rand/v2"

	"quadrille/ai"
	"quadrille/ai/mcts"
	"quadrille/engine/blokus"
)

// level is how a weakened player plays: so many simulations, and a turn drawn
// with a chance in proportion to its visits to the power of focus/4, or the
// most visited one if focus is 0. Now and then, with the chance random, it is
// any legal turn.
type level struct {
	simulations uint64
	focus       int
	random      float64
}

// levelOf returns a level below ai.MaxLevel. docs/strength.md has the
// results of neighbours against each other. On the large board more simulations
// are needed for the same step.
func levelOf(n, variant int) level {
	levels := [ai.MaxLevel - 1]level{
		{simulations: 8, focus: 2, random: 0.6},
		{simulations: 8, focus: 3, random: 0.42},
		{simulations: 12, focus: 3, random: 0.25},
		{simulations: 20, focus: 5, random: 0.11},
		{simulations: 54, focus: 10, random: 0.02},
		{simulations: 160},
		{simulations: 420},
		{simulations: 1100},
		{simulations: 2800},
	}
	l := levels[min(max(n, 1), len(levels))-1]
	if large(variant) {
		switch n {
		case 7:
			l.simulations = 500
		case 8:
			l.simulations = 1800
		case 9:
			l.simulations = 6000
		}
	}
	return l
}

// choose returns the turn to play: the first of one of the lines, or any of the
// roots.
func (l level) choose(lines []mcts.Line, roots []blokus.Placement, rng *rand.Rand) []blokus.Placement {
	if rng.Float64() < l.random {
		return []blokus.Placement{roots[rng.IntN(len(roots))]}
	}
	return placementsOf(lines[l.draw(lines, rng)].Moves)
}

// draw returns the number of the line to play.
func (l level) draw(lines []mcts.Line, rng *rand.Rand) int {
	if l.focus == 0 {
		return 0
	}
	weights := make([]float64, len(lines))
	sum := 0.0
	for i, line := range lines {
		weights[i] = quarterPower(float64(line.Visits), l.focus)
		sum += weights[i]
	}
	at := rng.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return 0
}

// quarterPower returns x to the power of n/4, the same on every machine.
func quarterPower(x float64, n int) float64 {
	root, power := math.Sqrt(math.Sqrt(x)), 1.0
	for range n {
		power *= root
	}
	return power
}
