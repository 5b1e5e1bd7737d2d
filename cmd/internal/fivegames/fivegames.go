// Package fivegames is the engine with the example game too, for tests. They
// show that every part of the program plays a game that it has never heard of.
package fivegames

import (
	"io"

	"quadrille/ai"
	"quadrille/cmd/internal/enginecmd"
	"quadrille/example"
)

// Game is the name of the game that is new.
var Game = example.Game{}.Name()

// Main is enginecmd.Main with the longer lists.
func Main(args []string, in io.Reader, out, errs io.Writer) int {
	lists := enginecmd.Product()
	lists.Games = append(lists.Games, example.Game{})
	lists.Bots = append(lists.Bots, ai.Factory{Game: Game, New: example.NewBot})
	return lists.Main(args, in, out, errs)
}
