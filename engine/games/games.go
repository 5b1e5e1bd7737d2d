// Package games is the list of games.
package games

import (
	"fmt"
	"strings"

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

// Find returns the game of a name. The error, when there is none, names those there are.
func Find(name string) (engine.Game, error) {
	all := All()
	names := make([]string, len(all))
	for i, g := range all {
		if names[i] = g.Name(); names[i] == name {
			return g, nil
		}
	}
	return nil, fmt.Errorf("there is no game %q; the games are %s", name, strings.Join(names, ", "))
}
