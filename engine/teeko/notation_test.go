package teeko

import (
	"errors"
	"strings"
	"testing"

	"quadrille/engine"
)

// played plays tokens, separated by spaces, from the start.
func played(t testing.TB, rules engine.Rules, tokens string) *Position {
	t.Helper()
	p, err := (Game{}).New(rules, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range strings.Fields(tokens) {
		if p, err = p.Play(token); err != nil {
			t.Fatal(err)
		}
	}
	return p.(*Position)
}

func parse(t testing.TB, fen string) *Position {
	t.Helper()
	p, err := (Game{}).ParseFEN(fen, nil)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p.(*Position)
}

// allDown is a way to
//
//	4 O . . X
//	3 . X O .
//	2 . O X .
//	1 X . . O
//	  a b c d
//
// with O to move.
const allDown = "a4 d4 c3 b3 b2 c2 d1 a1"

// shutIn is a position in which the mark on a1 cannot move.
const shutIn = "..XO/...O/XX../OXO. O size=4,advanced=false,repetition=3 -"

const largeStart = "...../...../...../...../..... O size=5,advanced=false,repetition=3 -"

// refusals are tokens and, with a verb, actions. The position is a FEN or what
// is played from the start.
var refusals = []struct {
	position, input string
	kind            error
	text            string
}{
	// Tokens while marks are dropped.
	{"", "e1", engine.ErrIllegal, `"e1" is not a turn on a board of a1..d4; a turn drops a mark on an empty cell, such as a1`},
	{"", "B2", engine.ErrIllegal, `"B2" is not a turn on a board of a1..d4; a turn drops a mark on an empty cell, such as a1`},
	{"", "6", engine.ErrIllegal, `"6" is not a turn on a board of a1..d4; a turn drops a mark on an empty cell, such as a1`},
	{largeStart, "f5", engine.ErrIllegal, `"f5" is not a turn on a board of a1..e5; a turn drops a mark on an empty cell, such as a1`},
	{"a1", "a1", engine.ErrIllegal, "occupied: a1 has an O; empty cells: b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4"},
	{"a1", "a1b2", engine.ErrIllegal, "a1b2 does not fit the phase placement; a turn drops a mark on an empty cell, such as b1"},
	// Tokens while marks are moved.
	{allDown, "b4", engine.ErrIllegal, "b4 does not fit the phase movement; all marks are down, so a turn moves one to a cell next to it, such as d1c1"},
	{allDown, "b3b4", engine.ErrIllegal, "not your mark: b3 has an X; marks of O: d1 b2 c3 a4"},
	{allDown, "b4c4", engine.ErrIllegal, "not your mark: b4 is empty; marks of O: d1 b2 c3 a4"},
	{allDown, "a4c4", engine.ErrIllegal, "c4 is not next to a4; a4 may move to: a3 b4"},
	{allDown, "d1a2", engine.ErrIllegal, "a2 is not next to d1; d1 may move to: c1 d2"}, // numbers 4 and 5
	{allDown, "a4a4", engine.ErrIllegal, "a4 is not next to a4; a4 may move to: a3 b4"},
	{allDown, "a4b3", engine.ErrIllegal, "occupied: b3 has an X; a4 may move to: a3 b4"},
	{allDown, "a4a5", engine.ErrIllegal, `"a4a5" is not a turn on a board of a1..d4; all marks are down, so a turn moves one to a cell next to it, such as d1c1`},
	{shutIn, "a1a2", engine.ErrIllegal, "occupied: a2 has an X; a1 cannot move"},
	// Actions: what is wrong whatever the position.
	{"", "place", engine.ErrArgument, "place takes one cell, as in place b2 or place 6"},
	{"", "place b2 c3", engine.ErrArgument, "place takes one cell, as in place b2 or place 6"},
	{"", "place 0", engine.ErrArgument, `"0" is not a cell; cells are a1..d4 or 1..16`},
	{"", "place 17", engine.ErrArgument, `"17" is not a cell; cells are a1..d4 or 1..16`},
	{"", "place 06", engine.ErrArgument, `"06" is not a cell; cells are a1..d4 or 1..16`},
	{"", "place +6", engine.ErrArgument, `"+6" is not a cell; cells are a1..d4 or 1..16`},
	{largeStart, "place 26", engine.ErrArgument, `"26" is not a cell; cells are a1..e5 or 1..25`},
	{allDown, "slide a4", engine.ErrArgument, "slide takes a cell and another or a direction, as in slide b2 c3 or slide b2 3"},
	{allDown, "slide a4 7 7", engine.ErrArgument, "slide takes a cell and another or a direction, as in slide b2 c3 or slide b2 3"},
	{allDown, "slide a4 0", engine.ErrArgument, `"0" is neither a cell a1..d4 nor a direction 1..8`},
	{allDown, "slide a4 9", engine.ErrArgument, `"9" is neither a cell a1..d4 nor a direction 1..8`},
	{allDown, "slide 17 1", engine.ErrArgument, `"17" is not a cell; cells are a1..d4 or 1..16`},
	// Actions that the position forbids: the three refusals of the document.
	{allDown, "slide b3 2", engine.ErrIllegal, "not your mark: b3 has an X; marks of O: d1 b2 c3 a4"},
	{allDown, "slide 10 1", engine.ErrIllegal, "not your mark: b3 has an X; marks of O: d1 b2 c3 a4"},
	{allDown, "slide 14 1", engine.ErrIllegal, "not your mark: b4 is empty; marks of O: d1 b2 c3 a4"},
	{allDown, "slide a4 1", engine.ErrIllegal, "out of bounds: direction 1 leads off the board; directions open to a4: 5 7"},
	{allDown, "slide 13 4", engine.ErrIllegal, "out of bounds: direction 4 leads off the board; directions open to a4: 5 7"},
	{allDown, "slide 4 5", engine.ErrIllegal, "out of bounds: direction 5 leads off the board; directions open to d1: 2 4"},
	{allDown, "slide a4 8", engine.ErrIllegal, "occupied: b3 has an X; a4 may move to: a3 b4"},
	{allDown, "slide 13 8", engine.ErrIllegal, "occupied: b3 has an X; a4 may move to: a3 b4"},
	{shutIn, "slide a1 1", engine.ErrIllegal, "out of bounds: direction 1 leads off the board; a1 cannot move"},
	{"a1", "place 1", engine.ErrIllegal, "occupied: a1 has an O; empty cells: b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4"},
	{"a1", "slide a1 2", engine.ErrIllegal, "nothing can slide: a turn is place CELL until all marks are down"},
	{allDown, "place b4", engine.ErrIllegal, "nothing can be placed: all marks are down, so a turn is slide CELL CELL or slide CELL DIRECTION"},
	{"", "pass", engine.ErrIllegal, `"pass" is not a turn on a board of a1..d4; a turn drops a mark on an empty cell, such as a1`},
	{"", "pass now", engine.ErrIllegal, `teeko has no "pass"; a turn is place CELL until all marks are down`},
	{allDown, "pass now", engine.ErrIllegal, `teeko has no "pass"; all marks are down, so a turn is slide CELL CELL or slide CELL DIRECTION`},
	// After the end.
	{"a1 a4 b1 b4 c1 c4 d1", "d4", engine.ErrOver, "the game is over: p1win (goal); undo or start a new one"},
	{"a1 a4 b1 b4 c1 c4 d1", "place 17", engine.ErrOver, "the game is over: p1win (goal); undo or start a new one"},
}

func TestRefusals(t *testing.T) {
	for _, c := range refusals {
		var p *Position
		if strings.Contains(c.position, "/") {
			p = parse(t, c.position)
		} else {
			p = played(t, nil, c.position)
		}
		before := p.FEN()
		next, err := act(p, c.input)
		if err == nil || err.Error() != c.text || !errors.Is(err, c.kind) || next != nil {
			t.Errorf("%s in %s: position %v, error\n%v, want\n%s", c.input, before, next, err, c.text)
		}
		if errors.Is(err, engine.ErrArgument) != (c.kind == engine.ErrArgument) {
			t.Errorf("%s: the error is of the wrong kind: %v", c.input, err)
		}
		if p.FEN() != before {
			t.Errorf("%s changes the position", c.input)
		}
	}
}

// act performs an action if the input has a verb or a space, else plays a
// token.
func act(p *Position, input string) (engine.Position, error) {
	words := strings.Split(input, " ")
	if len(words) > 1 || words[0] == "place" {
		return p.Act(engine.Action{Verb: words[0], Args: words[1:]})
	}
	return p.Play(input)
}

// TestActions compares actions with the tokens that they stand for.
func TestActions(t *testing.T) {
	const centre = "OX.XO/...../..O../...../OX.X. O size=5,advanced=false,repetition=3 -"
	down := played(t, nil, allDown).FEN()
	start := played(t, nil, "").FEN()
	for _, c := range []struct{ fen, action, token string }{
		{start, "place 1", "a1"},
		{start, "place 4", "d1"},
		{start, "place 5", "a2"},
		{start, "place 6", "b2"},
		{start, "place 16", "d4"},
		{start, "place b2", "b2"},
		{largeStart, "place 5", "e1"},
		{largeStart, "place 6", "a2"},
		{largeStart, "place 13", "c3"},
		{largeStart, "place 25", "e5"},
		{centre, "slide c3 1", "c3b4"},
		{centre, "slide c3 2", "c3c4"},
		{centre, "slide c3 3", "c3d4"},
		{centre, "slide c3 4", "c3b3"},
		{centre, "slide c3 5", "c3d3"},
		{centre, "slide c3 6", "c3b2"},
		{centre, "slide c3 7", "c3c2"},
		{centre, "slide 13 8", "c3d2"},
		{centre, "slide 13 d2", "c3d2"},
		{down, "slide a4 a3", "a4a3"},
		{down, "slide 13 7", "a4a3"},
		{down, "slide 4 2", "d1d2"},
	} {
		p := parse(t, c.fen)
		words := strings.Fields(c.action)
		got, err := p.Act(engine.Action{Verb: words[0], Args: words[1:]})
		if err != nil {
			t.Errorf("%s: %v", c.action, err)
			continue
		}
		want, err := p.Play(c.token)
		if err != nil {
			t.Fatal(err)
		}
		if got.FEN() != want.FEN() || got.Token() != c.token {
			t.Errorf("%s gives %s, last %s, want %s", c.action, got.FEN(), got.Token(), want.FEN())
		}
	}
}

// there is O and X each moving a mark and back, from allDown.
const there = " a4a3 d4d3 a3a4 d3d4"

// TestGames plays games to their ends, or not quite.
func TestGames(t *testing.T) {
	large, advanced := engine.Rules{"size": "5"}, engine.Rules{"size": "5", "advanced": "true"}
	for _, c := range []struct {
		name   string
		rules  engine.Rules
		tokens string
		result string
		reason string
		phase  string
		scores string
	}{
		{"row while dropping", nil, "a1 a4 b1 b4 c1 c4 d1", "p1win", "goal", "placement", "1 0"},
		{"three are no goal", nil, "a1 a4 b1 b4 c1 c4", "none", "", "placement", "0 0"},
		{"X wins with the last drop", nil, "a1 a4 b1 b4 c1 c4 d2 d4", "p2win", "goal", "movement", "0 1"},
		{"column", nil, "c1 a4 c2 b4 c3 d1 c4", "p1win", "goal", "placement", "1 0"},
		{"diagonal up", nil, "a1 a4 b2 b4 c3 d1 d4", "p1win", "goal", "placement", "1 0"},
		{"diagonal down", nil, "a4 a1 b3 b4 c2 c1 d1", "p1win", "goal", "placement", "1 0"},
		{"square", nil, "b2 a4 c2 b4 b3 d1 c3", "p1win", "goal", "placement", "1 0"},
		{"no square around the edge", nil, "d1 a4 a2 b4 d2 c1 a3", "none", "", "placement", "0 0"},
		{"goal by a move", nil, "a1 a4 b1 b4 c1 c3 d2 d4 d2d1", "p1win", "goal", "movement", "1 0"},
		{"four in a row of five", large, "b5 a1 c5 b1 d5 c1 e5", "p1win", "goal", "placement", "1 0"},
		{"a gap is not a row", large, "a5 a1 b5 b1 d5 c2 e5", "none", "", "placement", "0 0"},
		{"large square is no goal", large, "a1 a2 a5 b1 e1 c3 e5", "none", "", "placement", "0 0"},
		{"large square in Advanced Teeko", advanced, "a1 a2 a5 b1 e1 c3 e5", "p1win", "goal", "placement", "1 0"},
		{"3×3 square in Advanced Teeko", advanced, "b2 a2 d2 b1 b4 c3 d4", "p1win", "goal", "placement", "1 0"},
		{"a slanting square is no goal", advanced, "c1 a2 a3 b1 c5 d3 e3", "none", "", "placement", "0 0"},
		{"an oblong is no goal", advanced, "a1 a2 a5 b1 d1 c3 d5", "none", "", "placement", "0 0"},
		{"second occurrence", nil, allDown + there, "none", "", "movement", "0 0"},
		{"before the third", nil, allDown + there + " a4a3 d4d3 a3a4", "none", "", "movement", "0 0"},
		{"third occurrence", nil, allDown + there + there, "draw", "repetition", "movement", "0 0"},
		{"repetition=2", engine.Rules{"repetition": "2"}, allDown + there, "draw", "repetition", "movement", "0 0"},
		{"repetition=0", engine.Rules{"repetition": "0"}, allDown + there + there + there, "none", "", "movement", "0 0"},
		{"repetition=1", engine.Rules{"repetition": "1"}, allDown, "draw", "repetition", "movement", "0 0"},
	} {
		p := played(t, c.rules, c.tokens)
		got := []string{p.Result().String(), p.Result().Reason, p.Phase(), engine.JoinInts(p.Scores())}
		want := []string{c.result, c.reason, c.phase, c.scores}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s: %q, want %q", c.name, got, want)
		}
	}
}

// TestOccurred looks at the past through the FEN, too.
func TestOccurred(t *testing.T) {
	p := played(t, nil, allDown+there+" a4a3")
	for _, p := range []*Position{p, parse(t, p.FEN())} {
		for _, c := range []struct {
			tokens string
			count  int
		}{{allDown, 2}, {allDown + " a4a3", 2}, {allDown + " a4b4", 0}, {allDown + " a4a3 d4d3", 1}} {
			count, limit := p.Occurred(played(t, nil, c.tokens).SearchState())
			if count != c.count || limit != 3 {
				t.Errorf("%s: %d of %d, want %d of 3", c.tokens, count, limit, c.count)
			}
		}
	}
}

func TestNew(t *testing.T) {
	for _, c := range []struct {
		rules engine.Rules
		fen   string // or the refusal
	}{
		{nil, "..../..../..../.... O size=4,advanced=false,repetition=3 -"},
		{engine.Rules{"size": "5"}, largeStart},
		{engine.Rules{"size": "5", "advanced": "true", "repetition": "07"}, "...../...../...../...../..... O size=5,advanced=true,repetition=7 -"},
		{engine.Rules{"advanced": "true"}, "advanced=true needs size=5"},
		{engine.Rules{"size": "6"}, `size takes one of 4 5, not "6"`},
		{engine.Rules{"repetition": "-1"}, `repetition takes a number from 0 to 1000, not "-1"`},
		{engine.Rules{"marks": "3"}, `no rule option "marks"; there are: size advanced repetition`},
	} {
		p, err := (Game{}).New(c.rules, 0)
		switch {
		case err != nil && (err.Error() != c.fen || !errors.Is(err, engine.ErrOption) || p != nil):
			t.Errorf("%v: position %v, error %v", c.rules, p, err)
		case err == nil && p.FEN() != c.fen:
			t.Errorf("%v: %s, want %s", c.rules, p.FEN(), c.fen)
		}
	}
}
