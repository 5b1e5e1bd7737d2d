package pattern

import "math/bits"

// vectors says that the functions below are for this machine. Go has no vectors of
// WebAssembly's: package wasm of cmd/internal, which builds the program that browsers
// load, puts functions with them in the place of two of these, which it knows by their
// names and arguments. They do the same, and are not inlined, or would not be found.
const vectors = true

//go:noinline
func playVector(to, from *State, power *powers, square, flips uint64) {
	var turned lanes
	for left := flips; left != 0; left &= left - 1 {
		turned.add(&power[bits.TrailingZeros64(left)%squares])
	}
	to.lanes.subtract(&power[squares], &from.lanes, &power[square%squares], &turned)
}

//go:noinline
func sumVector(e *entries, s *State) int { return e.sum(s) }

func setVector(s *State, _ *nibbles, own, opp uint64) { s.set(own, opp) }

func (t *table) sumVector(s *State) int { return sumVector(t.entries, s) }
