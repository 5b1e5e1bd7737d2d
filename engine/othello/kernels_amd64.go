package othello

import "golang.org/x/sys/cpu"

// vector says whether the processor runs the vector kernels.
var vector = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT

// movesVector is movesScalar with vectors.
//
//go:noescape
func movesVector(own, opp uint64) uint64

// flipsVector is flipsScalar with vectors.
//
//go:noescape
func flipsVector(own, opp uint64, square uint8) uint64

// perftTwoVector is perftTwoScalar with vectors.
//
//go:noescape
func perftTwoVector(own, opp uint64) uint64

// solveLastVector is solveLastScalar with vectors.
//
//go:noescape
func solveLastVector(own, opp, moves uint64, empties, alpha int) (margin, nodes int)

// childrenVector is childrenScalar with vectors.
//
//go:noescape
func childrenVector(own, opp, moves uint64, list *[MaxTurns]Child) (n, first int)
