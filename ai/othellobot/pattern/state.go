package pattern

import "math/bits"

// State holds the indices of all features for a position, from the view of the
// side to move. A search that keeps one at every ply and calls Play and Pass
// has its scores more cheaply than by Set or Eval.Score.
type State struct {
	index [width]int16
}

// Set makes the state that of a position.
func (s *State) Set(own, opp uint64) {
	if vectors {
		setAVX2(s, &board.nibbles, own, opp)
	} else {
		s.set(own, opp)
	}
}

// set is Set for any machine.
func (s *State) set(own, opp uint64) {
	*s = State{}
	s.add(own, 1)
	s.add(opp, -1)
}

// Play makes the state that of the position after the side to move of before
// has placed a disk on a square and turned the disks flips over. before and
// s may be the same.
func (s *State) Play(before *State, square uint8, flips uint64) {
	if vectors {
		playAVX2(s, before, &board.power, uint64(square%squares), flips)
	} else {
		s.play(before, square, flips)
	}
}

// play is Play for any machine.
func (s *State) play(before *State, square uint8, flips uint64) {
	*s = *before
	s.add(1<<square, 1)
	s.add(flips, 2)
	s.Pass(s)
}

// Pass makes the state that of the position after the side to move of before
// has passed.
func (s *State) Pass(before *State) {
	for i, n := range before.index {
		s.index[i] = -n
	}
}

// add counts each square of a set n times.
func (s *State) add(set uint64, n int16) {
	for ; set != 0; set &= set - 1 {
		for _, d := range board.digits[bits.TrailingZeros64(set)] {
			s.index[d.feature%width] += n * d.power
		}
	}
}
