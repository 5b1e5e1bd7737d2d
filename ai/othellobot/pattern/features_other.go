//go:build !amd64 && !wasm

package pattern

// vectors says that the functions below are not for this machine.
const vectors = false

func playVector(to, from *State, power *powers, square, flips uint64) {}

func setVector(s *State, nibbles *nibbles, own, opp uint64) {}

func (t *table) sumVector(s *State) int { return 0 }
