// Package square4bot plays Four in a Square.
//
// In the placement phase it is an alpha-beta search over whole turns
// (ai/alphabeta) with the transposition table of ai/tt. Wins and the turns
// that do not lose at once are found by operations on sets of cells, two plies
// ahead of the search. The movement phase is never searched: it is solved
// (movement.go). Forced wins within N turns are the business of a search of
// their own (mate.go), those within any number of turns that of another (proofs.go).
// docs/search-square4.md has the reasons and docs/strength.md the figures.
package square4bot
