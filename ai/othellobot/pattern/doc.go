// Package pattern is the evaluation of Othello by tables of patterns, as in
// Logistello. The score is a sum of table entries, one for each of some groups
// of squares, found by what stands on the squares of the group (Buro,
// "Improving heuristic mini-max search by supervised learning", 2002).
//
// The tables differ from phase to phase of the game and are shared by the
// images of a group under the symmetries of the board. They were fitted to
// games that this program played; cmd/train is the command that does
// it, and weights.json beside the embedded weights.bin says how these came about. Until
// they were stored in their present form their checksum began with d80edeafa94a, which is
// how the book names them.
package pattern
