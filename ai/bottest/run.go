package bottest

import (
	"testing"
	"time"

	"quadrille/ai"
	"quadrille/engine"
)

// Result is what one search said.
type Result struct {
	Best  ai.Best
	Infos []ai.Info
}

// Last returns the last info of what the search found.
func (r Result) Last() ai.Info {
	for i := len(r.Infos) - 1; i >= 0; i-- {
		if r.Infos[i].Found() {
			return r.Infos[i]
		}
	}
	return ai.Info{}
}

// Text returns the infos for people, each ended by a newline.
func (r Result) Text() (all string) {
	for _, i := range r.Infos {
		if i.Text != "" {
			all += i.Text + "\n"
		}
	}
	return all
}

// Run searches and checks what holds of every search: the answer and every
// line are legal, the ponder move is legal behind it, the last info has the
// node count, and a line that is as long as the game has yet to last ends it.
func Run(t testing.TB, b ai.Bot, pos engine.Position, limits ai.Limits, settings ai.Settings) Result {
	t.Helper()
	return RunUnder(t, ai.NewControl(limits), b, pos, limits, settings, func(ai.Info) {})
}

// RunUnder is Run with a control and a reporter.
func RunUnder(t testing.TB, ctl *ai.Control, b ai.Bot, pos engine.Position, limits ai.Limits, settings ai.Settings, listen func(ai.Info)) Result {
	t.Helper()
	var r Result
	before := pos.FEN()
	r.Best = b.Search(ctl, pos, limits, settings, func(i ai.Info) {
		i.Time = 0
		r.Infos = append(r.Infos, i)
		listen(i)
	})
	if pos.FEN() != before {
		t.Fatalf("%s: the search changed the position to %s", before, pos.FEN())
	}
	line := []string{r.Best.Move}
	if r.Best.Ponder != "" {
		line = append(line, r.Best.Ponder)
	}
	PlayLine(t, pos, line)
	for _, i := range r.Infos {
		checkInfo(t, pos, i)
	}
	return r
}

func checkInfo(t testing.TB, pos engine.Position, i ai.Info) {
	t.Helper()
	end := PlayLine(t, pos, i.PV)
	plies := max(i.Score.Mate, -i.Score.Mate)
	if !i.HasScore || plies == 0 || plies != len(i.PV) {
		return
	}
	winner := pos.Turn()
	if i.Score.Mate < 0 {
		winner = winner.Next(pos.Players())
	}
	if got := end.Result(); !got.Over || got.Winner != winner {
		t.Errorf("%s: mate %d, but after %v the result is %s", pos.FEN(), i.Score.Mate, i.PV, got)
	}
}

// PlayLine returns the position after the tokens; an illegal one ends the test.
func PlayLine(t testing.TB, pos engine.Position, tokens []string) engine.Position {
	t.Helper()
	at := pos
	for _, token := range tokens {
		next, err := at.Play(token)
		if err != nil {
			t.Fatalf("%s: line %v: %v", pos.FEN(), tokens, err)
		}
		at = next
	}
	return at
}

// Duel has two players, who choose tokens, play from the position to the end of a
// game for two. It returns 1 when the one of the side wins, -1 when the other does
// and 0 for a draw. An illegal token ends the test.
func Duel(t testing.TB, pos engine.Position, side engine.Player, own, other func(engine.Position) string) int {
	t.Helper()
	for !pos.Result().Over {
		choose := other
		if pos.Turn() == side {
			choose = own
		}
		pos = PlayLine(t, pos, []string{choose(pos)})
	}
	switch pos.Result().Winner {
	case side:
		return 1
	case engine.NoPlayer:
		return 0
	}
	return -1
}

// settings returns full strength with a small table.
func settings() ai.Settings {
	s := ai.FullStrength()
	s.Hash, s.MoveOverhead = 1, time.Millisecond
	return s
}
