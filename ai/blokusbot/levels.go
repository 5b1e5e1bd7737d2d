package blokusbot

import (
	"math"
	"math/rand/v2"

	"quadrille/ai"
	"quadrille/ai/mcts"
	"quadrille/engine/blokus"
)

// level is how a weakened player plays: so many simulations, and a turn drawn
// with a chance in proportion to its visits to the power of 1/temperature. At
// temperature 0 it is the most visited one. Now and then, with the chance
// random, it is any legal turn.
type level struct {
	simulations uint64
	temperature float64
	random      float64
}

// levelOf returns a level below ai.MaxLevel. docs/search-blokus.md has the
// results of neighbours against each other.
func levelOf(n int) level {
	levels := [ai.MaxLevel - 1]level{
		{simulations: 8, temperature: 2, random: 0.6},
		{simulations: 8, temperature: 1.5, random: 0.3},
		{simulations: 16, temperature: 1, random: 0.1},
		{simulations: 32, temperature: 0.5},
		{simulations: 70},
		{simulations: 130},
		{simulations: 250},
		{simulations: 600},
		{simulations: 2000},
	}
	return levels[min(max(n, 1), len(levels))-1]
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
	if l.temperature == 0 {
		return 0
	}
	weights := make([]float64, len(lines))
	sum := 0.0
	for i, line := range lines {
		weights[i] = math.Pow(float64(line.Visits), 1/l.temperature)
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
