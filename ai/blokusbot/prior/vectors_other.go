//go:build !amd64

package prior

import "quadrille/engine/blokus"

// vectors says that the functions below are not for this machine.
const vectors = false

func sumAVX2(sums *sum, n int, of *[features + 1]row, to *rows) {}

func rateAVX2(list *blokus.Placement, n int, rows *rows, st *stage, places *places, ratings *int32) {
}
