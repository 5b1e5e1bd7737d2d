// Package blokusbot plays Blokus, for four and for two.
//
// It is a Monte Carlo tree search (ai/mcts): rules.go has the turns with their
// priors, which prior rates by weights that the command train fits,
// playout.go the playouts, outcome.go what a player plays for. Where little is
// left an exact search decides (solve.go, ordered by features.go), which also
// answers `mate` and `exact`. params.go has what matches try to
// improve. docs/search-blokus.md has the reasons and the units,
// docs/strength.md the figures.
package blokusbot
