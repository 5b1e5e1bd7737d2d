// Package endgame solves Othello positions exactly. It finds the final margin
// with best play, the empty squares counting for the winner, or on which side
// of a window it lies.
//
// A Table is what a solver remembers; it may be kept from one position of a
// game to the next. A Solver answers one query at a time and is deterministic
// with one thread, if its table holds the same.
package endgame
