package othellobot

import "quadrille/ai"

// handicaps returns the levels below full strength. docs/strength.md has
// what they score against each other.
func handicaps() *ai.Handicaps {
	return &ai.Handicaps{
		{Depth: 1, Noise: 1900, Ceiling: 6400, Blunder: 24},
		{Depth: 1, Noise: 900, Ceiling: 6400, Blunder: 9},
		{Depth: 2, Noise: 650, Ceiling: 6400, Blunder: 5},
		{Depth: 3, Noise: 480, Ceiling: 6400, Blunder: 3},
		{Depth: 4, Noise: 370, Ceiling: 6400, Blunder: 1},
		{Depth: 5, Noise: 280, Ceiling: 6400, Blunder: 0},
		{Depth: 6, Noise: 205, Ceiling: 6400, Blunder: 0},
		{Depth: 7, Noise: 140, Ceiling: 6400, Blunder: 0},
		{Depth: 8, Noise: 85, Ceiling: 6400, Blunder: 0},
	}
}
