// Package opening has opening books: positions and what searches found them
// worth, generic over the game.
//
// A book is a graph of positions, of which each stands for all its images under
// the symmetries of the board. A position is explored when a search has looked at
// it: the best of its turns lead to positions of the book. What it is worth then
// follows from those: the best that the side to move can choose among them
// (each player is taken to make the own value large).
//
// A book grows where it is left at the least cost, a turn costing one ply and
// what it gives away ("drop-out expansion": Lincke, "Strategies for the automatic
// construction of opening books", 2000), for both sides alike, as in Fuego's
// learner. Of an explored position the value of the best turn that is not in the
// book is kept too (Buro, "Toward opening book learning", 1999); when all
// others have turned out worse, the position is explored once more.
package opening
