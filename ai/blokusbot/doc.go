// Package blokusbot plays Blokus, for four and for two.
//
// It is a Monte Carlo tree search (ai/mcts): rules.go has the turns with their
// priors and the playouts, features.go what makes a placement likely,
// outcome.go what a player plays for. Where little is left an exact search
// decides (solve.go), which also answers `mate` and `exact`. docs/search-blokus.md
// has the reasons, the units and the figures.
package blokusbot
