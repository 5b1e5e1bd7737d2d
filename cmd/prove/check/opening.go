package check

import (
	"fmt"
	"slices"
)

// home is a position in which the attacker is to move and the plan holds.
type home struct {
	board board
	plan  string
}

// homes plays the starts, checks them, and checks that they answer whatever
// the attacker may do before the plan begins: Red, the defender, needs one
// first turn; Blue needs an answer to each of Red's first turns.
func (s *strategy) homes() ([]home, error) {
	var list []home
	answered := map[turn]bool{}
	for _, st := range s.starts {
		b, err := s.playStart(st)
		if err != nil {
			return nil, fmt.Errorf("start %v: %w", st.turns, err)
		}
		if s.defender == blue {
			answered[st.turns[0]] = true
		}
		list = append(list, home{b, st.plan})
	}
	if s.defender == red {
		return list, nil
	}
	first := newBoard(4)
	for _, s := range slots {
		for _, slide := range neighbours[first.hole] {
			if t := (turn{s, slide}); first.get(s) == empty && !answered[t] {
				return nil, fmt.Errorf("no answer to Red's first turn %v", t)
			}
		}
	}
	return list, nil
}

// playStart plays the turns of a start, one for Red to defend and two for
// Blue, and returns the home position.
func (s *strategy) playStart(st start) (board, error) {
	b := newBoard(4)
	if n := map[byte]int{red: 1, blue: 2}[s.defender]; len(st.turns) != n {
		return b, fmt.Errorf("%d turns, not %d", len(st.turns), n)
	}
	for i, t := range st.turns {
		if b.get(t.place) != empty || !slices.Contains(neighbours[b.hole], t.slide) {
			return b, fmt.Errorf("turn %d is against the rules", i+1)
		}
		b.put(t.place, [2]byte{red, blue}[i])
		b.slide(t.slide)
	}
	if b.hole != s.plans[st.plan].hole {
		return b, fmt.Errorf("the hole is %d, not that of plan %s", b.hole, st.plan)
	}
	return b, nil
}
