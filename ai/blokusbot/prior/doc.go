// Package prior rates placements of Blokus: how likely each is to be the best,
// before any search.
//
// Each cell that a piece covers, each that shares an edge with it and each that only
// shares a corner has features (classes.go); so has the piece. A feature has a weight,
// which depends on the variant and on how many pieces the colour has placed, and a weight
// for each of fifteen hidden units, which depends on the variant. A rating is the sum of
// the weights, and of what each unit comes to, if that is above zero, times a weight of
// its own. The chance of a placement is in proportion to the exponential of its rating
// (softmax); Fit makes the weights such that these chances come close to the shares of
// simulations that searches spent on the turns.
//
// All sums are of integers, so that ratings are the same on every machine, with vectors
// and without (units.go).
package prior
