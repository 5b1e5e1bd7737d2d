package square4bot

import (
	"fmt"
	"testing"
	"time"

	"quadrille/ai"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// parse reads a FEN or fails the test.
func parse(t testing.TB, fen string) engine.Position {
	t.Helper()
	pos, err := square4.Game{}.ParseFEN(fen, nil)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return pos
}

// result is what a search said.
type result struct {
	best  ai.Best
	infos []ai.Info
	time  time.Duration
}

// last returns the last info that is no text.
func (r result) last() ai.Info {
	for i := len(r.infos) - 1; ; i-- {
		if r.infos[i].Text == "" {
			return r.infos[i]
		}
	}
}

func (r result) text() (all string) {
	for _, i := range r.infos {
		if i.Text != "" {
			all += i.Text + "\n"
		}
	}
	return all
}

// run searches and checks what holds for every search: the answer and every
// line are legal, the last info has nodes.
func run(t testing.TB, b ai.Bot, pos engine.Position, limits ai.Limits, settings ai.Settings) result {
	t.Helper()
	var r result
	start := time.Now()
	r.best = b.Search(ai.NewControl(limits), pos, limits, settings, func(i ai.Info) { r.infos = append(r.infos, i) })
	r.time = time.Since(start)
	playLine(t, pos, []string{r.best.Move})
	for _, i := range r.infos {
		end := playLine(t, pos, i.PV)
		if n := i.Score.Mate; i.HasScore && (n == len(i.PV) || -n == len(i.PV)) && !end.Result().Over {
			t.Errorf("%s: %d plies to the end, but after %v the game goes on", pos.FEN(), n, i.PV)
		}
	}
	if r.last().Nodes == 0 {
		t.Errorf("%s: the last info has no nodes", pos.FEN())
	}
	return r
}

func playLine(t testing.TB, pos engine.Position, tokens []string) engine.Position {
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

func startPosition(t testing.TB, rules engine.Rules) engine.Position {
	t.Helper()
	pos, err := square4.Game{}.New(rules, 1)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

func TestSmoke(t *testing.T) {
	pos := startPosition(t, nil)
	b := New()
	r := run(t, b, pos, ai.Limits{Mate: 6}, ai.FullStrength())
	fmt.Println(r)
	s := ai.FullStrength()
	for !pos.Result().Over {
		s.Level = 10
		_ = 0
		r := run(t, b, pos, ai.Limits{MoveTime: 100*time.Millisecond}, s)
		fmt.Printf("%+v\n", r.last())
		r2 := run(t, b, pos, ai.Limits{Mate: 5}, s)
		fmt.Printf("   %+v\n", r2.infos)
		pos, _ = pos.Play(r.best.Move)
	}
	fmt.Println(pos.Diagram(), pos.Result())
}
