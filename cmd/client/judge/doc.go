// Package judge says of every turn of a game what it was worth to the side that
// made it, what the best turn was, and what was lost.
//
// It knows no game and no process. An Engine goes to positions and searches; a
// proved value is taken as exact, any other is turned into a chance to win by a
// logistic curve.
package judge
