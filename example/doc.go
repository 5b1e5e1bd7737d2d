// Package example is one more game with its bot, small and complete, for tests
// and to read beside docs/adding-a-game.md.
//
// It is tic-tac-toe on a square board of any size up to 8 by 8. Cross and
// Nought put their marks on empty cells by turns, Cross first; the first to
// have a row of so many marks as the rule option row says, straight or
// diagonal, wins. A full board without one is a draw.
//
// Cells are named like those of a chess board, a1 at the lower left. A turn is
// the name of a cell, and its one action is "mark CELL".
package example
