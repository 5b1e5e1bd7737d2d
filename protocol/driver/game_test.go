package driver

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/protocol/record"
)

// wire notes what goes over the pipes.
type wire struct {
	mu    sync.Mutex
	lines []string // "> " before those to the engine
}

func (w *wire) trace(sent bool, line string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if sent {
		line = "> " + line
	}
	w.lines = append(w.lines, line)
}

// take returns the lines sent since it was last called, without questions, and
// how often the engine was waited for.
func (w *wire) take() (sent []string, trips int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	asking := false
	for _, l := range w.lines {
		line, ok := strings.CutPrefix(l, "> ")
		if ok && !asking {
			trips++
		}
		asking = ok
		if ok && line != "isready" && !strings.HasPrefix(line, "query ") {
			sent = append(sent, line)
		}
	}
	w.lines = nil
	return sent, trips
}

// openGame is a game on a fake engine, or on the real one.
func openGame(t *testing.T, mode string) (*Game, *wire) {
	t.Helper()
	w := &wire{}
	g := NewGame(openFake(t, mode, Config{Trace: w.trace}))
	if _, err := g.Engine().Verbs(t.Context()); err != nil { // asked once an engine
		t.Fatal(err)
	}
	w.take()
	return g, w
}

func position(game, start, turns string, pending ...string) Position {
	name, rules, _ := strings.Cut(game, " ")
	return Position{Game: name, Rules: rules, Start: start, Turns: strings.Fields(turns), Pending: pending}
}

const fourPieces = "square4 pieces=4 slideback=true repetition=3"

// Only what leads from one position to the next is sent.
func TestSetUpSendsTheDifference(t *testing.T) {
	type move struct {
		to   Position
		want []string
	}
	afterOne := "......0.1/......... 1"
	for _, tc := range []struct {
		mode  string
		moves []move
	}{
		{"real", []move{
			{position(fourPieces, "", ""), []string{"newgame " + fourPieces}},
			{position(fourPieces, "", "0.0s1 8.0s4"), []string{"moves 0.0s1 8.0s4"}},
			{position(fourPieces, "startpos", "0.0s1 8.0s4 0.1s1"), []string{"moves 0.1s1"}},
			{position("square4 repetition=3 pieces=4 slideback=true", "", "0.0s1 8.0s4 0.1s1"), nil},
			{position(fourPieces, "", "0.0s1 8.0s4", "place 0 1"), []string{"position startpos moves 0.0s1 8.0s4", "place 0 1"}},
			{position(fourPieces, "", "0.0s1 8.0s4", "place 0 1"), nil},
			{position(fourPieces, "", "0.0s1 8.0s4 0.1s1"), []string{"undo 1", "moves 0.1s1"}},
			{position(fourPieces, "", "0.0s1 8.0s4"), []string{"position startpos moves 0.0s1 8.0s4"}},
			{position(fourPieces, "", "0.0s1 8.0s4", "place 0 2"), []string{"place 0 2"}},
			{position(fourPieces, "", "0.0s1 8.0s4", "place 0 3"), []string{"undo 1", "place 0 3"}},
			{position(fourPieces, "", "0.0s1 8.0s4"), []string{"undo 1"}},
			{position("othello", "", "f5"), []string{"newgame othello", "moves f5"}},
			{position("othello", "", "c4"), []string{"position startpos moves c4"}},
		}},
		{"plain", []move{
			{position("nim", "", "a"), []string{"uginewgame", "position startpos moves a"}},
			{position("nim", "", "a b"), []string{"position startpos moves a b"}},
			{position("nim", "", "a b"), nil},
			{position("nim", afterOne, "a b c"), []string{"position fen " + afterOne + " moves a b c"}},
			{position("nim", afterOne, ""), []string{"position fen " + afterOne}},
		}},
		{"reticent", []move{
			{position("nim", "", "a"), []string{"newgame nim", "moves a"}},
			{position("nim", "", "a b"), []string{"moves b"}},
		}},
	} {
		g, w := openGame(t, tc.mode)
		for _, m := range tc.moves {
			s, err := g.SetUp(t.Context(), m.to, AskTurn, AskResult, AskHistory)
			if err != nil {
				t.Fatalf("%s: %+v: %v", tc.mode, m.to, err)
			}
			sent, trips := w.take()
			if diff := cmp.Diff(m.want, sent); diff != "" || trips != 1 {
				t.Errorf("%s: %+v: %d round trips; sent (-want +got):\n%s", tc.mode, m.to, trips, diff)
			}
			if n := len(m.to.Turns); !slices.Equal(s.Turns[:n], m.to.Turns) {
				t.Errorf("%s: %+v: the engine's history is %v", tc.mode, m.to, s.Turns)
			}
		}
	}
}

// However a position is reached, it is the one that an engine reaches that is
// told all of it.
func TestSetUpFromAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("one request after another, so that the race detector sees nothing new")
	}
	for _, game := range []string{"square4 pieces=5", "teeko size=5", "othello", "blokus start=random", "blokus variant=duo"} {
		t.Run(game, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			g, _ := openGame(t, "real")
			whole, _ := openGame(t, "real")
			places := somePlaces(t, g, game, random)
			for range 60 {
				p := places[random.IntN(len(places))]
				got, err := g.SetUp(t.Context(), p, Everything()...)
				if err != nil {
					t.Fatalf("%+v: %v", p, err)
				}
				whole.Forget()
				want, err := whole.SetUp(t.Context(), p, Everything()...)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("%+v (-told all +told the difference):\n%s", p, diff)
				}
			}
		})
	}
}

// somePlaces plays random games that branch off each other.
func somePlaces(t *testing.T, g *Game, game string, random *rand.Rand) []Position {
	t.Helper()
	ask := append(Summary(), AskLegal)
	s, err := g.Begin(t.Context(), game, ask...)
	if err != nil {
		t.Fatal(err)
	}
	places := []Position{g.Position()}
	for range 40 {
		if s, err = g.SetUp(t.Context(), places[random.IntN(len(places))], ask...); err != nil {
			t.Fatal(err)
		}
		for range 1 + random.IntN(4) {
			if len(s.Legal) == 0 {
				break
			}
			token := s.Legal[random.IntN(len(s.Legal))]
			if s, err = g.Play(t.Context(), token, ask...); err != nil {
				t.Fatal(err)
			}
			places = append(places, g.Position())
		}
		if s, err = g.Act(t.Context(), []string{"place 0 1", "place 8 3"}[random.IntN(2)], ask...); err == nil {
			places = append(places, g.Position())
		}
	}
	return places
}

// What an engine says comes as one answer, after whatever change.
func TestState(t *testing.T) {
	g, w := openGame(t, "real")
	if _, err := g.Begin(t.Context(), "square4 pieces=5"); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Play(t.Context(), "0.0s1 8.0s4"); err != nil {
		t.Fatal(err)
	}
	w.take()
	s, err := g.Act(t.Context(), "place 0 1", Everything()...)
	if err != nil {
		t.Fatal(err)
	}
	if sent, trips := w.take(); trips != 1 || len(sent) != 1 {
		t.Errorf("%d round trips, sent %q", trips, sent)
	}
	if !json.Valid(s.JSON) || !json.Valid(s.Diagram) {
		t.Errorf("state %s, diagram %s", s.JSON, s.Diagram)
	}
	s.JSON, s.Diagram, s.FEN = nil, nil, ""
	want := State{Position: position("square4 pieces=5 slideback=true repetition=3", StartPos, "0.0s1 8.0s4", "place 0 1"),
		Title: "Four in a Square", Players: 2, Names: []string{"Red", "Blue"},
		Colours: OneEach([]string{"Red", "Blue"}), Turn: "p1", Phase: "placementSlide", Result: "none", Reason: "none",
		Scores: []int{0, 0}, Legal: []string{"s1", "s3", "s5", "s7"}, Lists: []string{}}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if s.Over() || s.Seat() != 0 || s.Name("p2") != "Blue" || s.Name("p3") != "p3" {
		t.Errorf("over %v, seat %d, p2 is %s, p3 is %s", s.Over(), s.Seat(), s.Name("p2"), s.Name("p3"))
	}
}

// An engine need not answer all questions.
func TestFewAnswers(t *testing.T) {
	for _, mode := range []string{"plain", "reticent"} {
		g, _ := openGame(t, mode)
		s, err := g.SetUp(t.Context(), position("nim", "", "a b c"), Everything()...)
		want := State{Position: Position{Game: "nim", Start: StartPos, Turns: []string{"a", "b", "c"}, Pending: []string{}},
			Players: 2, Names: []string{"p1", "p2"}, Colours: OneEach([]string{"p1", "p2"}), Colour: 1, Turn: "p2", Result: "none", Reason: "none",
			Scores: []int{}, Legal: []string{}, Lists: []string{}}
		if diff := cmp.Diff(want, s); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", mode, err, diff)
		}
		s, err = g.Play(t.Context(), "d", AskTurn, AskHistory)
		if s.Turn != "p1" || err != nil {
			t.Errorf("%s: after a turn: %+v, %v", mode, s, err)
		}
	}
	g, _ := openGame(t, "no queries")
	if _, err := g.Ask(t.Context(), AskTurn); err == nil || IsRefusal(err) || !strings.Contains(err.Error(), "does not answer query turn") {
		t.Errorf("an engine that answers nothing: %v", err)
	}
}

// After a refusal the game knows what the engine holds, or sets it up anew.
func TestRefusedChanges(t *testing.T) {
	ctx := t.Context()
	start := position(fourPieces, "", "0.0s1 8.0s4")
	for name, tc := range map[string]struct {
		do    func(*Game) error
		setUp bool // it was the position that was refused
	}{
		"turn":         {func(g *Game) error { _, err := g.Play(ctx, "8.0s4"); return err }, false},
		"second turn":  {func(g *Game) error { _, err := g.Play(ctx, "0.1s1 0.0s1"); return err }, false},
		"action":       {func(g *Game) error { _, err := g.Act(ctx, "slide 1"); return err }, false},
		"undo":         {func(g *Game) error { _, err := g.Undo(ctx, 99); return err }, false},
		"no game":      {func(g *Game) error { _, err := g.Begin(ctx, "chess"); return err }, false},
		"no rule":      {func(g *Game) error { _, err := g.SetUp(ctx, position("square4 pieces=99", "", "")); return err }, true},
		"no position":  {func(g *Game) error { _, err := g.SetUp(ctx, position(fourPieces, "nonsense", "")); return err }, true},
		"another game": {func(g *Game) error { _, err := g.SetUp(ctx, position("othello", "", "f5 a1")); return err }, true},
		"an action":    {func(g *Game) error { _, err := g.SetUp(ctx, position(fourPieces, "", "0.0s1", "slide 1")); return err }, true},
		"first of two": {func(g *Game) error {
			_, err := g.SetUp(ctx, position(fourPieces, "", "", "slide 1", "place 0 1"))
			return err
		}, true},
		"second of two": {func(g *Game) error {
			_, err := g.SetUp(ctx, position(fourPieces, "", "", "place 0 1", "place 0 1"))
			return err
		}, true},
		"two changes": {func(g *Game) error {
			_, err := g.Do(ctx, start, []Change{Action("place 0 1"), Action("slide 8"), Undo(1)})
			return err
		}, false},
	} {
		g, _ := openGame(t, "real")
		if _, err := g.SetUp(ctx, start); err != nil {
			t.Fatal(err)
		}
		err := tc.do(g)
		var setUp *SetUpError
		if !IsRefusal(err) || errors.As(err, &setUp) != tc.setUp {
			t.Errorf("%s: %v (%T)", name, err, err)
		}
		if s, err := g.SetUp(ctx, g.Position(), Summary()...); err != nil || !slices.Equal(s.Turns, g.Position().Turns) {
			t.Errorf("%s: the position afterwards: %+v, %v; said to be %+v", name, s, err, g.Position())
		}
		s, err := g.Do(ctx, start, []Change{Turns("0.1s1")}, Summary()...)
		if err != nil || cmp.Diff([]string{"0.0s1", "8.0s4", "0.1s1"}, s.Turns) != "" {
			t.Errorf("%s: going on: %v, %v", name, s.Turns, err)
		}
	}
}

// Nothing but actions gets from a record to an engine.
func TestActionsAreChecked(t *testing.T) {
	g, w := openGame(t, "real")
	for _, bad := range []string{"quit", "go infinite", "", " place 0 0"} {
		p := position(fourPieces, "", "", bad)
		if _, err := g.SetUp(t.Context(), p); !IsRefusal(err) {
			t.Errorf("SetUp with %q: %v", bad, err)
		}
		if _, err := g.Query(t.Context(), p, "turn"); !IsRefusal(err) {
			t.Errorf("Query with %q: %v", bad, err)
		}
	}
	if sent, _ := w.take(); len(sent) > 0 {
		t.Errorf("sent %q", sent)
	}
}

// What is taken back, by whatever notation it was played, is gone.
func TestUndo(t *testing.T) {
	g, _ := openGame(t, "real")
	ctx := t.Context()
	if _, err := g.SetUp(ctx, position(fourPieces, "", "0.0s1 8.0s4 0.1s1 8.3s4 0.2s1 6.0s4 0.3")); err != nil {
		t.Fatal(err)
	}
	for i, step := range []struct {
		undo    int
		turns   int
		pending string
	}{{1, 6, ""}, {1, 5, "place 6 0"}, {1, 5, ""}, {3, 3, "place 8 3"}, {7, 0, ""}} {
		s, err := g.Undo(ctx, step.undo, Summary()...)
		if err != nil || len(s.Turns) != step.turns || strings.Join(s.Pending, "; ") != step.pending || s.Over() {
			t.Errorf("%d: %+v, %v", i, s, err)
		}
		if p := g.Position(); len(p.Turns) != step.turns || strings.Join(p.Pending, "; ") != step.pending {
			t.Errorf("%d: the game thinks that the engine holds %+v", i, p)
		}
	}
	plain, w := openGame(t, "plain")
	if _, err := plain.SetUp(ctx, position("nim", "", "a b c")); err != nil {
		t.Fatal(err)
	}
	w.take()
	s, err := plain.Undo(ctx, 2, AskHistory)
	sent, _ := w.take()
	if diff := cmp.Diff([]string{"position startpos moves a"}, sent); diff != "" || err != nil || len(s.Turns) != 1 {
		t.Errorf("plain: %+v, %v\n%s", s, err, diff)
	}
}

// How the start of a game is written.
func TestStart(t *testing.T) {
	g, _ := openGame(t, "real")
	ctx := t.Context()
	s, err := g.Ask(ctx, Summary()...)
	if s.Start != StartPos || err != nil {
		t.Errorf("an engine's first game: %q, %v", s.Start, err)
	}
	random, err := g.Begin(ctx, "blokus start=random", Summary()...)
	if random.Start == StartPos || err != nil {
		t.Errorf("a start left to chance: %q, %v", random.Start, err)
	}
	s, err = g.Play(ctx, mustLegal(t, g)[0], Summary()...)
	if s.Start != random.Start || err != nil {
		t.Errorf("a turn later: %q, %v", s.Start, err)
	}
	first := s.Turns
	if s, err = g.SetUp(ctx, Position{Game: "blokus", Rules: "start=random"}, Summary()...); s.Start == StartPos || err != nil {
		t.Errorf("set up: %q, %v", s.Start, err)
	}
	s, err = g.SetUp(ctx, Position{Game: "blokus", Rules: random.Rules, Start: random.Start, Turns: first}, Summary()...)
	if s.Start != random.Start || err != nil {
		t.Errorf("set up by its FEN: %q, %v", s.Start, err)
	}
	if s, err = g.Begin(ctx, "square4", append(Summary(), AskFEN)...); s.Start != StartPos || err != nil {
		t.Errorf("a new game: %q, %v", s.Start, err)
	}
	for _, tc := range []struct{ raw, want string }{
		{"moves 0.0s1", StartPos},
		{"position fen " + s.FEN, StartPos},
		{"newgame square4 pieces=5", ""},
	} {
		if _, err := g.Engine().Ask(ctx, tc.raw); err != nil {
			t.Fatal(err)
		}
		g.Forget()
		if s, err := g.Ask(ctx, Summary()...); tc.want != "" && s.Start != tc.want || err != nil {
			t.Errorf("after %q: %q, %v", tc.raw, s.Start, err)
		}
	}
}

func mustLegal(t *testing.T, g *Game) []string {
	t.Helper()
	s, err := g.Ask(t.Context(), AskLegal)
	if err != nil || len(s.Legal) == 0 {
		t.Fatalf("legal: %v, %v", s.Legal, err)
	}
	return s.Legal
}

// A question is asked about a position in one round trip, and its refusal is
// no fault of the position.
func TestQueryAbout(t *testing.T) {
	g, w := openGame(t, "real")
	at := position("square4", "", "0.0s1")
	answer, err := g.Query(t.Context(), at, "history")
	if _, trips := w.take(); answer != "0.0s1" || err != nil || trips != 1 {
		t.Errorf("%q, %v, %d round trips", answer, err, trips)
	}
	var setUp *SetUpError
	if _, err := g.Query(t.Context(), at, "weather"); !IsRefusal(err) || errors.As(err, &setUp) {
		t.Errorf("no such question: %v", err)
	}
	if _, err := g.Query(t.Context(), position("square4", "", "0.0s1 0.0s1"), "turn"); !errors.As(err, &setUp) {
		t.Errorf("no such position: %v", err)
	}
}

// The game survives its engine.
func TestTheEngineFails(t *testing.T) {
	g, _ := openGame(t, "real")
	at := position(fourPieces, "", "0.0s1")
	if _, err := g.SetUp(t.Context(), at); err != nil {
		t.Fatal(err)
	}
	g.Engine().Process().Kill()
	var exit *ExitError
	if _, err := g.Play(t.Context(), "8.0s4"); !errors.As(err, &exit) {
		t.Errorf("%v, want an ExitError", err)
	}
	next, _ := openGame(t, "real")
	if s, err := next.SetUp(context.Background(), g.Position(), Summary()...); err != nil || len(s.Turns) != 1 {
		t.Errorf("the game on another engine: %+v, %v", s, err)
	}
}

func TestBoard(t *testing.T) {
	g, _ := openGame(t, "real")
	s, err := g.Ask(t.Context(), AskDiagram)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := g.Board(t.Context(), s)
	if err != nil || !strings.Contains(drawn.String(), "+") {
		t.Errorf("%v\n%s", err, drawn)
	}
	shown, err := g.Board(t.Context(), State{})
	if err != nil || !strings.Contains(shown.String(), "fen ") {
		t.Errorf("without a diagram: %v\n%s", err, shown)
	}
}

func TestJudge(t *testing.T) {
	over := State{Players: 2, Result: "p1win", Reason: "block"}
	open := State{Position: Position{Pending: []string{"place 0 0"}}, Players: 2, Result: None}
	for _, tc := range []struct {
		state  State
		record string
		want   Verdict
		fault  string
	}{
		{over, "a p1win", Verdict{}, ""},
		{over, "a draw", Verdict{}, ""},
		{over, "a *", Verdict{}, ""},
		{open, "(place 0 0) *", Verdict{}, ""},
		{open, "*", Verdict{}, "the unfinished turn () of the record is not one"},
		{open, "(slide 1) *", Verdict{}, "the unfinished turn (slide 1) of the record is not one"},
		{State{Players: 2, Result: None}, "[Reason \"resign\"]\na p2win", Verdict{"p2win", "resign"}, ""},
		{State{Players: 2, Result: None}, "a draw", Verdict{"draw", ""}, ""},
		{State{Players: 2, Result: None}, "a p3win", Verdict{}, "the record says p3win, but the game has 2 seats"},
	} {
		r, err := record.Parse("[Game \"x\"]\n" + tc.record)
		if err != nil {
			t.Fatalf("%s: %v", tc.record, err)
		}
		v, err := tc.state.Judge(r)
		if told, want := tc.state.Contradiction(r) != "", tc.state.Over() && tc.record != "a p1win"; told != want {
			t.Errorf("%s: the result is told to contradict the turns: %v", tc.record, told)
		}
		fault := ""
		if err != nil {
			fault = err.Error()
		}
		if v != tc.want || fault != tc.fault {
			t.Errorf("%s: %v, %q, want %v, %q", tc.record, v, fault, tc.want, tc.fault)
		}
	}
}

// The verbs of actions are the engine's to tell, and nothing else is an action.
func TestVerbs(t *testing.T) {
	for mode, want := range map[string]string{"real": "place slide pass", "plain": "place slide pass"} {
		g, _ := openGame(t, mode)
		verbs, err := g.Engine().Verbs(t.Context())
		if got := strings.Join(verbs, " "); err != nil || got != want {
			t.Errorf("%s: %q %v, want %q", mode, got, err, want)
		}
		_, acted := g.Act(t.Context(), "go infinite")
		_, setUp := g.SetUp(t.Context(), Position{Pending: []string{"quit"}})
		if !IsRefusal(acted) || !IsRefusal(setUp) || !strings.Contains(setUp.Error(), `"quit" is not an action`) {
			t.Errorf("%s: %v, %v", mode, acted, setUp)
		}
	}
	if got := parseVerbs([]string{"error no", `response [{"verb":"drop"},{"verb":""}]`, `response [{"verb":"drop"},{"verb":"twist"}]`}); strings.Join(got, " ") != "drop twist" {
		t.Errorf("%q", got)
	}
}
