package teeko

import (
	"testing"

	"quadrille/engine"
	"quadrille/engine/enginetest"
)

func TestContract(t *testing.T) {
	enginetest.Contract{
		Game:      Game{},
		Rules:     ruleSets(),
		MaxTurns:  50,
		Actions:   actionsOf,
		Reference: newReference,
		Starts: []enginetest.Start{
			{FEN: "O..X/.XO./.OX./X..O X size=4,advanced=false,repetition=2 a3a4"},
			{FEN: "OO.OX/.X.../..X../.O.X./..... O size=5,advanced=true,repetition=3 a4a5,c2c3"},
		},
	}.Run(t)
}

// ruleSets has every board with and without the repetition rule, and on the
// small board the values that bring the rule into play soonest.
func ruleSets() []engine.Rules {
	var sets []engine.Rules
	for _, repetition := range []string{"0", "1", "2", "3"} {
		sets = append(sets, engine.Rules{optRepetition: repetition})
	}
	for _, repetition := range []string{"0", "2"} {
		sets = append(sets,
			engine.Rules{optSize: "5", optRepetition: repetition},
			engine.Rules{optSize: "5", optAdvanced: "true", optRepetition: repetition})
	}
	return sets
}

// actionsOf takes a token apart by its length.
func actionsOf(token string) []engine.Action {
	if len(token) == 2 {
		return []engine.Action{{Verb: "place", Args: []string{token}}}
	}
	return []engine.Action{{Verb: "slide", Args: []string{token[:2], token[2:]}}}
}

func TestPerft(t *testing.T) {
	enginetest.Perft(t, Game{}, "../../testdata/perft/teeko.txt", 2_000_000)
}

func FuzzFEN(f *testing.F) {
	var fens []string
	for _, c := range fenCases {
		fens = append(fens, c.fen)
	}
	enginetest.FuzzFEN(f, Game{}, fens...)
}

func FuzzTurns(f *testing.F) {
	var inputs []string
	for _, c := range refusals {
		inputs = append(inputs, c.input)
	}
	enginetest.FuzzTurns(f, Game{}, inputs...)
}
