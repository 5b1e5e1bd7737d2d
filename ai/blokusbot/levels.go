package blokusbot

import (
	"math"
	"math/rand/v2"

	"quadrille/ai"
	"quadrille/ai/mcts"
)

// level is how a weakened player plays: so many simulations, and a turn drawn
// with a chance in proportion to its visits to the power of 1/temperature. At
// temperature 0 it is the most visited one.
type level struct {
	simulations uint64
	temperature float64
}

// levelOf returns a level below ai.MaxLevel.
func levelOf(n int) level {
	levels := [ai.MaxLevel - 1]level{
		{6, 4}, {12, 1.5}, {24, 0.8}, {50, 0.4}, {110, 0}, {280, 0}, {700, 0}, {1800, 0}, {5000, 0},
	}
	return levels[min(max(n, 1), len(levels))-1]
}

// draw returns the number of the line to play.
func (l level) draw(lines []mcts.Line, rng *rand.Rand) int {
	if l.temperature == 0 || len(lines) == 0 {
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
