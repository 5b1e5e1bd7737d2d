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
		MaxTurns:  80,
		Actions:   actionsOf,
		Reference: newReference,
		Starts: []enginetest.Start{
			{FEN: "O..X/.XO./.OX./X..O X size=4,advanced=false,repetition=2 a3a4"},
			{FEN: "OO.OX/.X.../..X../.O.X./..... O size=5,advanced=true,repetition=3 a4a5,c2c3"},
		},
	}.Run(t)
}

// ruleSets crosses the boards with values that bring the repetition rule into
// play.
func ruleSets() []engine.Rules {
	var sets []engine.Rules
	for _, board := range []engine.Rules{{}, {optSize: "5"}, {optSize: "5", optAdvanced: "true"}} {
		for _, repetition := range []string{"0", "1", "2", "3"} {
			set := engine.Rules{optRepetition: repetition}
			for name, value := range board {
				set[name] = value
			}
			sets = append(sets, set)
		}
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
	enginetest.Perft(t, Game{}, "../../testdata/perft/teeko.txt", 10_000_000)
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
