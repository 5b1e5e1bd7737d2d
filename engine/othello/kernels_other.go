//go:build !amd64

package othello

// vector says that there are no vector kernels.
const vector = false

func movesVector(own, opp uint64) uint64               { return movesScalar(own, opp) }
func flipsVector(own, opp uint64, square uint8) uint64 { return flipsScalar(own, opp, square) }
func perftTwoVector(own, opp uint64) uint64            { return perftTwoScalar(own, opp) }
func solveLastVector(own, opp, moves uint64, empties, alpha int) (margin, nodes int) {
	return solveLastScalar(own, opp, moves, empties, alpha)
}
func childrenVector(own, opp, moves uint64, list *[MaxTurns]Child) (n, first int) {
	return childrenScalar(own, opp, moves, list[:])
}
