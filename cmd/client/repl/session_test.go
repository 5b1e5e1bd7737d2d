package repl

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/internal/enginecmd"
	"quadrille/protocol/driver"
	"quadrille/protocol/driver/drivertest"
	"quadrille/protocol/record"
)

func TestMain(m *testing.M) {
	drivertest.Main(m, func(mode string) int {
		var args []string
		if mode == "golden" {
			args = []string{"--golden"}
		}
		return enginecmd.Main(args, os.Stdin, os.Stdout, os.Stderr)
	})
}

// opener starts the engine.
func opener(t *testing.T) Opener {
	return func(ctx context.Context) (*driver.Engine, error) {
		return driver.Open(ctx, driver.Config{Command: drivertest.Command(t, "ours")})
	}
}

func newSession(t *testing.T, words ...string) *Session {
	t.Helper()
	s, err := Open(t.Context(), opener(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if err := s.NewGame(t.Context(), words...); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *Session) mustPlay(t *testing.T, tokens string) {
	t.Helper()
	if err := s.Play(t.Context(), tokens); err != nil {
		t.Fatal(err)
	}
}

func TestState(t *testing.T) {
	s := newSession(t, "square4", "pieces=5")
	s.mustPlay(t, "0.0s1 8.0s4")
	if err := s.Act(t.Context(), "place 0 1"); err != nil {
		t.Fatal(err)
	}
	st := s.State()
	want := driver.Position{Game: "square4", Rules: "pieces=5 slideback=true repetition=3", Start: driver.StartPos,
		Turns: []string{"0.0s1", "8.0s4"}, Pending: []string{"place 0 1"}}
	if diff := cmp.Diff(want, st.Position); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"s1", "s3", "s5", "s7"}, st.Legal); diff != "" {
		t.Errorf("legal:\n%s", diff)
	}
}

// A refused turn leaves everything as it was.
func TestRefusals(t *testing.T) {
	s := newSession(t, "square4")
	s.mustPlay(t, "0.0s1")
	before := s.State()
	var refusal *driver.Refusal
	for name, do := range map[string]func() error{
		"turn":     func() error { return s.Play(t.Context(), "0.0s1") },
		"turns":    func() error { return s.Play(t.Context(), "8.0s4 0.0s1") },
		"action":   func() error { return s.Act(t.Context(), "slide 1") },
		"new game": func() error { return s.NewGame(t.Context(), "chess") },
		"option":   func() error { return s.SetOption(t.Context(), "Hash", "x") },
	} {
		if err := do(); !errors.As(err, &refusal) {
			t.Errorf("%s: %v, want a refusal", name, err)
		}
		if diff := cmp.Diff(before, s.State()); diff != "" {
			t.Errorf("%s changed the state:\n%s", name, diff)
		}
	}
}

// However an engine dies, the game goes on in the next one: the same
// position, options and unfinished turn.
func TestTheEngineDies(t *testing.T) {
	for _, game := range []string{"square4 pieces=6", "teeko size=5", "othello", "blokus start=random"} {
		t.Run(game, func(t *testing.T) {
			s := newSession(t, strings.Fields(game)...)
			ctx := t.Context()
			if err := s.SetOption(ctx, "MultiPV", "2"); err != nil {
				t.Fatal(err)
			}
			for range 3 {
				legal := s.State().Legal
				s.mustPlay(t, legal[len(legal)/2])
			}
			if strings.HasPrefix(game, "square4") {
				if err := s.Act(ctx, "place 8 3"); err != nil {
					t.Fatal(err)
				}
			}
			before, fen := s.State(), query(t, s, "fen")
			s.Engine().Process().Kill()
			var restarted *Restarted
			if _, err := s.Query(ctx, "turn"); !errors.As(err, &restarted) {
				t.Fatalf("after a kill: %v, want Restarted", err)
			}
			if got := query(t, s, "fen"); got != fen {
				t.Errorf("fen %s, want %s", got, fen)
			}
			after, err := s.game.Ask(ctx, facts()...)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("the state (-before +after):\n%s", diff)
			}
		})
	}
}

func query(t *testing.T, s *Session, what string) string {
	t.Helper()
	answer, err := s.Query(t.Context(), what)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// An engine that dies while it solves a game is followed by another one, too.
func TestTheEngineDiesSolving(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	s := newSession(t, "teeko", "size=5")
	s.mustPlay(t, "a1")
	var restarted *Restarted
	if _, err := s.Solve(t.Context(), func(driver.Info) { s.Engine().Process().Kill() }); !errors.As(err, &restarted) {
		t.Fatalf("after a kill: %v, want Restarted", err)
	}
	if got := query(t, s, "history"); got != "a1" {
		t.Errorf("the next one has the turns %q", got)
	}
}

// A solving that is begun raw is waited for, and stopped with the context.
func TestRawSolve(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	s := newSession(t, "teeko", "size=5")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	last := ""
	err := s.Raw(ctx, "solve", func(line string) {
		last = line
		cancel()
	})
	if err != nil && !errors.Is(err, context.Canceled) || !strings.HasPrefix(last, "solved ") {
		t.Errorf("the last line is %q; %v", last, err)
	}
	if got := query(t, s, "game"); got != "teeko" {
		t.Errorf("the game is %q then", got)
	}
}

// When no other engine can be started, the game is still known.
func TestTheEngineIsLost(t *testing.T) {
	opened := 0
	s, err := Open(t.Context(), func(ctx context.Context) (*driver.Engine, error) {
		if opened++; opened > 1 {
			return nil, errors.New("no more engines")
		}
		return opener(t)(ctx)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.mustPlay(t, "0.0s1")
	s.Engine().Process().Kill()
	var lost *Lost
	if err := s.Play(t.Context(), "8.0s4"); !errors.As(err, &lost) || !strings.Contains(err.Error(), "no more engines") {
		t.Errorf("%v, want Lost", err)
	}
	if got := s.Record().Tokens(); cmp.Diff([]string{"0.0s1"}, got) != "" {
		t.Errorf("the record has %v", got)
	}
}

// A record of a session gives the same session, and the same record again.
func TestRecordRoundTrip(t *testing.T) {
	for _, game := range []string{"square4 pieces=6 slideback=false", "teeko", "othello", "blokus start=random", "blokus variant=duo"} {
		s := newSession(t, strings.Fields(game)...)
		for range 4 {
			legal := s.State().Legal
			s.mustPlay(t, legal[len(legal)/3])
		}
		text, err := s.Record(record.Tag{Name: "P1", Value: "me"}).Print()
		if err != nil {
			t.Fatal(err)
		}
		if fromFEN := !strings.Contains(text, `[Start "startpos"]`); fromFEN != strings.Contains(game, "random") {
			t.Errorf("%s: start of\n%s", game, text)
		}
		r, err := record.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		fen := query(t, s, "fen")
		other := newSession(t, "square4")
		if err := other.Load(t.Context(), r); err != nil {
			t.Fatalf("%s: %v", game, err)
		}
		if got := query(t, other, "fen"); got != fen {
			t.Errorf("%s: fen %s, want %s", game, got, fen)
		}
		again, err := other.Record().Print()
		if again != text || err != nil {
			t.Errorf("%s: %v\n%s", game, err, cmp.Diff(text, again))
		}
	}
}

// A game that was set up by FEN starts there in its record.
func TestRecordFromPosition(t *testing.T) {
	s := newSession(t, "square4")
	s.mustPlay(t, "0.0s1")
	fen := query(t, s, "fen")
	if err := s.Raw(t.Context(), "position fen "+fen+" moves 8.0s4", func(string) {}); err != nil {
		t.Fatal(err)
	}
	if st := s.State(); st.Start != fen || cmp.Diff([]string{"8.0s4"}, st.Turns) != "" {
		t.Errorf("start %q, turns %v", st.Start, st.Turns)
	}
}

// A record that cannot be loaded leaves the game, its resignation and its
// comments as they were.
func TestLoadFails(t *testing.T) {
	s := newSession(t, "square4")
	good, err := record.Parse("[Game \"square4\"]\n0.0s1 {well} 8.0s4 *")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Load(t.Context(), good); err != nil {
		t.Fatal(err)
	}
	s.Resign("p1")
	before, state := mustPrint(t, s), s.State()
	for _, text := range []string{
		"[Game \"chess\"]\ne4 *",
		"[Game \"square4\"]\n[Rules \"pieces=99\"]\n*",
		"[Game \"square4\"]\n[Start \"nonsense\"]\n*",
		"[Game \"square4\"]\n0.0s1 0.0s1 *",
		"[Game \"square4\"]\n0.0s1 (go infinite) *",
		"[Game \"square4\"]\n0.0s1 (slide 1) *",
		"[Game \"square4\"]\n0.0s1 (place 8 0; slide 0) *",
	} {
		r, err := record.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Load(t.Context(), r); err == nil {
			t.Errorf("%q was loaded", text)
		}
		if after := mustPrint(t, s); after != before {
			t.Errorf("%q changed the game:\n%s", text, cmp.Diff(before, after))
		}
		if diff := cmp.Diff(state, s.State()); diff != "" {
			t.Errorf("%q changed the state:\n%s", text, diff)
		}
	}
	if got := query(t, s, "history"); got != "0.0s1 8.0s4" {
		t.Errorf("the engine's history is %q", got)
	}
}

func mustPrint(t *testing.T, s *Session) string {
	t.Helper()
	text, err := s.Record().Print()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestUndo(t *testing.T) {
	s := newSession(t, "square4")
	ctx := t.Context()
	s.mustPlay(t, "0.0s1 8.0s4 0.1s1 8.3s4 0.2s1 6.0s4 0.3")
	if st := s.State(); st.Result != "p1win" || st.Reason != "block" || len(st.Turns) != 7 || len(st.Pending) > 0 {
		t.Fatalf("after the win: %+v", st)
	}
	for _, step := range []struct {
		do      func() error
		turns   int
		pending string
	}{
		{func() error { return s.UndoAction(ctx) }, 6, ""}, // the winning placement was the whole turn
		{func() error { return s.UndoAction(ctx) }, 5, "place 6 0"},
		{func() error { return s.UndoAction(ctx) }, 5, ""},
		{func() error { s.Resign("p2"); return s.UndoAction(ctx) }, 5, ""},
		{func() error { return s.UndoTo(ctx, 2) }, 2, ""},
		{func() error { s.Resign("p1"); return s.UndoTo(ctx, 1) }, 1, ""},
		{func() error { return s.UndoTo(ctx, 0) }, 0, ""},
	} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		st := s.State()
		if len(st.Turns) != step.turns || strings.Join(st.Pending, "; ") != step.pending || st.Over() {
			t.Errorf("want %d turns and %q: %+v", step.turns, step.pending, st)
		}
	}
	if err := s.UndoAction(ctx); err == nil {
		t.Error("undo at the start")
	}
}

func TestResign(t *testing.T) {
	s := newSession(t, "square4")
	s.Resign("p1")
	if st := s.State(); st.Result != "p2win" || st.Reason != "resign" {
		t.Errorf("%+v", st)
	}
	if err := s.Play(t.Context(), "0.0s1"); !errors.Is(err, ErrOver) {
		t.Errorf("a turn after it: %v", err)
	}
	if err := s.NewGame(t.Context()); err != nil || s.State().Over() {
		t.Errorf("a new game: %v, %+v", err, s.State())
	}
}

// Whatever is sent raw, the session knows the game afterwards.
func TestRaw(t *testing.T) {
	s := newSession(t, "square4")
	for _, tc := range []struct{ line, last string }{
		{"moves 0.0s1", ""},
		{"go perft 1", "nodes 93"},
		{"go depth 1", "bestmove "},
		{"go depth x", "error bad-argument"},
		{"bench square4 1", "nps "},
		{"isready", "readyok"},
		{"isready now", "error bad-argument"},
		{"nonsense", "error unknown-command"},
	} {
		last := ""
		if err := s.Raw(t.Context(), tc.line, func(l string) { last = l }); err != nil {
			t.Errorf("%s: %v", tc.line, err)
		}
		if !strings.HasPrefix(last, tc.last) || tc.last == "" && last != "" {
			t.Errorf("%s: the last line is %q, want %q", tc.line, last, tc.last)
		}
	}
	if got := s.State().Turns; cmp.Diff([]string{"0.0s1"}, got) != "" {
		t.Errorf("turns: %v", got)
	}
	if err := s.Raw(t.Context(), " quit", func(string) {}); err == nil {
		t.Error("quit was sent")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := s.Raw(ctx, "go infinite", func(string) {})
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("a search that was stopped: %v", err)
	}
	if got := query(t, s, "phase"); got != "placement" { // one readyok too many, say, shifts all answers
		t.Errorf("then the phase is %q", got)
	}
}

// The answer to bench is whole without the last line of most engines, which one
// that leaves times out does not write.
func TestRawBenchWithoutTimes(t *testing.T) {
	s, err := Open(t.Context(), func(ctx context.Context) (*driver.Engine, error) {
		return driver.Open(ctx, driver.Config{Command: drivertest.Command(t, "golden")})
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	last := ""
	if err := s.Raw(ctx, "bench teeko 1", func(l string) { last = l }); err != nil || !strings.HasPrefix(last, "nodes ") {
		t.Errorf("the last line is %q; %v", last, err)
	}
}
