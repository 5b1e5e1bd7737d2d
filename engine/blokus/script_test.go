package blokus

import (
	"testing"

	"quadrille/engine/enginetest"
)

func TestScripts(t *testing.T) {
	enginetest.Script(t, Game{}, "../../testdata/blokus/[fr]*.txt")
}
