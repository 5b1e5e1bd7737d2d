package pattern

import "golang.org/x/sys/cpu"

// vectors says whether the machine has the instructions of the functions below.
// It never changes.
var vectors = cpu.X86.HasAVX2 && cpu.X86.HasBMI1

func playVector(to, from *State, power *powers, square, flips uint64) {
	playAVX2(to, from, power, square, flips)
}

func setVector(s *State, nibbles *nibbles, own, opp uint64) { setAVX2(s, nibbles, own, opp) }

func (t *table) sumVector(s *State) int { return sumAMD64(&t.of, s) }

//go:noescape
func playAVX2(to, from *State, power *powers, square, flips uint64)

//go:noescape
func setAVX2(s *State, nibbles *nibbles, own, opp uint64)

//go:noescape
func sumAMD64(tables *[patternCount]*[1 << 16]int16, s *State) int
