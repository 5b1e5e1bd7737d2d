package blokusbot

import (
	"math"
	"math/rand/v2"

	"quadrille/ai"
	"quadrille/ai/mcts"
	"quadrille/engine"
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

// players are weakened players, each stronger than the one before in every way to
// play. On the large board those from 7 on need more simulations for the same step.
func players(variant int) [10]level {
	all := [10]level{
		{simulations: 8, focus: 2, random: 0.85},
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
	if large(variant) {
		all[7].simulations, all[8].simulations, all[9].simulations = 500, 1800, 6000
	}
	return all
}

// scale has for a level below ai.MaxLevel, from 1 on, which of the players it is: at
// 4.3 it is the fourth in seven turns of ten and the fifth in the others. How far the
// players lie apart depends on how many turns a side has and on the priors, so that each
// way to play has a scale of its own, found in ladders of its levels
// (docs/strength.md).
func scale(variant int) [ai.MaxLevel - 1]engine.Level {
	switch variant {
	case duo:
		return [ai.MaxLevel - 1]engine.Level{0.6, 1.25, 2.1, 2.9, 3.85, 4.4, 4.95, 5.5, 6.5}
	case junior:
		return [ai.MaxLevel - 1]engine.Level{0.6, 1.35, 2.3, 3.15, 3.85, 4.4, 5.05, 5.65, 6.3}
	case classicTwo:
		return [ai.MaxLevel - 1]engine.Level{0.8, 1.5, 2.2, 2.95, 3.5, 3.95, 4.45, 4.95, 5.35}
	case classicThree:
		return [ai.MaxLevel - 1]engine.Level{0.8, 1.6, 2.4, 3.15, 4.05, 4.85, 5.6, 6.5, 7.5}
	default:
		return [ai.MaxLevel - 1]engine.Level{0.8, 1.5, 2.2, 2.95, 3.75, 4.5, 5.5, 7, 9}
	}
}

// pointOf is the point on the scale of a level, which may lie between two whole ones.
func pointOf(l engine.Level, variant int) engine.Level {
	s := scale(variant)
	n := min(max(int(l), 1), len(s))
	point := s[n-1]
	if n < len(s) {
		point += (l - engine.Level(n)) * (s[n] - point)
	}
	return point
}

// levelOf returns the player that a level below ai.MaxLevel is in the position of a key.
func levelOf(l engine.Level, variant int, seed, key uint64) level {
	return players(variant)[ai.WholeLevel(pointOf(l, variant), seed, key)]
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
