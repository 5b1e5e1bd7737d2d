package square4bot

import (
	"quadrille/ai"
	"quadrille/engine"
)

// Bench lists fixed searches.
func (b *bot) Bench() []ai.BenchPosition {
	return []ai.BenchPosition{{
		FEN:   "..../..../..../..../####/..../..../..../.... R placement 0,0 pieces=8,slideback=true,repetition=3 - -",
		Rules: engine.Rules{},
		Depth: 5,
	}}
}
