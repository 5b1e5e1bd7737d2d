package bottest

import (
	"testing"

	"quadrille/ai"
	"quadrille/engine"
)

// SelfPlay plays games of a bot against itself from the position, one a level
// given, at few nodes a turn, and checks every answer. A game that is not over
// after so many turns is left.
func SelfPlay(t testing.TB, newBot func() ai.Bot, start engine.Position, turns int, levels ...int) {
	t.Helper()
	for _, level := range levels {
		s := settings()
		s.Level, s.Seed = engine.Level(level), uint64(level)
		b := newBot()
		pos := start
		for n := 0; n < turns && !pos.Result().Over; n++ {
			r := Run(t, b, pos, ai.Limits{Nodes: 200}, s)
			pos = PlayLine(t, pos, []string{r.Best.Move})
		}
	}
}
