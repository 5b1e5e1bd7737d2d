package teekobot

import "quadrille/ai"

// handicaps returns the levels below full strength. docs/strength.md has
// what they score against each other.
func handicaps() *ai.Handicaps {
	return &ai.Handicaps{
		{Depth: 1, Noise: 700, Ceiling: 600, Blunder: 25},
		{Depth: 1, Noise: 350, Ceiling: 600, Blunder: 14},
		{Depth: 1, Noise: 200, Ceiling: 600, Blunder: 8},
		{Depth: 1, Noise: 90, Ceiling: 700, Blunder: 4},
		{Depth: 2, Noise: 120, Ceiling: 800, Blunder: 6},
		{Depth: 3, Noise: 90, Ceiling: 900, Blunder: 4},
		{Depth: 3, Noise: 60, Ceiling: 900, Blunder: 3},
		{Depth: 4, Noise: 60, Ceiling: 1000, Blunder: 3},
		{Depth: 5, Noise: 40, Ceiling: 1500, Blunder: 2},
	}
}
