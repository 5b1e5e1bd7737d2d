// Package othellobot plays Othello.
//
// It only puts together what others do: midgame searches, by the evaluation of
// pattern, and hands end games over to endgame; book has opening positions.
// Here are the protocol's side of it, the time, the levels, and the question
// whether a win can be forced within N turns (mate.go).
// docs/search-othello.md has the
// reasons and docs/strength.md the figures.
package othellobot
