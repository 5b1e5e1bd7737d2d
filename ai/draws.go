package ai

import "fmt"

// Draws is how a player of full strength chooses among turns of which it knows
// that they keep a draw.
type Draws uint8

const (
	// Traps prefers those after which a weaker player is likely to make a turn
	// that loses.
	Traps Draws = iota
	// AnyDraw takes any, by the seed: what traps are measured against.
	AnyDraw
)

// ParseDraws reads "draws=traps" or "draws=random", parameters for Factory.Tuned.
func ParseDraws(parameters string) (Draws, error) {
	switch parameters {
	case "draws=traps":
		return Traps, nil
	case "draws=random":
		return AnyDraw, nil
	}
	return Traps, fmt.Errorf("%q is neither draws=traps nor draws=random", parameters)
}
