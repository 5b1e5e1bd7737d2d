package nboard

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/protocol/driver"
)

var longest = driver.Limits{GiveUpAfter: time.Minute}

func TestOpen(t *testing.T) {
	var heard []string
	p, err := Open(t.Context(), start(t, "good", &heard), 20*time.Second, driver.Setting{Name: "set contempt", Value: "0"})
	if err != nil {
		t.Fatal(err)
	}
	if p.Name() != "Fake 2" {
		t.Errorf("the name is %q", p.Name())
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if want := []string{"nboard 2", "set contempt 0", "ping 1", "quit"}; !slices.Equal(heard, want) {
		t.Errorf("sent %q, want %q", heard, want)
	}
}

func TestOpenFails(t *testing.T) {
	var exit *driver.ExitError
	if _, err := Open(t.Context(), start(t, "dies at start", nil), 20*time.Second); !errors.As(err, &exit) || !strings.Contains(exit.Stderr, "book") {
		t.Errorf("dies at start: %v", err)
	}
	proc := start(t, "deaf", nil)
	var late *driver.TimeoutError
	if _, err := Open(t.Context(), proc, 10*time.Millisecond); !errors.As(err, &late) {
		t.Errorf("deaf: %v", err)
	}
	<-proc.Exited()
}

func TestNewGameIsRefused(t *testing.T) {
	p, _ := open(t, "good")
	for _, tc := range []struct{ game, start, code string }{
		{"teeko", "startpos", "no-game"},
		{"othello", "XO X", "bad-position"},
		{"othello", strings.Repeat("-", 64), "bad-position"},
		{"othello", strings.Repeat("x", 64) + " X", "bad-position"},
		{"othello", strings.Repeat("-", 64) + " *", "bad-position"},
	} {
		var refusal *driver.Refusal
		err := p.NewGame(t.Context(), driver.Setup{Game: tc.game, Start: tc.start})
		if !errors.As(err, &refusal) || refusal.Code != tc.code {
			t.Errorf("%s %s: %v, want %s", tc.game, tc.start, err, tc.code)
		}
	}
}

const emptyGGF = "set game (;GM[Othello]PC[Quadrille]PB[black]PW[white]RE[?]TI[60:00]TY[8]BO[8 " +
	"---------------------------O*------*O--------------------------- *];)"

func TestLinesOfAGame(t *testing.T) {
	p, heard := open(t, "good")
	for _, turns := range []string{"", "f5 d6", "f5 d6 c3 pass"} {
		got, err := p.Go(t.Context(), strings.Fields(turns), longest)
		if err != nil || got.Token != "f5" || got.Info.CP != 250 || !got.Info.HasScore {
			t.Fatalf("%s: %+v, %v", turns, got, err)
		}
	}
	want := []string{emptyGGF, "set depth 12", "ping 3", "go", "move F5", "move D6", "ping 4", "go", "move C3", "move PA", "ping 5", "go"}
	if diff := cmp.Diff(want, *heard); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
	if view, err := p.View(t.Context(), nil); view != "" || err != nil {
		t.Errorf("View: %q, %v", view, err)
	}
}

func TestDepth(t *testing.T) {
	clocks := []driver.Clock{{Left: time.Minute}, {Left: time.Minute}}
	for _, tc := range []struct {
		setting string
		limits  driver.Limits
		want    []string
	}{
		{"", driver.Limits{Depth: 7}, []string{"set depth 7"}},
		{"", driver.Limits{Clocks: clocks}, []string{"set depth 60"}},
		{"9", driver.Limits{Clocks: clocks}, nil},
		{"9", driver.Limits{Depth: 7}, []string{"set depth 7"}},
		{"9", driver.Limits{Depth: 9}, nil},
	} {
		var settings []driver.Setting
		if tc.setting != "" {
			settings = append(settings, driver.Setting{Name: "set depth", Value: tc.setting})
		}
		p, heard := open(t, "good", settings...)
		if _, err := p.Go(t.Context(), nil, tc.limits); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, line := range *heard {
			if strings.HasPrefix(line, "set depth") {
				got = append(got, line)
			}
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%+v: sent (-want +got):\n%s", tc, diff)
		}
	}
}

// The times of turns are what the clocks lost.
func TestClocks(t *testing.T) {
	p, heard := open(t, "good")
	clock := func(black, white float64) []driver.Clock {
		seconds := func(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
		return []driver.Clock{{Left: seconds(black), Inc: 2 * time.Second}, {Left: seconds(white), Inc: 2 * time.Second}}
	}
	for _, step := range []struct {
		turns string
		clock []driver.Clock
	}{
		{"", clock(300, 300)},
		{"f5 d6", clock(290.5, 301)}, // 11.5 and 1 seconds were used
		{"f5 d6 c3 d3 c4", clock(290, 301)},
	} {
		if _, err := p.Go(t.Context(), strings.Fields(step.turns), driver.Limits{Clocks: step.clock}); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{strings.Replace(emptyGGF, "60:00", "5:00/0:02", 1),
		"move F5//11.50", "move D6//1.00", "move C3", "move D3//2.00", "move C4//2.50"}
	var got []string
	for _, line := range *heard {
		if strings.HasPrefix(line, "set game") || strings.HasPrefix(line, "move") {
			got = append(got, line)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
}

func TestGGF(t *testing.T) {
	fen := strings.Repeat("-", 27) + "OXX" + strings.Repeat("-", 34) + " O"
	p, err := parsePosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	want := "TI[60:00]TY[8]BO[8 " + strings.Repeat("-", 27) + "O**" + strings.Repeat("-", 34) + " O];)"
	if got := p.ggf(driver.Clock{}); !strings.HasSuffix(got, want) {
		t.Errorf("%s, want its end to be %s", got, want)
	}
}

func TestAnswers(t *testing.T) {
	for mode, want := range map[string]driver.Answer{
		"spaces": {Token: "d6", Info: driver.Info{HasScore: true, CP: -100}},
		"bare":   {Token: "c3"},
		"passes": {Token: "pass"},
		"forced": {Token: "c4"},
		"centi":  {Token: "f5"}, // 250 disks are no value
	} {
		p, _ := open(t, mode)
		got, err := p.Go(t.Context(), nil, longest)
		if err != nil || got.Token != want.Token || got.Info.HasScore != want.Info.HasScore || got.Info.CP != want.Info.CP {
			t.Errorf("%s: %+v, %v, want %+v", mode, got, err, want)
		}
	}
}

func TestMisbehaviour(t *testing.T) {
	var exit *driver.ExitError
	var late *driver.TimeoutError
	for _, tc := range []struct {
		mode string
		is   func(error) bool
	}{
		{"dies", func(err error) bool { return errors.As(err, &exit) }},
		{"hangs", func(err error) bool { return errors.As(err, &late) && late.Request == "go" }},
		{"babbles", func(err error) bool { return errors.Is(err, errTooMuch) }},
		{"long line", func(err error) bool { return errors.Is(err, driver.ErrLineTooLong) }},
		{"no move", func(err error) bool { return strings.Contains(err.Error(), "=== resign") }},
		{"no square", func(err error) bool { return strings.Contains(err.Error(), "=== j9") }},
	} {
		p, _ := open(t, tc.mode)
		limits := longest
		if tc.mode == "hangs" {
			limits.GiveUpAfter = 50 * time.Millisecond
		}
		if got, err := p.Go(t.Context(), nil, limits); err == nil || !tc.is(err) {
			t.Errorf("%s: %+v, %v", tc.mode, got, err)
		}
		p.Process().Kill()
		p.Close()
		<-p.Process().Exited()
	}
}

func TestTheCallerGivesUp(t *testing.T) {
	p, _ := open(t, "hangs")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := p.Go(ctx, nil, longest); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Go: %v", err)
	}
	p.Process().Kill()
}

// A move that is read is a square or a pass, and reading it again in the form
// that is sent gives the same.
func FuzzParseMove(f *testing.F) {
	for _, answers := range fakeAnswers {
		for line := range strings.SplitSeq(answers, "\n") {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		token, info, ok := parseMove(line)
		if !ok {
			return
		}
		again, _, ok := parseMove("=== " + moveText(token))
		if !ok || again != token || info.CP > 6400 || info.CP < -6400 {
			t.Errorf("%q: %q, %+v, again %q", line, token, info, again)
		}
	})
}

func FuzzParsePosition(f *testing.F) {
	f.Add("startpos")
	f.Add(strings.Repeat("-", 27) + "OXX" + strings.Repeat("-", 34) + " O")
	f.Add("XO X")
	f.Fuzz(func(t *testing.T, fen string) {
		if p, err := parsePosition(fen); err == nil && (len(p.board) != 64 || strings.Trim(p.board, "*O-") != "") {
			t.Errorf("%q: %+v", fen, p)
		}
	})
}
