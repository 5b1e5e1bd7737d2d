package prior

import (
	"golang.org/x/sys/cpu"

	"quadrille/engine/blokus"
)

// vectors says whether the machine has the instructions of the functions below. It
// never changes.
var vectors = cpu.X86.HasAVX2

// sumAVX2 makes the rows of n sums, at least one, as sumRows does.
//
//go:noescape
func sumAVX2(sums *sum, n int, of *[features + 1]row, to *rows)

// rateAVX2 rates n placements, at least one, as rateRows does.
//
//go:noescape
func rateAVX2(list *blokus.Placement, n int, rows *rows, st *stage, places *places, ratings *int32)
