package othello

import "math/bits"

// Child is a turn and the state after it, from the view of the side to move
// then.
type Child struct {
	Own, Opp uint64
	Moves    uint64 // where the side to move may place a disk
	Order    int32  // for the caller, who sorts by it; 0 at first
	Square   uint8
}

// Children lists the turns of the side with the disks own, whose squares are
// moves as Moves returns them, from a1 on, and returns their number.
func Children(own, opp, moves uint64, list *[MaxTurns]Child) int {
	if vector {
		return childrenVector(own, opp, moves, list)
	}
	return childrenScalar(own, opp, moves, list)
}

// childrenScalar is Children for any machine.
func childrenScalar(own, opp, moves uint64, list *[MaxTurns]Child) int {
	n := 0
	for ; moves != 0; moves &= moves - 1 {
		c := &list[n%MaxTurns]
		square := uint8(bits.TrailingZeros64(moves))
		flips := flipsScalar(own, opp, square)
		c.Own, c.Opp, c.Order, c.Square = opp&^flips, own|flips|1<<square, 0, square
		c.Moves = movesScalar(c.Own, c.Opp)
		n++
	}
	return n
}
