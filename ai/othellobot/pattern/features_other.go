//go:build !amd64

package pattern

// vectors says that the functions below are not for this machine.
const vectors = false

func playAVX2(to, from *State, power *[squares][width]int16, square, flips uint64) {}

func setAVX2(s *State, nibbles *[squares / 4][16][width]int16, own, opp uint64) {}

func sumAMD64(tables *[patternCount]*int16, s *State) int { return 0 }
