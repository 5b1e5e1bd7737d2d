// Package games is the list of games.
package games

import (
	"slices"

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

// Named returns the game of a name; ok is false when there is none.
func Named(name string) (game engine.Game, ok bool) {
	all := All()
	i := slices.IndexFunc(all, func(g engine.Game) bool { return g.Name() == name })
	if i < 0 {
		return nil, false
	}
	return all[i], true
}
