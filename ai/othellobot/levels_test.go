package othellobot

import (
	"strings"
	"testing"

	"quadrille/ai/alphabeta"
	"quadrille/engine/othello"
)

// TestGlance counts the disks behind a turn.
func TestGlance(t *testing.T) {
	empty := strings.Repeat("-", 56)
	for _, c := range []struct {
		fen, turn string
		want      int
	}{
		{strings.Repeat("-", 27) + "OX------XO" + strings.Repeat("-", 27) + " X", "d3", 300}, // four to one
		{"-OOOOOOX" + empty + " X", "a1", 800},
		{"-OXXXXXO" + empty + " X", "a1", 600}, // seven to one
		{"O-XOOOOX" + empty + " O", "b1", 600},
	} {
		s, err := othello.ParseState(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		turn, ok := othello.ParseTurn(c.turn)
		if !ok {
			t.Fatal(c.turn)
		}
		if got := (&task{state: s}).glance(alphabeta.Move(turn)); got != c.want {
			t.Errorf("%s %s: %d, want %d", c.fen, c.turn, got, c.want)
		}
	}
}
