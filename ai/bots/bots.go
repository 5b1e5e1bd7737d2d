// Package bots is the list of bots.
package bots

import (
	"slices"

	"quadrille/ai"
	"quadrille/ai/blokusbot"
	"quadrille/ai/othellobot"
	"quadrille/ai/square4bot"
	"quadrille/ai/teekobot"
)

// All returns a factory of a bot for every game, the main game first.
func All() []ai.Factory {
	return []ai.Factory{
		{Game: "square4", New: square4bot.New, Tuned: square4bot.Tuned},
		{Game: "teeko", New: teekobot.New, Tuned: teekobot.Tuned},
		{Game: "othello", New: othellobot.New, Tuned: othellobot.Tuned},
		{Game: "blokus", New: blokusbot.New, Tuned: blokusbot.Tuned},
	}
}

// Kept is the folder in which bots keep the games that they have solved, each in a
// file whose name ends in .table: teeko-5x5.table.
func Kept() string { return teekobot.Kept() }

// For returns the factory of a game's bot; ok is false when there is none.
func For(game string) (factory ai.Factory, ok bool) {
	all := All()
	i := slices.IndexFunc(all, func(f ai.Factory) bool { return f.Game == game })
	if i < 0 {
		return factory, false
	}
	return all[i], true
}
