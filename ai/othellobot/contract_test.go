package othellobot

import (
	"testing"

	"go.uber.org/goleak"

	"quadrille/ai/bottest"
	"quadrille/engine"
	"quadrille/engine/othello"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// parse reads a FEN or fails the test.
func parse(t testing.TB, fen string) *othello.Position {
	t.Helper()
	pos, err := othello.Game{}.ParseFEN(fen, nil)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return pos.(*othello.Position)
}

func start(t testing.TB) *othello.Position {
	t.Helper()
	pos, err := othello.Game{}.New(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	return pos.(*othello.Position)
}

func TestContract(t *testing.T) {
	bottest.Contract(t, New, []engine.Position{
		start(t),
		parse(t, "----------------OXXX----XOXXOO----OXO-----OOX-----O-XX------X--- X"),
		parse(t, "-----------XXX----OXXO---OOXOOO-OOXXXXOX--XXX-XO--XXXX---------- X"),
	})
}

func TestSelfPlay(t *testing.T) {
	bottest.SelfPlay(t, New, start(t), 70, 1, 3, 5, 7, 9, 10)
}
