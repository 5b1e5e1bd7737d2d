//go:build unix

package match

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/client/match/stats"
	"quadrille/protocol/driver"
)

// collector is a reporter that keeps what it is told.
type collector struct {
	begun bool
	games []arena.Game
	notes []string
	last  Progress
	err   error
	each  func(Progress)
}

func (c *collector) Begin(p Progress) { c.begun, c.last = true, p }
func (c *collector) Game(g arena.Game, p Progress) {
	c.games, c.last = append(c.games, g), p
	if c.each != nil {
		c.each(p)
	}
}
func (c *collector) Note(text string, p Progress) { c.notes, c.last = append(c.notes, text), p }
func (c *collector) End(p Progress, err error)    { c.last, c.err = p, err }

// fake is the specification of a fake engine, by its words. The marker makes
// its processes known among all others.
func fake(t testing.TB, name, words string) EngineSpec {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return EngineSpec{Name: name, Cmd: fmt.Sprintf("'%s' fake %s %s", self, words, marker(t))}
}

func marker(t testing.TB) string {
	return fmt.Sprintf("marker=%s.%d", strings.ReplaceAll(t.Name(), "/", "."), os.Getpid())
}

// newSpec is a round robin of fakes at depth 1 from random openings.
func newSpec(engines ...EngineSpec) *Spec {
	return &Spec{Engines: engines, Game: "teeko", Format: RoundRobin, Rounds: 1, Pairs: 1,
		Seatings: Rotations, Random: 2, Seed: 7, Limits: arena.Limits{Depth: 1},
		Margin: 20 * time.Millisecond, Stall: 20 * time.Second, MaxPlies: 60}
}

func testOptions(t testing.TB, r Reporter) Options {
	t.Helper()
	return Options{Concurrency: 2, Reporter: r}
}

// playAll plays a match to its end in a new journal, whose path it returns.
func playAll(t testing.TB, spec *Spec) (*collector, string) {
	t.Helper()
	c := &collector{}
	path := filepath.Join(t.TempDir(), "match.db")
	o := testOptions(t, c)
	j, err := Begin(context.Background(), spec, nil, path, o)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := Run(context.Background(), spec, j, o); err != nil {
		t.Fatal(err)
	}
	return c, path
}

// What an engine does wrong, and the end of the game that this is.
func TestEnds(t *testing.T) {
	t.Parallel() // it waits more than it works
	for _, tc := range []struct {
		mode   string
		change func(*Spec)
		end    arena.End
		detail string
		lost   bool // the fault costs the game
	}{
		{"crash", nil, arena.EndCrash, "exit status 2; its standard error ends with:\npanic: out of ideas", true},
		{"closes", nil, arena.EndCrash, "closed its output", true},
		{"hang", func(s *Spec) { s.Stall = 500 * time.Millisecond }, arena.EndStall, `did not answer "go depth 1" within 500ms`, true},
		{"flood", func(s *Spec) { s.Stall = 500 * time.Millisecond }, arena.EndStall, "within 500ms", true},
		{"hang", func(s *Spec) {
			s.Stall = 500 * time.Millisecond
			s.Limits = arena.Limits{MoveTime: 480 * time.Millisecond}
		}, arena.EndStall, "within 1s", true},
		{"late", func(s *Spec) { s.Limits = arena.Limits{MoveTime: 500 * time.Millisecond} }, arena.EndTime, "too long (the margin is 20ms)", true},
		{"late", func(s *Spec) { s.Limits = arena.Limits{Base: 500 * time.Millisecond, Inc: 500 * time.Millisecond} }, arena.EndTime, "too long", true},
		{"cheat", nil, arena.EndIllegal, `played z9`, true},
		{"garbage", nil, arena.EndIllegal, `played`, true},
		{"resync", nil, arena.EndIllegal, "played z9", true},
		{"none", nil, arena.EndDisagreement, "says that it has no turn", true},
		{"refuse", nil, arena.EndDisagreement, "", true},
		{"lie", func(s *Spec) { s.MaxPlies = 0 }, arena.EndDisagreement, "the referee", false},
		{"bare", nil, arena.EndProtocol, "bestmove with no turn behind it", true},
		{"longline", nil, arena.EndProtocol, "a line of more than", true},
	} {
		t.Run(tc.mode+" "+string(tc.end), func(t *testing.T) {
			spec := newSpec(fake(t, "good", "random seed=1"), fake(t, "bad", tc.mode+" seed=2"))
			if tc.change != nil {
				tc.change(spec)
			}
			c, _ := playAll(t, spec)
			if len(c.games) != 2 {
				t.Fatalf("%d games, want 2", len(c.games))
			}
			for _, g := range c.games {
				bad := slices.Index(g.Seats, 1)
				if g.End != tc.end || !strings.Contains(g.Detail, tc.detail) || g.Fault != bad+1 {
					t.Errorf("game %d: end %s, fault %d, detail %q; want %s by seat %d, %q", g.ID, g.End, g.Fault, g.Detail, tc.end, bad+1, tc.detail)
				}
				if tc.lost && (g.Points[bad] != 0 || g.Points[1-bad] != 1 || g.Result != fmt.Sprintf("p%dwin", 2-bad)) {
					t.Errorf("game %d: points %v, result %s", g.ID, g.Points, g.Result)
				}
			}
			expectNoProcess(t)
		})
	}
}

// The ends that are nobody's fault.
func TestHarmlessEnds(t *testing.T) {
	for _, tc := range []struct {
		change func(*Spec)
		end    arena.End
		result string
	}{
		{func(s *Spec) { s.MaxPlies = 5 }, arena.EndMaxLength, "draw"},
		// The fakes report ten hundredths more with every turn, for whoever is
		// to move: always near 0 here, and never agreed to be a win.
		{func(s *Spec) { s.DrawRule = arena.AdjudgeRule{Plies: 4, Score: 500, After: 6} }, arena.EndDraw, "draw"},
		{func(s *Spec) { s.WinRule = arena.AdjudgeRule{Plies: 2, Score: 1, After: 2}; s.MaxPlies = 7 }, arena.EndMaxLength, "draw"},
		{func(s *Spec) { s.Game, s.MaxPlies = "othello", 0 }, arena.EndRules, ""},
	} {
		spec := newSpec(fake(t, "a", "random seed=1"), fake(t, "b", "plain seed=2 game=teeko"))
		tc.change(spec)
		if spec.Game == "othello" {
			spec.Engines[1].Cmd = strings.Replace(spec.Engines[1].Cmd, "game=teeko", "game=othello", 1)
		}
		c, _ := playAll(t, spec)
		for _, g := range c.games {
			if g.End != tc.end || tc.result != "" && g.Result != tc.result || g.Fault != 0 || g.Detail != "" && g.End == arena.EndRules {
				t.Errorf("%+v, want end %s", g, tc.end)
			}
		}
		expectNoProcess(t)
	}
}

// Every pair of games begins with the same turns, with the seats swapped, and
// the same match has the same games again.
func TestOpeningsAndRepetition(t *testing.T) {
	spec := func() *Spec {
		s := newSpec(fake(t, "a", "random seed=1"), fake(t, "b", "random seed=2"), fake(t, "c", "random seed=3"))
		s.Random, s.Rounds = 4, 2
		return s
	}
	first, _ := playAll(t, spec())
	again, _ := playAll(t, spec())
	if len(first.games) != 12 {
		t.Fatalf("%d games, want 3 encounters × 2 rounds × 2 seatings", len(first.games))
	}
	openings := map[int]string{}
	for _, g := range sorted(first.games) {
		o := strings.Join(g.Turns[:g.Opened], " ")
		if known, ok := openings[g.Opening]; ok && known != o || g.Opened != 4 {
			t.Errorf("game %d begins with %q, another of its opening with %q", g.ID, o, known)
		}
		openings[g.Opening] = o
	}
	if len(openings) != 2 || openings[0] == openings[1] {
		t.Errorf("openings %v", openings)
	}
	for i, g := range sorted(again.games) {
		h := sorted(first.games)[i]
		if !slices.Equal(g.Turns, h.Turns) || g.Result != h.Result || !slices.Equal(g.Seats, h.Seats) {
			t.Errorf("game %d is another the second time", g.ID)
		}
	}
}

func sorted(games []arena.Game) []arena.Game {
	return slices.SortedFunc(slices.Values(games), func(a, b arena.Game) int { return a.ID - b.ID })
}

// Four seats: every engine sits in every seat, and points come from the
// scores.
func TestFourSeats(t *testing.T) {
	spec := newSpec(fake(t, "a", "random seed=1"), fake(t, "b", "random seed=2"), fake(t, "c", "random seed=3"), fake(t, "d", "cheat seed=4"))
	spec.Game, spec.Rules, spec.MaxPlies = "blokus", "start=random", 0
	c, _ := playAll(t, spec)
	if len(c.games) != 4 {
		t.Fatalf("%d games, want 4", len(c.games))
	}
	var seats [4][4]int
	for _, g := range c.games {
		for seat, e := range g.Seats {
			seats[e][seat]++
		}
		cheat := slices.Index(g.Seats, 3)
		want := []float64{2. / 3, 2. / 3, 2. / 3, 2. / 3}
		want[cheat] = 0
		if g.End != arena.EndIllegal || g.Fault != cheat+1 || g.Result != "*" || cmp.Diff(want, g.Points) != "" {
			t.Errorf("game %d: %s, fault %d, %s, %v", g.ID, g.End, g.Fault, g.Result, g.Points)
		}
		if !strings.Contains(g.Start, "start=random") {
			t.Errorf("game %d starts at %q, which leaves the start to each engine", g.ID, g.Start)
		}
	}
	if want := [4][4]int{{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}}; seats != want {
		t.Errorf("seats %v", seats)
	}
	spec.Engines = spec.Engines[:2]
	c, _ = playAll(t, spec)
	if len(c.games) != 2 || !slices.Equal(sorted(c.games)[0].Seats, []int{0, 1, 0, 1}) {
		t.Errorf("two engines in four seats: %d games", len(c.games))
	}
	for _, g := range c.games {
		if g.End != arena.EndRules || len(g.Scores) != 4 {
			t.Errorf("game %d: %s, scores %v: %s", g.ID, g.End, g.Scores, g.Detail)
		}
		for i, p := range g.Points {
			if want := placePoints(g.Scores, i); p != want {
				t.Errorf("scores %v: seat %d has %v points, want %v", g.Scores, i, p, want)
			}
		}
	}
}

// placePoints is the rank score by hand: the mean worth of the places that
// the seats with this score take, where place k of n is worth (n-1-k)/(n-1).
func placePoints(scores []int, seat int) float64 {
	first, last := 0, -1
	for _, s := range scores {
		if s > scores[seat] {
			first++
		}
		if s >= scores[seat] {
			last++
		}
	}
	n := len(scores)
	return (float64(n-1-first) + float64(n-1-last)) / 2 / float64(n-1)
}

// A decided test ends the match early, and again after it is resumed.
func TestSPRTEndsTheMatch(t *testing.T) {
	spec := newSpec(fake(t, "good", "random seed=1"), fake(t, "bad", "cheat seed=2"))
	spec.Rounds, spec.SPRT = 500, &stats.SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	c, path := playAll(t, spec)
	verdict := func(p Progress) stats.Verdict {
		_, _, v := p.Standing.Test(*p.Spec.SPRT)
		return v
	}
	if verdict(c.last) != stats.AcceptedH1 || len(c.games) > 200 || !c.last.Over {
		t.Fatalf("%d games, test %+v, over %v", len(c.games), verdict(c.last), c.last.Over)
	}
	again := &collector{}
	j, text, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	read := &Spec{}
	if err := json.Unmarshal(text, read); err != nil || cmp.Diff(spec, read) != "" {
		t.Errorf("specification from the journal: %v %s", err, cmp.Diff(spec, read))
	}
	if err := Run(t.Context(), read, j, testOptions(t, again)); err != nil || len(again.games) != 0 || verdict(again.last) != stats.AcceptedH1 {
		t.Errorf("resumed: %v, %d games, %+v", err, len(again.games), verdict(again.last))
	}
	expectNoProcess(t)
}

// Cancelling leaves a journal that the match goes on from.
func TestInterrupt(t *testing.T) {
	spec := newSpec(fake(t, "a", "random seed=1"), fake(t, "b", "random seed=2"))
	spec.Rounds = 20
	path := filepath.Join(t.TempDir(), "match.db")
	ctx, cancel := context.WithCancel(t.Context())
	c := &collector{each: func(p Progress) {
		if p.Standing.Games == 5 {
			cancel()
		}
	}}
	j, err := Begin(ctx, spec, nil, path, testOptions(t, c))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := Run(ctx, spec, j, testOptions(t, c)); err != context.Canceled || c.err != context.Canceled {
		t.Errorf("Run: %v, reported %v", err, c.err)
	}
	expectNoProcess(t)
	kept, err := j.Games(t.Context())
	if err != nil || len(kept) != len(c.games) || len(kept) < 5 || len(kept) >= 40 {
		t.Fatalf("%d games kept, %d reported, %v", len(kept), len(c.games), err)
	}
	rest := &collector{}
	if err := Run(t.Context(), spec, j, testOptions(t, rest)); err != nil {
		t.Fatal(err)
	}
	if len(kept)+len(rest.games) != 40 || rest.last.Resumed != len(kept) {
		t.Errorf("%d games and then %d (%d resumed), want 40", len(kept), len(rest.games), rest.last.Resumed)
	}
	whole, _ := playAll(t, spec)
	if diff := cmp.Diff(whole.last.Standing.Rows, rest.last.Standing.Rows, cmp.FilterPath(isMillis, cmp.Ignore())); diff != "" {
		t.Errorf("standing of a match without and with an interruption (-without +with):\n%s", diff)
	}
}

func isMillis(p cmp.Path) bool { return strings.HasSuffix(p.String(), "Millis") }

// An engine that cannot start is an error before the match, and no loss.
func TestBeginFails(t *testing.T) {
	good := fake(t, "a", "random seed=1")
	for _, tc := range []struct {
		change func(*Spec)
		lines  []string
		want   string
	}{
		{func(s *Spec) { s.Engines[1].Cmd = "/no/such/engine" }, nil, "no such file"},
		{func(s *Spec) { s.Engines[1] = fake(t, "b", "startcrash") }, nil, "cannot find my weights"},
		{func(s *Spec) { s.Engines[1].Options = []driver.Setting{{Name: "Hsh", Value: "1"}} }, nil, "there is no option Hsh; there are: Game, Level"},
		{func(s *Spec) { s.Engines[1].Proto = "xboard" }, nil, `no proto "xboard"`},
		{func(s *Spec) { s.Engines[1].Name = "a" }, nil, "two engines are called a"},
		{func(s *Spec) { s.Limits = arena.Limits{} }, nil, "has no limit"},
		{func(s *Spec) { s.Game = "go" }, nil, "no game"},
		{func(s *Spec) { s.Rules = "size=9" }, nil, "size"},
		{func(s *Spec) { s.Engines = s.Engines[:1] }, nil, "two engines at least"},
		{func(s *Spec) { s.Random = 0 }, []string{"b1 c1", "# comment", "q9"}, "line 3"},
		{func(s *Spec) { s.Random = 0 }, []string{"# comment"}, "no openings"},
		{func(s *Spec) { s.Game, s.SPRT = "blokus", &stats.SPRT{Elo1: 5, Alpha: .05, Beta: .05} }, nil, "are for two"},
	} {
		spec := newSpec(good, fake(t, "b", "random seed=2"))
		tc.change(spec)
		path := filepath.Join(t.TempDir(), "match.db")
		_, err := Begin(t.Context(), spec, tc.lines, path, testOptions(t, nil))
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%v, want %q", err, tc.want)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s: there is a journal", tc.want)
		}
	}
	expectNoProcess(t)
}

// recount counts wins, draws and losses of every engine from a journal's
// games by another way than package standing.
func recount(games []arena.Game, engines int) [][3]int {
	table := make([][3]int, engines)
	for _, g := range games {
		outcome := map[string][2]int{"p1win": {0, 2}, "p2win": {2, 0}, "draw": {1, 1}}[g.Result]
		for seat, e := range g.Seats {
			table[e][outcome[seat]]++
		}
	}
	return table
}

func counts(s *Standing) [][3]int {
	var table [][3]int
	for _, r := range s.Rows {
		table = append(table, [3]int{r.Wins, r.Draws, r.Losses})
	}
	return table
}
