//go:build !amd64

package pattern

// Set makes the state that of a position.
func (s *State) Set(own, opp uint64) { s.set(own, opp) }

// Play makes the state that of the position after the side to move of before
// has placed a disk on a square and turned the disks flips over. before and
// s may be the same.
func (s *State) Play(before *State, square uint8, flips uint64) { s.play(before, square, flips) }

// sum adds up the entries of a state.
func (t *table) sum(s *State) int { return t.sumEntries(s) }
