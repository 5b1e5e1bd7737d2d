// Package ai is the vocabulary of searches: bots, limits, reports, how a
// search is stopped, and the time and the level it plays at.
//
// A [Bot] plays one game. It takes an engine.Position once, at the start of a
// search, turns it into its own small state and from then on works in that
// world only. The list of bots is ai/bots.
package ai
