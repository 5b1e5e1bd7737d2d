package square4

import (
	"testing"

	"quadrille/engine/enginetest"
)

func TestRules(t *testing.T) {
	enginetest.Script(t, Game{}, "../../testdata/square4/rules-*.txt")
}

func TestPerft(t *testing.T) {
	enginetest.Perft(t, Game{}, "../../testdata/perft/square4.txt", 1_000_000)
}
