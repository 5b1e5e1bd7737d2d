// Package prior rates placements of Blokus: how likely each is to be the best,
// before any search.
//
// The rating is linear. Each cell that a piece covers, each that shares an edge
// with it and each that only shares a corner has a class (classes.go), and each
// class a weight; so have pieces, and the distance from the middle. The weights
// depend on the variant and on how many pieces the colour has placed. The
// chance of a placement is in proportion to the exponential of its rating
// (softmax); Model.Fit makes the weights such that these chances come close to
// the shares of simulations that searches spent on the turns.
package prior
