// Package othello is Othello, also known as Reversi, for two players.
//
// # Board
//
// Columns are a to h from the left, rows 1 to 8 from the top. Black, who is
// p1, begins with disks on e4 and d5; White, who is p2, has d4 and e5. In
// diagrams and FENs X is Black and O is White. The document that the project
// was created from names squares (x, y), where x is the column and y the row,
// both from 0 at the top left: (4, 3) is e4.
//
// # Turn
//
// A turn places a disk so that it outflanks at least one straight line of the
// opponent's disks, between the new disk and another of the mover's; all disks
// that are outflanked turn over. A side that cannot do so passes, and no side
// may pass otherwise. When neither side can move the game is over at once,
// without passes: more disks win.
//
// # Notation
//
// A turn is one token: f5, or pass. A transcript is a whole game in one word,
// f5d6c3, in either case, in which passes may be left out. A FEN is the 64
// squares row by row as X, O or '-', a space, and X or O for the side to move.
//
// The rules come from the document "Codekata-Othello-Flask"; docs/rules.md has
// them with every choice made where the document is silent.
package othello
