package pattern

import "quadrille/ai"

// Terms splits the score of a position for people: what the number of disks says,
// what the turns of both sides say, and every pattern on all its features together.
// Their sum is the score before it is cut off at MaxScore.
func (e *Eval) Terms(own, opp uint64) []ai.Term {
	var s State
	s.Set(own, opp)
	n := disks(own, opp)
	t := e.table(n / 2)
	mine, theirs := turns(own, opp)
	list := []ai.Term{
		{Name: "being on move", Value: t.base[n&1]},
		{Name: "own turns", Value: t.turns[0][mine]},
		{Name: "other side's turns", Value: t.turns[1][theirs]},
	}
	first := len(list)
	for _, p := range patterns {
		list = append(list, ai.Term{Name: p.name})
	}
	for feature, pattern := range board.pattern {
		list[first+pattern].Value += int(t.of[pattern][s.place(feature)])
	}
	return list
}
