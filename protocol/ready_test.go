package protocol

import (
	"slices"
	"strings"
	"testing"

	"quadrille/ai"
	"quadrille/engine"
	"quadrille/engine/square4"
	"quadrille/engine/teeko"
)

// readyBot notes what it is made ready for.
type readyBot struct {
	firstBot
	noted *[]string
}

func (b readyBot) Ready(pos engine.Position, s ai.Settings) {
	*b.noted = append(*b.noted, pos.Game().Name()+" level "+s.Level.String())
}

// TestReady asks isready at different times. A game that nobody chose costs
// nothing, and a running search is not disturbed.
func TestReady(t *testing.T) {
	for _, test := range []struct {
		name, input string
		want        []string
	}{
		{"at the start", "ugi\nisready\nsetoption name Level value 4\nisready\n", nil},
		{"other games", "query games\nsetoption name Game value teeko\nisready\n", nil},
		{"newgame alone", "newgame teeko\n", nil},
		{"newgame", "newgame teeko\nisready\n", []string{"teeko level 10"}},
		{"uginewgame", "setoption name Game value teeko\nuginewgame\nisready\n", []string{"teeko level 10"}},
		{"position", "isready\nposition startpos\nisready\n", []string{"square4 level 10"}},
		{"refused", "newgame chess\nisready\nposition fen nonsense\nisready\n", nil},
		{"an option", "newgame teeko\nisready\nsetoption name Level value 4\nisready\n", []string{"teeko level 10", "teeko level 4"}},
		{"no search to come", "setoption name Prepare value false\nnewgame teeko\nisready\nsetoption name Prepare value true\nisready\n", []string{"teeko level 10"}},
		{"during a search", "newgame teeko\ngo infinite\nisready\nstop\n", nil},
	} {
		var got []string
		factory := func(game string) ai.Factory {
			return ai.Factory{Game: game, New: func() ai.Bot { return readyBot{noted: &got} }}
		}
		session, err := NewSession([]engine.Game{square4.Game{}, teeko.Game{}}, []ai.Factory{factory("square4"), factory("teeko")})
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := NewServer(session, Config{NoTimes: true}).Serve(strings.NewReader(test.input), &out); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: made ready for %q, not %q", test.name, got, test.want)
		}
		if asked, answers := strings.Count(test.input, "isready"), strings.Count(out.String(), "readyok\n"); asked != answers {
			t.Errorf("%s: %d answers to %d isready", test.name, answers, asked)
		}
	}
}
