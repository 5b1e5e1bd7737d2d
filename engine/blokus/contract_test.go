package blokus

import (
	"testing"

	"quadrille/engine"
	"quadrille/engine/enginetest"
)

func TestContract(t *testing.T) {
	enginetest.Contract{
		Game: Game{},
		Rules: []engine.Rules{
			{}, {optCorners: "fixed", optScoring: "official", optStart: "random"},
			{optVariant: "duo"}, {optVariant: "duo", optCorners: "fixed", optEnd: "all-blocked", optScoring: "official", optStart: "2"},
		},
		Games:      1,
		Sample:     1,
		PerftNodes: 500,
		Actions:    actionsOf,
	}.Run(t)
}

// TestAgainstArray compares random games with the plain reference, step by
// step, under all combinations of the rules.
func TestAgainstArray(t *testing.T) {
	enginetest.Contract{
		Game:           Game{},
		Rules:          ruleSets(),
		ReferenceGames: 1,
		Reference:      newReference,
	}.Compare(t)
}

// ruleSets are all combinations of the options that bear on play, with one
// colour or another beginning.
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
	if token == engine.Pass {
		return []engine.Action{{Verb: engine.Pass}}
	}
	return []engine.Action{{Verb: "place", Args: []string{token}}}
}
