package pattern

// Part is what one kind of feature adds to a score.
type Part struct {
	Name  string
	Value int // hundredths of a disk
}

// Parts splits the score of a position: what the number of disks says, what
// the turns of both sides say, and every shape on all its lanes together. Their
// sum is the score before it is cut off at MaxScore.
func (e *Eval) Parts(own, opp uint64) []Part {
	var s State
	s.Set(own, opp)
	n := disks(own, opp)
	t := e.table(n / 2)
	mine, theirs := turns(own, opp)
	list := []Part{
		{"being on move", t.base[n&1]},
		{"own turns", t.turns[0][mine]},
		{"other side's turns", t.turns[1][theirs]},
	}
	var sums [shapeCount]int
	for lane, index := range s.index[:Lanes] {
		sums[board.shape[lane]] += int(t.entries[board.middle[lane]+int32(index)])
	}
	for shape, sum := range sums {
		list = append(list, Part{shapes[shape].name, sum})
	}
	return list
}
