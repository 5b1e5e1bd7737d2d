package blokus

import (
	"testing"

	"quadrille/engine"
	"quadrille/engine/enginetest"
)

func TestContract(t *testing.T) {
	enginetest.Contract{
		Game:           Game{},
		Rules:          ruleSets(),
		Games:          1,
		ReferenceGames: 1,
		Sample:         1,
		PerftNodes:     500,
		Actions:        actionsOf,
		Reference:      newReference,
	}.Run(t)
}

// ruleSets are all combinations of the options that bear on play, each with
// another colour beginning.
func ruleSets() []engine.Rules {
	var sets []engine.Rules
	for i := range 16 {
		choose := func(bit int, a, b string) string { return [2]string{a, b}[i>>bit&1] }
		rules := engine.Rules{
			optVariant: choose(0, "classic", "duo"),
			optCorners: choose(1, "free", "fixed"),
			optEnd:     choose(2, "first-out", "all-blocked"),
			optScoring: choose(3, "remaining", "official"),
			optStart:   [4]string{"1", "2", "3", "4"}[i/2%4],
		}
		if rules[optVariant] == "duo" {
			rules[optStart] = [4]string{"1", "2", "random", "1"}[i/2%4]
		}
		sets = append(sets, rules)
	}
	return sets
}

func actionsOf(token string) []engine.Action {
	if token == passToken {
		return []engine.Action{{Verb: passToken}}
	}
	return []engine.Action{{Verb: "place", Args: []string{token}}}
}
