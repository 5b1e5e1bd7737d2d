package blokus

import (
	"maps"
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
			{optPlayers: "2", optScoring: "official", optStart: "3"}, {optPlayers: "3", optCorners: "fixed", optEnd: "all-blocked"},
			{optVariant: "junior"},
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
// colour or another beginning, and of the other ways to play some.
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
		switch i {
		case 0, 10:
			sets = append(sets, with(rules, optPlayers, "2"))
		case 6, 12:
			sets = append(sets, with(rules, optPlayers, "3"))
		case 5, 11:
			sets = append(sets, with(rules, optVariant, "junior"))
		}
	}
	return sets
}

func actionsOf(token string) []engine.Action {
	if token == engine.Pass {
		return []engine.Action{{Verb: engine.Pass}}
	}
	return []engine.Action{{Verb: "place", Args: []string{token}}}
}

// with returns rules with one option changed.
func with(rules engine.Rules, option, value string) engine.Rules {
	changed := maps.Clone(rules)
	changed[option] = value
	return changed
}
