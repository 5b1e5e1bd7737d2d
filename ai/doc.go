// Package ai is what the protocol and the bots share: the limits of a search,
// what a search reports while it runs, how it is stopped, and the settings of
// a player.
//
// A [Bot] plays one game. It takes an engine.Position once, at the start of a
// search, turns it into its own small state and from then on works in that
// world only. The list of bots is ai/bots.
package ai
