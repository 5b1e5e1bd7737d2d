package arena

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/protocol/driver"
)

// finishedGame has the referee play the first legal turn to the end of the rules.
func finishedGame(t *testing.T, r *Referee, o Opening) Game {
	t.Helper()
	s, err := r.SetUp(t.Context(), o.Start, o.Turns, driver.AskLegal)
	for err == nil && !s.Over() {
		s, err = r.Play(t.Context(), s.Legal[0], driver.AskLegal)
	}
	if err != nil {
		t.Fatal(err)
	}
	end, err := r.End(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	won := map[string][]float64{"p1win": {1, 0}, "p2win": {0, 1}, "draw": {0.5, 0.5}}[end.Result]
	return Game{Start: o.Start, Opened: len(o.Turns), Turns: s.Turns, Result: end.Result, Reason: end.Reason, End: EndRules,
		Points: won, Scores: end.Scores, Used: []int64{1, 1}}
}

// cut is a game that ended after so many turns by a fault of a seat.
func (g Game) cut(turns int, end End, fault int) Game {
	g.Turns, g.End, g.Fault, g.Reason, g.Scores = g.Turns[:turns], end, fault, string(end), nil
	g.Result, g.Points = []string{"draw", "p2win", "p1win"}[fault], [][]float64{{0.5, 0.5}, {0, 1}, {1, 0}}[fault]
	return g
}

// What a game may be that others say they have played, and what is a lie.
func TestVerify(t *testing.T) {
	r := openReferee(t, "engine")
	if _, err := r.NewGame(t.Context(), "othello", "", 1); err != nil {
		t.Fatal(err)
	}
	turns, err := r.Random(t.Context(), "startpos", 4, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	opening := Opening{Start: "startpos", Turns: turns}
	whole := finishedGame(t, r, opening)
	timed, untimed := Limits{MoveTime: time.Second}, Limits{Depth: 1}
	twisted := func(twist func(*Game)) Game {
		g := whole
		g.Turns, g.Points, g.Used = slices.Clone(g.Turns), slices.Clone(g.Points), slices.Clone(g.Used)
		twist(&g)
		return g
	}
	for _, tc := range []struct {
		name  string
		game  Game
		terms Terms
		limit Limits
		lie   string // "" is none
	}{
		{"whole", whole, Terms{}, untimed, ""},
		{"ends too early", twisted(func(g *Game) { g.Turns = g.Turns[:len(g.Turns)-1] }), Terms{}, untimed, "they did not"},
		{"goes on after its end", twisted(func(g *Game) { g.Turns = append(g.Turns, "a1") }), Terms{}, untimed, "the referee refuses its turns"},
		{"illegal turn", twisted(func(g *Game) { g.Turns[6] = "a1" }), Terms{}, untimed, "the referee refuses its turns"},
		{"other notation", twisted(func(g *Game) { g.Turns[6] = strings.ToUpper(g.Turns[6]) }), Terms{}, untimed, "not written as the referee writes"},
		{"other result", twisted(func(g *Game) { g.Result = "draw" }), Terms{}, untimed, "its turns give"},
		{"other points", twisted(func(g *Game) { g.Points = []float64{0.25, 0.75} }), Terms{}, untimed, "its turns give"},
		{"other scores", twisted(func(g *Game) { g.Scores = []int{64, 0} }), Terms{}, untimed, "its turns give"},
		{"other opening", twisted(func(g *Game) { g.Turns = g.Turns[1:] }), Terms{}, untimed, "the opening"},
		{"other start", twisted(func(g *Game) { g.Start = "elsewhere" }), Terms{}, untimed, "the opening"},
		{"no turns", twisted(func(g *Game) { g.Turns = nil }), Terms{}, untimed, "the opening"},
		{"times of three", twisted(func(g *Game) { g.Used = append(g.Used, 1) }), Terms{}, untimed, "its times"},
		{"negative time", twisted(func(g *Game) { g.Used[0] = -1 }), Terms{}, untimed, "its times"},
		{"more time than it took", twisted(func(g *Game) { g.Used[1] += g.Elapsed.Milliseconds() + 1001 }), Terms{}, untimed, "thought for"},
		{"times that overflow", twisted(func(g *Game) { g.Used = []int64{1 << 62, 1 << 62} }), Terms{}, untimed, "thought for"},
		{"more processor time than it took", twisted(func(g *Game) { g.Used[1] += g.Elapsed.Milliseconds() + 1001 }), Terms{CPU: true}, untimed, ""},
		{"somebody at fault in a game of the rules", twisted(func(g *Game) { g.Fault = 1 }), Terms{}, untimed, "they did not"},
		{"third at fault", twisted(func(g *Game) { g.Fault = 3 }), Terms{}, untimed, "seat 3"},
		{"too many notes", twisted(func(g *Game) { g.Notes = make([]string, 100) }), Terms{}, untimed, "notes"},
		{"an engine sees the end otherwise", twisted(func(g *Game) { g.End, g.Fault = EndDisagreement, 2 }), Terms{}, untimed, ""},
		{"crash of the one to move", whole.cut(7, EndCrash, 2), Terms{}, untimed, ""},
		{"crash of the other", whole.cut(7, EndCrash, 1), Terms{}, untimed, "cannot have ended by crash"},
		{"crash of the other at the start", whole.cut(4, EndCrash, 2), Terms{}, untimed, ""},
		{"crash of nobody", whole.cut(7, EndCrash, 0), Terms{}, untimed, "cannot have ended by crash"},
		{"crash that wins", func() Game {
			g := whole.cut(7, EndCrash, 2)
			g.Result, g.Points = "p2win", []float64{0, 1}
			return g
		}(), Terms{}, untimed, "its turns give"},
		{"crash after the end", whole.cut(len(whole.Turns), EndCrash, 1), Terms{}, untimed, "the rules ended it"},
		{"late", whole.cut(7, EndTime, 2), Terms{}, timed, ""},
		{"late without a time", whole.cut(7, EndTime, 2), Terms{}, untimed, "cannot have ended by time"},
		{"too long", whole.cut(8, EndMaxLength, 0), Terms{MaxPlies: 8}, untimed, ""},
		{"too long too early", whole.cut(7, EndMaxLength, 0), Terms{MaxPlies: 8}, untimed, "cannot have ended by max-length"},
		{"too long without a length", whole.cut(8, EndMaxLength, 0), Terms{}, untimed, "cannot have ended by max-length"},
		{"a draw that was agreed", whole.cut(8, EndDraw, 0), Terms{DrawRule: AdjudgeRule{Plies: 4, Score: 9}}, untimed, ""},
		{"a draw agreed too early", whole.cut(7, EndDraw, 0), Terms{DrawRule: AdjudgeRule{Plies: 4, Score: 9}}, untimed, "cannot have ended by adjudged-draw"},
		{"a draw with no rule for it", whole.cut(8, EndDraw, 0), Terms{}, untimed, "cannot have ended by adjudged-draw"},
		{"an end that there is not", whole.cut(8, "boredom", 1), Terms{}, untimed, "cannot have ended by boredom"},
	} {
		err := Verify(t.Context(), r, tc.terms, opening, []Limits{tc.limit, tc.limit}, tc.game)
		var lie *Lie
		switch {
		case tc.lie == "" && err != nil:
			t.Errorf("%s: %v", tc.name, err)
		case tc.lie != "" && (!errors.As(err, &lie) || !strings.Contains(err.Error(), tc.lie)):
			t.Errorf("%s: %v, want a lie with %q", tc.name, err, tc.lie)
		}
	}
}
