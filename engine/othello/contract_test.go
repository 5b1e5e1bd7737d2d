package othello

import (
	"strings"
	"testing"

	"quadrille/engine"
	"quadrille/engine/enginetest"
)

func TestContract(t *testing.T) {
	enginetest.Contract{
		Game:      Game{},
		Games:     12,
		Actions:   actionsOf,
		Reference: newReference,
		Starts: []enginetest.Start{
			{FEN: strings.Repeat("X", 59) + "OX--- X"},                      // must pass
			{FEN: "XO------OO------" + strings.Repeat("-", 46) + "OX O"},    // two islands
			{FEN: strings.Repeat("-", 64) + " O"},                           // over without disks
			{FEN: strings.Repeat("X", 32) + strings.Repeat("O", 32) + " X"}, // drawn
			{FEN: strings.Repeat("O", 7) + "-" + strings.Repeat("X", 40) + strings.Repeat("-", 16) + " O"},
		},
	}.Run(t)
}

func actionsOf(token string) []engine.Action {
	if token == "pass" {
		return []engine.Action{{Verb: "pass"}}
	}
	return []engine.Action{{Verb: "place", Args: []string{token}}}
}

func TestPerft(t *testing.T) {
	enginetest.Perft(t, Game{}, "../../testdata/perft/othello.txt", 30_000_000)
}

func FuzzFEN(f *testing.F) {
	var fens []string
	for _, c := range fenCases() {
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
