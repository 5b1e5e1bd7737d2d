package match

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"quadrille/cmd/client/match/arena"
)

var begun = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// progressOf is a match of a against b in which a won every game, with the
// games in pairs.
func progressOf(games int) (Progress, []arena.Game) {
	s := newStanding(2, 2)
	var list []arena.Game
	for i := range games {
		g := arena.Game{ID: i + 1, Group: 1 + i/2, Size: 2, Seats: []int{i % 2, 1 - i%2}, Points: []float64{float64(1 - i%2), float64(i % 2)},
			Result: []string{"p1win", "p2win"}[i%2], Reason: "discs", End: arena.EndRules, Elapsed: time.Second}
		s.Add(g)
		list = append(list, g)
	}
	spec := &Spec{Engines: []EngineSpec{{Name: "a"}, {Name: "b"}}, Game: "othello", Format: "roundrobin"}
	return Progress{Spec: spec, Standing: s, Total: 8, Begun: begun, Crew: Crew{Players: 1}}, list
}

// Who won everything is infinitely better, which JSON cannot say.
func TestJSONOfInfinity(t *testing.T) {
	p, games := progressOf(4)
	var out strings.Builder
	r := &JSONReporter{Out: &out}
	r.Begin(p)
	r.Game(games[0], p)
	r.End(p, context.Canceled)
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines, want 3:\n%s", len(lines), out.String())
	}
	var end struct {
		Event   string
		Games   int
		Error   string
		Engines []struct {
			Name string
			Wins int
			Elo  map[string]*float64
		}
	}
	if err := json.Unmarshal([]byte(lines[2]), &end); err != nil {
		t.Fatal(err)
	}
	if end.Event != "end" || end.Games != 4 || end.Error != context.Canceled.Error() || len(end.Engines) != 2 ||
		end.Engines[0].Name != "a" || end.Engines[0].Wins != 4 {
		t.Errorf("end: %s", lines[2])
	}
	if elo, ok := end.Engines[0].Elo["elo"]; elo != nil || !ok {
		t.Errorf("Elo of who won every game is %v, want null", elo)
	}
}

// A game's line says who was at fault and how, indented below it.
func TestGameLine(t *testing.T) {
	p, games := progressOf(2)
	g := games[1]
	if got, want := gameLine(g, p), "game 2 (2 of 8) b - a: p2win by discs in 0 turns"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	g.End, g.Reason, g.Fault, g.Detail, g.Turns = arena.EndCrash, string(arena.EndCrash), 1, "b ended:\npanic: x\n", []string{"f5"}
	if got, want := gameLine(g, p), "game 2 (2 of 8) b - a: p2win by crash in 1 turns\n  b ended:\n  panic: x"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	g.End, g.Reason, g.Result = arena.EndDisagreement, "discs", "*"
	if got := gameLine(g, p); !strings.Contains(got, "no single winner by disagreement, discs") {
		t.Errorf("%q", got)
	}
}

// Games of an earlier run do not count for the speed: 4 of 8 were played, 2 of
// them in this run's 10 seconds, so 4 more take 20.
func TestProgress(t *testing.T) {
	p, _ := progressOf(4)
	p.Resumed = 2
	now := begun.Add(10 * time.Second)
	if got, want := speed(p, now), "4 of 8 games, 10s, 0.2 games a second; at most 20s left, until 03:04:35"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.Resumed = 4
	if got, want := speed(p, now), "4 of 8 games, 10s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The table comes every N games and at the end, and says how to go on.
func TestPlain(t *testing.T) {
	var out strings.Builder
	r := &TextReporter{Out: &out, Every: 2, Quiet: true, Now: func() time.Time { return begun.Add(time.Second) }}
	for n := 1; n <= 4; n++ {
		p, games := progressOf(n)
		r.Game(games[n-1], p)
	}
	if n := strings.Count(out.String(), "engine  games"); n != 2 || strings.Contains(out.String(), "game 1 ") {
		t.Errorf("%d tables after 4 games, want 2:\n%s", n, out.String())
	}
	p, _ := progressOf(0)
	out.Reset()
	r.End(p, context.Canceled)
	if !strings.HasSuffix(out.String(), "Interrupted; --resume goes on.\n") || strings.Contains(out.String(), "NaN") {
		t.Errorf("the end before any game:\n%s", out.String())
	}
}

// On a terminal the table is drawn over the last one: the cursor goes up by as
// many lines as were written.
func TestLiveRedraws(t *testing.T) {
	var out strings.Builder
	now := begun
	r := &LiveReporter{Screen: Screen{Out: &out}, Now: func() time.Time { return now }}
	p, games := progressOf(2)
	r.Begin(p)
	before := strings.Count(strings.SplitN(out.String(), "\n", 2)[1], "\n")
	if before != r.written {
		t.Errorf("%d lines stand there, %d are known", before, r.written)
	}
	length := out.Len()
	r.Game(games[1], p)
	if out.Len() != length {
		t.Error("it was drawn again at once")
	}
	now = now.Add(time.Second)
	r.Game(games[1], p)
	if out.Len() == length {
		t.Error("it was not drawn again after a second")
	}
}
