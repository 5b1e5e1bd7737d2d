package othello

import (
	"testing"

	"quadrille/engine/enginetest"
)

func TestPerft(t *testing.T) {
	enginetest.Perft(t, Game{}, "../../testdata/perft/othello.txt", 30_000_000)
}
