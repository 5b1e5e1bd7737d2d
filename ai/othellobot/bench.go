package othellobot

import "quadrille/ai"

// Bench lists fixed searches. The last two have few empty squares, so that
// their depth means solving them; they are the first two end games of the FFO
// test suite.
func (b *bot) Bench() []ai.BenchPosition {
	return []ai.BenchPosition{
		{Depth: 9},
	}
}
