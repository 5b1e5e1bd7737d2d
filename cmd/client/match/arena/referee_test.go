package arena

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"quadrille/cmd/internal/enginecmd"
	"quadrille/protocol/driver"
)

// TestMain makes the test binary an engine, a good one or one that answers
// what its argument says.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 1 && os.Args[1] == "engine":
		os.Exit(enginecmd.Main(nil, os.Stdin, os.Stdout, os.Stderr))
	case len(os.Args) > 2 && os.Args[1] == "say":
		say(os.Args[2])
		return
	}
	goleak.VerifyTestMain(m)
}

// say answers every query with the next of the answers, which bars part.
func say(answers string) {
	list := strings.Split(answers, "|")
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch line := in.Text(); {
		case line == "ugi":
			fmt.Println("ugiok")
		case line == "isready":
			fmt.Println("readyok")
		case line == "quit":
			return
		case strings.HasPrefix(line, "query") && len(list) > 0:
			fmt.Println(list[0])
			list = list[1:]
		}
	}
}

func openReferee(t *testing.T, args ...string) *Referee {
	t.Helper()
	command, err := driver.Self(args...)
	if err != nil {
		t.Fatal(err)
	}
	engine, err := driver.Open(t.Context(), driver.Config{Command: command})
	if err != nil {
		t.Fatal(err)
	}
	r := NewReferee(engine)
	t.Cleanup(r.Close)
	return r
}

// Turns are written as the referee writes them, also after another game whose
// turns began in the same way, and a state that was given out stays as it was.
func TestTurns(t *testing.T) {
	r, ctx := openReferee(t, "engine"), t.Context()
	f, err := r.NewGame(ctx, "othello", "", 1)
	if f.Players != 2 || f.Game != "othello" || err != nil {
		t.Fatalf("%+v, %v", f, err)
	}
	first, err := r.SetUp(ctx, "startpos", []string{"F5"})
	if err != nil || first.Seat() != 1 || first.Over() {
		t.Fatalf("%+v, %v", first, err)
	}
	a, err := r.Play(ctx, "D6")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.SetUp(ctx, "startpos", []string{"f5"}); err != nil {
		t.Fatal(err)
	}
	b, err := r.Play(ctx, "f4")
	if err != nil {
		t.Fatal(err)
	}
	for got, want := range map[*driver.State]string{&first: "f5", &a: "f5 d6", &b: "f5 f4"} {
		if strings.Join(got.Turns, " ") != want {
			t.Errorf("turns %q, want %s", got.Turns, want)
		}
	}
}

// What is not one legal turn is rejected.
func TestRejected(t *testing.T) {
	r, ctx := openReferee(t, "engine"), t.Context()
	if _, err := r.NewGame(ctx, "othello", "", 1); err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{"a1", "z9", "", " ", "f5 d6", "f5\td6", "f5d6", "\xff"} {
		if _, err := r.SetUp(ctx, "startpos", nil); err != nil {
			t.Fatal(err)
		}
		var refusal *driver.Refusal
		if s, err := r.Play(ctx, token); !errors.As(err, &refusal) || refusal.Text == "" {
			t.Errorf("%q: %+v, %v", token, s, err)
		}
	}
	var refusal *driver.Refusal
	if _, err := r.NewGame(ctx, "go", "", 1); !errors.As(err, &refusal) {
		t.Errorf("game go: %v", err)
	}
}

// The same seed and stream have the same opening, another stream another one;
// an opening is of the asked length, from the asked start, and legal.
func TestRandom(t *testing.T) {
	r, ctx := openReferee(t, "engine"), t.Context()
	if _, err := r.NewGame(ctx, "othello", "", 1); err != nil {
		t.Fatal(err)
	}
	var seen [][]string
	for _, stream := range []uint64{1, 2, 1} {
		turns, err := r.Random(ctx, "startpos", 6, 5, stream)
		if err != nil || len(turns) != 6 {
			t.Fatalf("%q, %v", turns, err)
		}
		if s, err := r.SetUp(ctx, "startpos", turns); err != nil || !slices.Equal(s.Turns, turns) {
			t.Errorf("%q: %+v, %v", turns, s, err)
		}
		seen = append(seen, turns)
	}
	if cmp.Diff(seen[0], seen[2]) != "" || cmp.Diff(seen[0], seen[1]) == "" {
		t.Errorf("openings of streams 1, 2, 1: %q", seen)
	}
	// Here the only turn, a1, ends the game.
	last := "-O" + strings.Repeat("X", 62) + " X"
	if turns, err := r.Random(ctx, last, 1, 5, 1); err == nil || !strings.Contains(err.Error(), "all ended the game") {
		t.Errorf("an opening that is a whole game: %q, %v", turns, err)
	}
}

// A referee that answers nonsense is an error, and nobody's illegal turn.
func TestNonsense(t *testing.T) {
	for answers, want := range map[string]string{
		"response none|response p1":                "does not answer query turn",
		"response none|response|response a":        `the turn of ""`,
		"response none|response p0|response a":     `the turn of "p0"`,
		"response none|response second|response a": `the turn of "second"`,
		"readyok|readyok|readyok":                  "does not answer query turn",
	} {
		_, err := openReferee(t, "say", answers).SetUp(t.Context(), "startpos", []string{"a"})
		if err == nil || driver.IsRefusal(err) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", answers, err, want)
		}
	}
	if s, err := openReferee(t, "say", "response none|response a|response 1 x").End(t.Context()); err == nil {
		t.Errorf("scores %v of nonsense", s.Scores)
	}
	for _, players := range []string{"1", "two"} {
		if _, err := openReferee(t, "say", "response g|response|response f|response "+players+"|response|response|response|response p1|response|response none|response none|response|response none|response {}").
			NewGame(t.Context(), "g", "", 1); err == nil || !strings.Contains(err.Error(), "players") {
			t.Errorf("a game of %s players: %v", players, err)
		}
	}
}
