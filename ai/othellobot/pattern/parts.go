package pattern

// Part is what one kind of feature adds to a score.
type Part struct {
	Name  string
	Value int // hundredths of a disk
}

// Parts splits the score of a position: what the number of disks says, what
// the turns of both sides say, and every pattern on all its features together. Their
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
	var sums [patternCount]int
	for feature, index := range s.index[:Features] {
		sums[board.pattern[feature]] += int(t.entries[board.middle[feature]+int32(index)])
	}
	for pattern, sum := range sums {
		list = append(list, Part{patterns[pattern].name, sum})
	}
	return list
}
