package match

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/client/match/stats"
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
	if got, want := gameLine(g, p), "game 2 (2 of 8) b - a: p2win by crash in 1 turn\n  b ended:\n  panic: x"; got != want {
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
	// None are played after the end, which a test may have decided.
	p.Over = true
	if got, want := speed(p, now), "4 of 8 games, 10s, 0.2 games a second"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.Over, p.Resumed = false, 4
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

// glass is a terminal as far as a table needs one.
type glass struct {
	columns, rows int
	lines         []string // all that were ever there
	x, y          int      // the cursor
}

func (g *glass) Size() (columns, rows int) { return g.columns, g.rows }

func (g *glass) Write(b []byte) (int, error) {
	for text := string(b); text != ""; {
		var up int
		if n, _ := fmt.Sscanf(text, "\x1b[%dA\x1b[J", &up); n == 1 {
			top := max(0, len(g.lines)-g.rows)
			g.x, g.y = 0, max(top, g.y-up)
			g.lines = append(g.lines[:g.y], "")
			text = text[strings.Index(text, "J")+1:]
			continue
		}
		r, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		if r == '\n' || g.x == g.columns {
			g.x, g.y = 0, g.y+1
		}
		if g.y == len(g.lines) {
			g.lines = append(g.lines, "")
		}
		if r != '\n' {
			g.lines[g.y] += string(r)
			g.x++
		}
	}
	return len(b), nil
}

// On a terminal the table is drawn over the last one, also where its lines are
// broken or it would not fit, and nothing of earlier ones is left.
func TestLiveRedraws(t *testing.T) {
	for _, at := range []struct{ columns, rows int }{{200, 50}, {80, 24}, {79, 24}, {40, 50}, {20, 60}, {80, 8}, {30, 10}} {
		g := &glass{columns: at.columns, rows: at.rows}
		now := begun
		r := &LiveReporter{Screen: Screen{Out: g, Size: g.Size}, Now: func() time.Time { return now }}
		p, games := progressOf(2)
		p.Spec.SPRT = &stats.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
		r.Begin(p)
		before := strings.Join(g.lines, "\n")
		r.Game(games[1], p)
		if after := strings.Join(g.lines, "\n"); after != before {
			t.Errorf("%v: it was drawn again at once:\n%s\n-- before --\n%s", at, after, before)
		}
		now = now.Add(time.Second)
		r.Game(games[1], p)
		if after := strings.Join(g.lines, "\n"); after == before {
			t.Errorf("%v: it was not drawn again after a second", at)
		}
		r.Note("a note", p)
		r.End(p, nil)
		// The title, the note and the table, of which not a line is missing, stand
		// there as if nothing else had ever been.
		want := &glass{columns: at.columns, rows: at.rows}
		fmt.Fprint(want, title(p)+"\na note\n"+Look(p, now).Table)
		if got := strings.Join(g.lines, "\n"); got != strings.Join(want.lines, "\n") {
			t.Errorf("%v: the terminal shows\n%s\n-- want --\n%s", at, got, strings.Join(want.lines, "\n"))
		}
	}
}

// What does not fit is said, and how far the match has come stays in sight.
func TestLiveFits(t *testing.T) {
	lines := []string{"1\n", "2\n", "3\n", "4\n", "12345678901\n"}
	for _, tc := range []struct {
		columns, rows int
		want          string
	}{
		{20, 6, "1 2 3 4 12345678901"},
		{40, 5, "1 2 ... (2 more lines in the end) 12345678901"},
		{20, 5, "1 ... (3 more lines in the end) 12345678901"},
		{10, 7, "1 2 3 4 12345678901"},
		{20, 1, "... (4 more lines in the end) 12345678901"},
	} {
		if got := strings.ReplaceAll(strings.TrimSpace(strings.Join(fit(lines, tc.columns, tc.rows), "")), "\n", " "); got != tc.want {
			t.Errorf("%d × %d: %s, want %s", tc.columns, tc.rows, got, tc.want)
		}
	}
}
