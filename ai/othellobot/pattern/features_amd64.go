package pattern

import "golang.org/x/sys/cpu"

// vectors says whether the machine has the instructions of playAVX2 and
// setAVX2. It never changes.
var vectors = cpu.X86.HasAVX2 && cpu.X86.HasBMI1

//go:noescape
func playAVX2(to, from *State, power *[squares][width]int16, square, flips uint64)

//go:noescape
func setAVX2(s *State, nibbles *[squares / 4][16][width]int16, own, opp uint64)

//go:noescape
func sumAMD64(tables *[patternCount]*int16, s *State) int

// Set makes the state that of a position.
func (s *State) Set(own, opp uint64) {
	if vectors {
		setAVX2(s, &board.nibbles, own, opp)
		return
	}
	s.set(own, opp)
}

// Play makes the state that of the position after the side to move of before
// has placed a disk on a square and turned the disks flips over. before and
// s may be the same.
func (s *State) Play(before *State, square uint8, flips uint64) {
	if vectors {
		playAVX2(s, before, &board.power, uint64(square%squares), flips)
		return
	}
	s.play(before, square, flips)
}

// sum adds up the entries of a state.
func (t *table) sum(s *State) int { return sumAMD64(&t.patterns, s) }
