package pattern

import "golang.org/x/sys/cpu"

// vectors says whether the machine has the instructions of the functions below.
// It never changes.
var vectors = cpu.X86.HasAVX2 && cpu.X86.HasBMI1

//go:noescape
func playAVX2(to, from *State, power *[squares][width]int16, square, flips uint64)

//go:noescape
func setAVX2(s *State, nibbles *[squares / 4][16][width]int16, own, opp uint64)

//go:noescape
func sumAMD64(tables *[patternCount]*int16, s *State) int
