package othellobot

import (
	"math/bits"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/engine/othello"
)

// handicaps returns the levels below full strength. docs/strength.md says what
// they see, and has what they score against each other.
func handicaps() *ai.Handicaps {
	return &ai.Handicaps{
		{Depth: 1, Noise: 100, Ceiling: 6400, Blunder: 85, Glance: 15},
		{Depth: 1, Noise: 1590, Ceiling: 6400, Blunder: 21},
		{Depth: 1, Noise: 850, Ceiling: 6400, Blunder: 8},
		{Depth: 2, Noise: 607, Ceiling: 6400, Blunder: 5},
		{Depth: 3, Noise: 415, Ceiling: 6400, Blunder: 2},
		{Depth: 4, Noise: 338, Ceiling: 6400},
		{Depth: 6, Noise: 254, Ceiling: 6400},
		{Depth: 7, Noise: 180, Ceiling: 6400},
		{Depth: 8, Noise: 99, Ceiling: 6400},
	}
}

// glance is what a turn is worth to who counts disks: by how many he leads after it,
// in hundredths of a disk.
func (t *task) glance(m alphabeta.Move) int {
	s := t.state.Play(othello.Turn(m))
	return 100 * (bits.OnesCount64(s.Opp) - bits.OnesCount64(s.Own))
}
