// Package midgame is the search of Othello up to the last turns: principal
// variation search with ProbCut, on bitboards.
//
// Values are hundredths of a disk from the view of the side to move. Those of
// finished games are a hundred times the final margin. Depth is counted in
// disks: a pass takes none, so that a depth of as many plies as there are empty
// squares is a search to the end of the game. Such a search may be selective
// as well; without selectivity its value is exact.
//
// docs/search-othello.md has the
// reasons and docs/strength.md the figures.
package midgame
