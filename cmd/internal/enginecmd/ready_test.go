package enginecmd

import (
	"strings"
	"testing"

	"quadrille/ai"
	"quadrille/engine"
)

// readyBot counts how often it is made ready; nothing else of it is used.
type readyBot struct {
	ai.Bot
	ready *int
}

func (b readyBot) Ready(engine.Position, ai.Settings) { *b.ready++ }
func (b readyBot) Reset()                             {}

// TestReady starts the engine in each language. A game that nobody chose is not
// made ready, and one that the command line or the other program chose is.
func TestReady(t *testing.T) {
	for _, tc := range []struct {
		args, input string
		want        int
	}{
		{"", "ugi\nisready\n", 0},
		{"", "newgame\nisready\n", 1},
		{"--set Game=othello", "isready\n", 1},
		{"--protocol gtp", "name\nlist_games\n", 0},
		{"--protocol gtp", "boardsize 8\nclear_board\n", 1},
		{"", "nboard 2\n", 0},
		{"", "nboard 2\nping 1\n", 1},
	} {
		ready := 0
		lists := Product()
		for i := range lists.Bots {
			lists.Bots[i].New = func() ai.Bot { return readyBot{ready: &ready} }
		}
		var out, errs strings.Builder
		if status := lists.Main(strings.Fields(tc.args), strings.NewReader(tc.input), &out, &errs); status != 0 {
			t.Errorf("%s %q: status %d: %s", tc.args, tc.input, status, errs.String())
		}
		if ready != tc.want {
			t.Errorf("%s %q: made ready %d times, want %d", tc.args, tc.input, ready, tc.want)
		}
	}
}
