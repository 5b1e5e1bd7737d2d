package pattern

import "math/bits"

// State holds the indices of all features for a position, from the view of the
// side to move. A search that keeps one at every ply and calls Play and Pass
// has its scores more cheaply than by Set or Eval.Score.
type State struct {
	index [width]int16
}

// Pass makes the state that of the position after the side to move of before
// has passed.
func (s *State) Pass(before *State) {
	for i, n := range before.index {
		s.index[i] = -n
	}
}

// set is Set square by square.
func (s *State) set(own, opp uint64) {
	*s = State{}
	for ; own != 0; own &= own - 1 {
		s.add(uint8(bits.TrailingZeros64(own)), 1)
	}
	for ; opp != 0; opp &= opp - 1 {
		s.add(uint8(bits.TrailingZeros64(opp)), -1)
	}
}

// play is Play square by square.
func (s *State) play(before *State, square uint8, flips uint64) {
	*s = *before
	s.add(square, 1)
	for ; flips != 0; flips &= flips - 1 {
		s.add(uint8(bits.TrailingZeros64(flips)), 2)
	}
	s.Pass(s)
}

// add counts a square n times.
func (s *State) add(square uint8, n int16) {
	for _, d := range board.digits[square%squares] {
		s.index[d.feature%width] += n * d.power
	}
}
