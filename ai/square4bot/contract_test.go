package square4bot

import (
	"testing"

	"go.uber.org/goleak"

	"quadrille/ai/bottest"
	"quadrille/engine"
	"quadrille/engine/square4"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// parse reads a FEN or fails the test.
func parse(t testing.TB, fen string) *square4.Position {
	t.Helper()
	pos, err := square4.Game{}.ParseFEN(fen, nil)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return pos.(*square4.Position)
}

func start(t testing.TB, rules engine.Rules) *square4.Position {
	t.Helper()
	pos, err := square4.Game{}.New(rules, 1)
	if err != nil {
		t.Fatal(err)
	}
	return pos.(*square4.Position)
}

func TestContract(t *testing.T) {
	midTurn, err := start(t, nil).Act(engine.Action{Verb: "place", Args: []string{"0", "2"}})
	if err != nil {
		t.Fatal(err)
	}
	bottest.Contract(t, New, []engine.Position{
		start(t, nil),
		start(t, engine.Rules{"pieces": "4"}),
		start(t, engine.Rules{"pieces": "16"}),
		start(t, engine.Rules{"slideback": "false"}),
		start(t, engine.Rules{"repetition": "1"}),
		midTurn,
		parse(t, "..../...R/..../..../R.B./..../####/B.../.... R placement 2,2 pieces=8,slideback=true,repetition=3 - -"),
	})
}

func TestSelfPlay(t *testing.T) {
	for _, rules := range []engine.Rules{
		nil,
		{"pieces": "4"},
		{"pieces": "16"},
		{"slideback": "false"},
		{"repetition": "1"},
		{"repetition": "0", "pieces": "5"},
		{"repetition": "2", "slideback": "false"},
	} {
		bottest.SelfPlay(t, New, start(t, rules), 60, 1, 5, 10)
	}
}
