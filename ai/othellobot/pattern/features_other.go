//go:build !amd64

package pattern

// vectors says that the functions below are not for this machine.
const vectors = false

func playAVX2(to, from *State, power *powers, square, flips uint64) {}

func setAVX2(s *State, nibbles *nibbles, own, opp uint64) {}

func sumAMD64(tables *[patternCount]*[1 << 16]int16, s *State) int { return 0 }
