// Package teeko is John Scarne's Teeko for two players, on three boards. They
// are the 4×4 board of the document that the project was created from,
// Scarne's own 5×5 board, and the 5×5 board of his Advanced Teeko.
//
// # Board
//
// Columns are a, b, c, … from the left, rows 1, 2, 3, … from the bottom. Cells
// are also numbered from the bottom left, left to right and upwards, so that
// on the small board 1 is a1, 4 is d1, 5 is a2 and 16 is d4.
//
// # Turn
//
// O, who is p1, begins; X is p2. Each side has four marks. While not all eight
// are down a turn drops a mark on any empty cell. Afterwards a turn moves one
// own mark to an empty cell next to it, in one of eight directions:
//
//	1 up-left    2 up    3 up-right
//	4 left               5 right
//	6 down-left  7 down  8 down-right
//
// Four marks in a line (row, column or diagonal, without a gap) or on a 2×2
// square win at once, in both phases. Advanced Teeko adds the corners of every
// larger square whose sides run along the rows and columns. The small board
// has 19 such goals, the large one 44, and Advanced Teeko 58.
//
// # Notation
//
// A turn is one token: b2 drops a mark, b2c3 moves one. The actions are
// `place b2` or `place 6` and `slide b2 c3`, `slide b2 3` or `slide 6 3`, where
// a number alone behind the mark is a direction.
//
// The rules come from the document "Teeko Game Implementation Specification"
// and, for the large board, from John Scarne, "Scarne on Teeko" (1955);
// docs/rules.md has them in full with every choice made where the document is
// silent.
package teeko
