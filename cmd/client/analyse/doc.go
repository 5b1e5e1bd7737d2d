// Package analyse judges every turn of a game with an engine. It says what a
// turn was worth to the side that made it, what the best turn was, and what
// was lost.
//
// It knows no game. The engine says what is legal, what a position looks like
// and what it is worth; a proved value is taken as exact, any other is turned
// into a chance to win by a logistic curve.
package analyse
