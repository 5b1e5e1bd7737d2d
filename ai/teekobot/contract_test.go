package teekobot

import (
	"testing"

	"go.uber.org/goleak"

	"quadrille/ai"
	"quadrille/ai/bottest"
	"quadrille/engine"
	"quadrille/engine/teeko"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// parse reads a FEN or fails the test.
func parse(t testing.TB, fen string) *teeko.Position {
	t.Helper()
	pos, err := teeko.Game{}.ParseFEN(fen, nil)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return pos.(*teeko.Position)
}

func start(t testing.TB, rules engine.Rules) *teeko.Position {
	t.Helper()
	pos, err := teeko.Game{}.New(rules, 1)
	if err != nil {
		t.Fatal(err)
	}
	return pos.(*teeko.Position)
}

// newSearcher returns a bot that solves nothing.
func newSearcher() ai.Bot { return &bot{solver: solver{off: true}} }

// newSolver returns a bot that keeps no files.
func newSolver() ai.Bot { return &bot{} }

func TestContract(t *testing.T) {
	bottest.Contract(t, newSearcher, []engine.Position{
		start(t, nil),
		start(t, engine.Rules{"size": "5"}),
		start(t, engine.Rules{"size": "5", "advanced": "true"}),
		parse(t, "OXO./..../.O../X..X O size=4,advanced=false,repetition=3 -"),
		parse(t, "O...X/.X.O./..X../.O.X./O.... X size=5,advanced=false,repetition=3 -"),
		// The past bars the way back.
		parse(t, "..O.X/.X.O./..X../.O.X./O.... X size=5,advanced=false,repetition=2 d2e2,a5b5,e2d2,b5c5"),
	})
}

func TestSelfPlay(t *testing.T) {
	for _, rules := range []engine.Rules{
		nil,
		{"repetition": "0"},
		{"repetition": "1"},
		{"repetition": "2"},
		{"size": "5"},
		{"size": "5", "advanced": "true"},
		{"size": "5", "advanced": "true", "repetition": "2"},
	} {
		bottest.SelfPlay(t, newSearcher, start(t, rules), 60, 1, 5, 10)
	}
}
