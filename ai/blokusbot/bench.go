package blokusbot

import (
	"quadrille/ai"
	"quadrille/engine"
)

// Bench lists fixed searches: the starts of both variants.
func (b *bot) Bench() []ai.BenchPosition {
	return []ai.BenchPosition{
		{Rules: engine.Rules{"variant": "duo"}, Depth: 2},
		{Rules: engine.Rules{}, Depth: 2},
	}
}
