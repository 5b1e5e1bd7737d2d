package square4bot

import (
	"testing"

	"quadrille/ai"
	"quadrille/ai/bottest"
)

// TestGuardKeepsTheDraw has positions in which a search of 20,000 nodes used to
// play a turn that loses by force (found by BenchmarkKeepsDraw); that turn must
// lose by the mate search, and the bot must play another that does not.
func TestGuardKeepsTheDraw(t *testing.T) {
	for _, c := range []struct{ fen, loser string }{
		{"...B/..../..../...R/..../####/.R../..../.... B placement 2,1 pieces=8,slideback=true,repetition=3 - -", "3.1s8"},
		{"..../####/..../..../..../..../.R../R.../B... B placement 2,1 pieces=8,slideback=true,repetition=3 - -", "7.1s0"},
		{"...B/...R/..../.R.B/..../..../.R../####/.... B placement 3,2 pieces=8,slideback=true,repetition=3 - -", "4.1s4"},
		{"..BB/..R./..../RB.R/..../####/.R../..../.... B placement 4,3 pieces=8,slideback=true,repetition=3 - -", "1.3s8"},
	} {
		pos := parse(t, c.fen)
		if !loses(bottest.PlayLine(t, pos, []string{c.loser})) {
			t.Errorf("%s: %s does not lose", c.fen, c.loser)
		}
		for seed := range uint64(3) {
			s := strength()
			s.Seed = seed + 1
			got := bottest.Run(t, New(), pos, ai.Limits{Nodes: 20000}, s).Best.Move
			if loses(bottest.PlayLine(t, pos, []string{got})) {
				t.Errorf("%s, seed %d: %s loses", c.fen, s.Seed, got)
			}
		}
	}
}
