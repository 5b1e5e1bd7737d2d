// Package games is the list of games.
package games

import (
	"quadrille/engine"
	"quadrille/engine/blokus"
	"quadrille/engine/othello"
	"quadrille/engine/square4"
	"quadrille/engine/teeko"
)

// All returns every game, the main game first.
func All() []engine.Game {
	return []engine.Game{
		square4.Game{},
		teeko.Game{},
		othello.Game{},
		blokus.Game{},
	}
}
