package gtp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/protocol/driver"
)

var (
	othello = setup("othello", "", 2, driver.Variant{Title: "Othello", Size: 8, First: 1})
	classic = setup("blokus", "start=1", 4, driver.Variant{Title: "Blokus", Size: 20, First: 1, SkipsBlocked: true})
	two     = setup("blokus", "players=2", 2, driver.Variant{Title: "Blokus Two-Player", Size: 20, First: 1, Colours: "Blue=p1 Yellow=p2 Red=p1 Green=p2", SkipsBlocked: true})
	three   = setup("blokus", "players=3", 3, driver.Variant{Title: "Blokus Three-Player", Size: 20, First: 1, Colours: "Blue=p1 Yellow=p2 Red=p3 Green=p1,p2,p3", SkipsBlocked: true})
	duo     = setup("blokus", "start=2", 2, driver.Variant{Title: "Blokus Duo", Size: 14, First: 2, SkipsBlocked: true})
)

func setup(game, rules string, seats int, v driver.Variant) driver.Setup {
	return driver.Setup{Game: game, Rules: rules, Start: driver.StartPos, Seats: seats, Variant: v}
}

// begin opens a fake engine and begins a game; heard has what it hears from
// then on.
func begin(t *testing.T, mode string, setup driver.Setup) (p *Player, heard *[]string) {
	t.Helper()
	heard = &[]string{}
	p = open(t, mode, heard)
	if err := p.NewGame(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
	*heard = nil
	return p, heard
}

// longest is a wait that no test waits for.
var longest = driver.Limits{GiveUpAfter: time.Minute}

func TestOpen(t *testing.T) {
	var heard []string
	p := open(t, "good", &heard, driver.Setting{Name: "level", Value: "3"})
	if p.Name() != "Fake 1.0" {
		t.Errorf("the name is %q", p.Name())
	}
	if err := p.NewGame(t.Context(), othello); err != nil {
		t.Error(err)
	}
	want := []string{"protocol_version", "name", "version", "list_commands", "level 3", "set_game Othello", "clear_board"}
	if diff := cmp.Diff(want, heard); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestOpenFails(t *testing.T) {
	for _, tc := range []struct{ mode, level, want string }{
		{"dies at start", "1", "cannot find my weights"},
		{"version 1", "1", `version "1"`},
		{"good", "99", "level 99: no such level"},
	} {
		p, err := Open(t.Context(), start(t, tc.mode, nil), 20*time.Second, driver.Setting{Name: "level", Value: tc.level})
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, %v, want %q", tc.mode, p, err, tc.want)
		}
	}
	proc := start(t, "deaf", nil)
	var late *driver.TimeoutError
	if _, err := Open(t.Context(), proc, time.Millisecond); !errors.As(err, &late) || late.Request != "protocol_version" {
		t.Errorf("deaf: %v", err)
	}
	<-proc.Exited()
}

// An engine without list_commands is asked for each command once.
func TestKnownCommand(t *testing.T) {
	var heard []string
	p := open(t, "no list", &heard)
	for range 2 {
		if err := p.NewGame(t.Context(), othello); err != nil {
			t.Fatal(err)
		}
	}
	if n := slices.Index(heard, "known_command set_game"); n < 0 || slices.Contains(heard[n+1:], "known_command set_game") {
		t.Errorf("sent %q", heard)
	}
	if !slices.Contains(heard, "set_game Othello") {
		t.Errorf("set_game was not sent: %q", heard)
	}
}

func TestNewGameIsRefused(t *testing.T) {
	p := open(t, "good", nil)
	for _, tc := range []struct {
		setup driver.Setup
		code  string
	}{
		{setup("teeko", "", 2, driver.Variant{Error: "error no-game programs by others have no name for teeko"}), "no-game"},
		{setup("teeko", "", 2, driver.Variant{}), "no-game"},
		{driver.Setup{Game: "othello", Start: "---- X", Variant: othello.Variant}, "bad-position"},
		{setup("blokus", "", 4, driver.Variant{Error: "error bad-option programs by others play Blokus with corners=fixed"}), "bad-option"},
		{setup("blokus", "start=random", 4, classic.Variant), "bad-option"},
		{setup("blokus", "start=3", 2, driver.Variant{Title: "Blokus Duo", First: 3}), "no-game"},
	} {
		var refusal *driver.Refusal
		if err := p.NewGame(t.Context(), tc.setup); !errors.As(err, &refusal) || refusal.Code != tc.code {
			t.Errorf("%v: %v, want %s", tc.setup, err, tc.code)
		}
	}
	var refusal *driver.Refusal
	if _, err := p.Go(t.Context(), nil, longest); !errors.As(err, &refusal) || refusal.Code != "no-game" {
		t.Errorf("Go without a game: %v", err)
	}
}

// What is sent for a game, move by move. The answers of the fake engine are
// D3, resign, pass, and then D3 again.
func TestCommandsOfAGame(t *testing.T) {
	for _, tc := range []struct {
		name, mode string
		setup      driver.Setup
		turns      []string // of each Go; the fake engine's first answer is d3
		want       []string
	}{
		{"its own move is not told", "good", othello, []string{"", "d3 c3"},
			[]string{"genmove b", "play w c3", "genmove b"}},
		{"its own move was not played", "good", othello, []string{"", "f5 d6"},
			[]string{"genmove b", "clear_board", "play b f5", "play w d6", "genmove b"}},
		{"a later move was not played", "good", othello, []string{"f5 d6", "f5 d6 c3 f4"},
			[]string{"play b f5", "play w d6", "genmove b", "clear_board", "play b f5", "play w d6", "play b c3", "play w f4", "genmove b"}},
		{"the opening is told", "good", othello, []string{"f5 d6 c3", "f5 d6 c3 d3 c4"},
			[]string{"play b f5", "play w d6", "play b c3", "genmove w", "play b c4", "genmove w"}},
		{"a pass that is taken", "passes", othello, []string{"f5 pass", "f5 pass d3 pass"},
			[]string{"play b f5", "play w pass", "genmove b", "play w pass", "genmove b"}},
		{"a pass that is refused is not tried again", "good", othello, []string{"f5 pass", "f5 pass d3 pass"},
			[]string{"play b f5", "play w pass", "genmove b", "genmove b"}},
		{"blokus: who passed is skipped", "good", classic, []string{"a20 t20 t1 a1 b19 pass s2 b2 c18"},
			[]string{"play 1 a20", "play 2 t20", "play 3 t1", "play 4 a1", "play 1 b19", "play 2 pass", "play 3 s2", "play 4 b2", "play 1 c18", "genmove 3"}},
		{"blokus: cells in another order", "good", classic, []string{"", "D3 t20 t1 a1"},
			[]string{"genmove 1", "play 2 t20", "play 3 t1", "play 4 a1", "genmove 1"}},
		{"duo: the second colour begins", "good", duo, []string{"j5"}, []string{"play w j5", "genmove b"}},
	} {
		p, heard := begin(t, tc.mode, tc.setup)
		for _, turns := range tc.turns {
			if _, err := p.Go(t.Context(), strings.Fields(turns), longest); err != nil {
				t.Fatalf("%s: %v", tc.name, err)
			}
		}
		p.Close()
		if diff := cmp.Diff(tc.want, *heard); diff != "" {
			t.Errorf("%s: sent (-want +got):\n%s", tc.name, diff)
		}
	}
}

// The runner's seed is told before a game by those that take one, unless the user
// has given one.
func TestSeed(t *testing.T) {
	seeded := othello
	seeded.Seed = 77
	for _, tc := range []struct {
		mode     string
		settings []driver.Setting
		want     []string
	}{
		{"good", nil, []string{"set_game Othello", "clear_board"}},
		{"seeds", nil, []string{"set_random_seed 77", "set_game Othello", "clear_board"}},
		{"seeds", []driver.Setting{{Name: "set_random_seed", Value: "5"}}, []string{"set_game Othello", "clear_board"}},
	} {
		var heard []string
		p := open(t, tc.mode, &heard, tc.settings...)
		heard = nil
		if err := p.NewGame(t.Context(), seeded); err != nil {
			t.Errorf("%s: %v", tc.mode, err)
		}
		p.Close()
		if diff := cmp.Diff(tc.want, heard); diff != "" {
			t.Errorf("%s %v: sent (-want +got):\n%s", tc.mode, tc.settings, diff)
		}
	}
}

func TestAnswers(t *testing.T) {
	for _, mode := range []string{"good", "spaced ids", "no ids", "rubbish", "no version", "no protocol_version",
		"knows no ids", "tight", "roomy", "list on a line", "talks", "egaroucid"} {
		p, _ := begin(t, mode, othello)
		for i, want := range []driver.Answer{{Token: "d3"}, {Resign: true}, {Token: "pass"}} {
			got, err := p.Go(t.Context(), []string{"f5", "d6"}[:min(i, 2)], longest)
			if err != nil || got.Token != want.Token || got.Resign != want.Resign {
				t.Errorf("%s: %+v, %v, want %+v", mode, got, err, want)
			}
		}
	}
}

func TestTiming(t *testing.T) {
	p, heard := begin(t, "clocks", othello)
	for i, limits := range []driver.Limits{
		{Clocks: []driver.Clock{{Left: 90500 * time.Millisecond}, {Left: time.Hour}}},
		{Clocks: []driver.Clock{{Left: 20 * time.Millisecond}, {Left: time.Hour}}, MovesToGo: 4},
		{MoveTime: 2500 * time.Millisecond},
		{MoveTime: 2500 * time.Millisecond},
	} {
		limits.GiveUpAfter = time.Minute
		turns := strings.Fields("d3 c3 d3 c4 pass c5 d3 c6")[:2*i]
		if _, err := p.Go(t.Context(), turns, limits); err != nil {
			t.Fatal(err)
		}
	}
	var times []string
	for _, line := range *heard {
		if strings.HasPrefix(line, "time") {
			times = append(times, line)
		}
	}
	want := []string{"time_settings 90 0 0", "time_left b 90 0", "time_left b 1 4", "time_settings 0 2 1"}
	if diff := cmp.Diff(want, times); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
}

func TestMisbehaviour(t *testing.T) {
	for _, tc := range []struct {
		mode  string
		turns string
		is    func(error) bool
	}{
		{"dies", "", is[*driver.ExitError]},
		{"hangs", "", is[*driver.TimeoutError]},
		{"refuses", "", refused("game-over")},
		{"good", "a1", refused("illegal-move")},
		{"babbles", "", says("not answers")},
		{"endless answer", "", says("more than")},
		{"long line", "", func(err error) bool { return errors.Is(err, driver.ErrLineTooLong) }},
		{"wrong id", "", says("answered command 1001")},
		{"no move", "", says(`"I do not know"`)},
	} {
		p, _ := begin(t, tc.mode, othello)
		limits := longest
		if tc.mode == "hangs" {
			limits.GiveUpAfter = 10 * time.Millisecond
		}
		if got, err := p.Go(t.Context(), strings.Fields(tc.turns), limits); err == nil || !tc.is(err) {
			t.Errorf("%s: %+v, %v", tc.mode, got, err)
		}
		p.Process().Kill()
		p.Close()
		<-p.Process().Exited()
	}
}

func is[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

func refused(code string) func(error) bool {
	return func(err error) bool {
		var r *driver.Refusal
		return errors.As(err, &r) && r.Code == code
	}
}

func says(text string) func(error) bool {
	return func(err error) bool { return strings.Contains(err.Error(), text) }
}

func TestTheCallerGivesUp(t *testing.T) {
	p, _ := begin(t, "hangs", othello)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := p.Go(ctx, nil, longest); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Go: %v", err)
	}
	p.Process().Kill()
}

func TestAnEngineThatDoesNotQuitIsKilled(t *testing.T) {
	p := open(t, "never quits", nil)
	p.Process().Kill()
	p.Close()
	<-p.Process().Exited()
}

func TestView(t *testing.T) {
	for _, tc := range []struct{ mode, before, after string }{
		{"good", "", ""},
		{"scores", "none", "p2win"},
		{"early scores", "none", "p2win"},
		{"egaroucid", "none", "p2win"},
	} {
		p, _ := begin(t, tc.mode, othello)
		before, err := p.View(t.Context(), []string{"f5", "d6"})
		if err != nil || before != tc.before {
			t.Errorf("%s: before the end %q, %v, want %q", tc.mode, before, err, tc.before)
		}
		if _, err := p.Go(t.Context(), []string{"f5", "d6"}, longest); err != nil {
			t.Fatal(err)
		}
		after, err := p.View(t.Context(), []string{"f5", "d6", "d3"})
		if err != nil || after != tc.after {
			t.Errorf("%s: at the end %q, %v, want %q", tc.mode, after, err, tc.after)
		}
	}
}

// TestRota goes through turns of colours that are not simply the seats.
func TestRota(t *testing.T) {
	for _, tc := range []struct {
		setup        driver.Setup
		turns        string
		colour, seat string // of the one to move and of all before it
	}{
		{two, "a b c d e", "1 2 3 4 1 2", "0 1 0 1 0 1"},
		{two, "a b pass d e f g", "1 2 3 4 1 2 4 1", "0 1 0 1 0 1 1 0"},
		{three, "a b c d e f g h i j k l", "1 2 3 4 1 2 3 4 1 2 3 4 1", "0 1 2 0 0 1 2 1 0 1 2 2 0"},
		{three, "a b c d pass pass pass h", "1 2 3 4 1 2 3 4 4", "0 1 2 0 0 1 2 1 2"},
	} {
		r := newRota(tc.setup)
		colours, seats := r.colour(), fmt.Sprint(r.seat())
		for turn := range strings.FieldsSeq(tc.turns) {
			r.turn(turn)
			colours, seats = colours+" "+r.colour(), seats+" "+fmt.Sprint(r.seat())
		}
		if colours != tc.colour || seats != tc.seat {
			t.Errorf("after %s: colours %s, seats %s, want %s and %s", tc.turns, colours, seats, tc.colour, tc.seat)
		}
	}
}

// Points count for the seat whose colour has them, those of a shared one for none.
func TestResultOfColours(t *testing.T) {
	for _, tc := range []struct {
		setup       driver.Setup
		score, want string
	}{
		{two, "B+3", "p1win"}, {two, "60 50 20 40", "p2win"}, {two, "60 50 30 40", "draw"},
		{three, "60 61 20 89", "p2win"}, {three, "60 61 62 89", "p3win"}, {three, "61 61 60 89", "draw"}, {three, "61 61 60", ""},
	} {
		if got, ok := result(tc.score, coloursOf(tc.setup)); got != tc.want || ok != (tc.want != "") {
			t.Errorf("%s of %s: %q, %v, want %q", tc.score, tc.setup.Rules, got, ok, tc.want)
		}
	}
}
