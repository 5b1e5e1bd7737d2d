package analyse

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/judge"
	"quadrille/protocol/driver"
)

// chanceConfig marks by chance with a scale at which +1.00 is 73 percent.
var chanceConfig = Config{Limits: "depth 1", Config: judge.Config{By: "chance", Marks: [3]float64{5, 10, 20}, Scale: 100, Lines: 3}}

// play analyses the turns of a fake engine's game.
func play(t *testing.T, mode, turns string, c Config) *Report {
	t.Helper()
	r, err := Run(t.Context(), open(t, mode), Source{Game: "fake", Start: "startpos", Turns: strings.Fields(turns)}, c)
	if err != nil {
		t.Fatalf("%s: %v", mode, err)
	}
	return r
}

// logistic is the curve, written once more.
func logistic(units float64) float64 { return 1 - 1/(1+math.Exp(units)) }

// TestJudge wants what hand calculation gives for games with known values.
func TestJudge(t *testing.T) {
	for _, tc := range []struct {
		mode, turns string
		best        []string
		before      []float64 // chances
		after       []float64
		marks       string
		exact       []bool
	}{
		// Red keeps nothing of +1.00; blue loses nothing by another turn; red
		// gives a proved win away for a proved draw.
		{"two", "b b b", []string{"a", "a", "a"}, []float64{logistic(1), logistic(-0.5), 1}, []float64{logistic(-1), logistic(-0.5), 0.5},
			"?? - ??", []bool{false, false, true}},
		{"two", "a a a", []string{"a", "a", "a"}, []float64{logistic(1), logistic(-0.5), 1}, []float64{logistic(1), logistic(-0.5), 1},
			"- - -", []bool{false, false, true}},
		// Shares of a win are chances as they are.
		{"four", "b b b", []string{"a", "b", "a"}, []float64{0.4, 0.3, 0.6}, []float64{0.3, 0.3, 0.5}, "? - ?", []bool{false, false, false}},
		// What has no value takes that of the position behind it, seen from the
		// other side: the third turn is +2.00 and then wins the game.
		{"silent", "a b b", []string{"a", "b", "b"}, []float64{logistic(2), logistic(-2), logistic(2)},
			[]float64{logistic(2), logistic(-2), logistic(2)}, "- - -", []bool{false, false, false}},
		// The engine gives chances, whatever its scores are.
		{"given", "b b a", []string{"a", "b", "a"}, []float64{0.6, 0.45, 0.6}, []float64{0.52, 0.45, 0.6}, "?! - -", []bool{false, false, false}},
		// Nobody knows but the search behind the last turn: blue wins.
		{"going", "b b b", []string{"b", "b", "b"}, []float64{0, 1, 0}, []float64{0, 1, 0}, "- - -", []bool{true, true, true}},
	} {
		c := chanceConfig
		if tc.mode == "given" {
			c.Scale = 0 // which would go before the engine's chances
		}
		r := play(t, tc.mode, tc.turns, c)
		if len(r.Turns) != 3 || len(r.Positions) != 4 {
			t.Errorf("%s: %d turns and %d positions", tc.mode, len(r.Turns), len(r.Positions))
			continue
		}
		var marked []string
		for i, turn := range r.Turns {
			near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
			if turn.Best != tc.best[i] || !near(turn.Before.Chance, tc.before[i]) || !near(turn.After.Chance, tc.after[i]) ||
				!near(turn.Loss, max(0, tc.before[i]-tc.after[i])) || turn.Exact != tc.exact[i] {
				t.Errorf("%s %s: turn %d: %+v", tc.mode, tc.turns, i+1, turn)
			}
			if turn.Mark == "" {
				turn.Mark = "-"
			}
			marked = append(marked, turn.Mark)
		}
		if got := strings.Join(marked, " "); got != tc.marks {
			t.Errorf("%s %s: marks %s, want %s", tc.mode, tc.turns, got, tc.marks)
		}
	}
}

// A mate that is one ply further away is seen so from the turn before it.
func TestMateFromBehind(t *testing.T) {
	r := play(t, "going", "b b b", chanceConfig)
	for i, want := range []int{-5, 4, -3} {
		if got := r.Turns[i].After.Mate; got != want {
			t.Errorf("turn %d has mate %d, want %d", i+1, got, want)
		}
	}
}

func TestMarksByScore(t *testing.T) {
	c := chanceConfig
	c.By, c.Marks = "score", [3]float64{1, 2, 3}
	r := play(t, "two", "b b b", c)
	// 2.00 units are lost, then none, then a won game becomes a draw.
	if got := r.Turns[0].Mark + r.Turns[1].Mark + r.Turns[2].Mark; got != "???" {
		t.Errorf("marks %q", got)
	}
	if p := r.Turns[0].Points; p == nil || *p != 2 {
		t.Errorf("the first turn lost %v", p)
	}
	if r.Turns[2].Points != nil {
		t.Errorf("a mate has a measure: %v", *r.Turns[2].Points)
	}
}

func TestSums(t *testing.T) {
	r := play(t, "two", "b a b", chanceConfig)
	want := []judge.Sum{{Turns: 2, Loss: logistic(1) - logistic(-1) + 0.5, Marks: [3]int{0, 0, 2}}, {Turns: 1, BestTurns: 1}}
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })
	if diff := cmp.Diff(want, r.Sums(), near); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// The end of the context leaves what was done.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := chanceConfig
	c.Progress = func(done, total int) {
		if done == 1 {
			cancel()
		}
	}
	e := open(t, "hangs")
	r, err := Run(ctx, e, Source{Game: "fake", Start: "startpos", Turns: []string{"b", "b", "b"}}, c)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Turns) != 1 || r.Total != 3 {
		t.Errorf("%d of %d turns", len(r.Turns), r.Total)
	}
	var b strings.Builder
	if err := r.WriteText(&b); err != nil || !strings.Contains(b.String(), "interrupted after 1 of 3 turns") {
		t.Errorf("%v:\n%s", err, b.String())
	}
	if _, err := e.Query(t.Context(), "turn"); err != nil {
		t.Errorf("the engine cannot be used any more: %v", err)
	}
}

// Our own engine: in each game some turns, and in square4 a win that was left
// (0.3 makes a block of red at once).
func TestOurEngine(t *testing.T) {
	c := chanceConfig
	c.Limits, c.Scale = "nodes 300", 0
	for _, tc := range []struct{ game, rules, turns string }{
		{"square4", "", "0.0s1 8.0s4 0.1s1 8.1s4 0.2s1 7.0s4 1.0s1"},
		{"teeko", "", "b2 c3 c2"},
		{"othello", "", "f5 d6 c3"},
		{"blokus", "corners=fixed", "a20 t20 t1 a1"},
		{"blokus", "variant=duo corners=fixed", "e10 j5"},
	} {
		r, err := Run(t.Context(), open(t, "ours"), Source{Game: tc.game, Rules: tc.rules, Start: "startpos", Turns: strings.Fields(tc.turns)}, c)
		if err != nil {
			t.Errorf("%s: %v", tc.game, err)
			continue
		}
		if n := len(strings.Fields(tc.turns)); len(r.Turns) != n || len(r.Positions) != n+1 || r.Scale < 50 {
			t.Errorf("%s: %d turns, %d positions, scale %v", tc.game, len(r.Turns), len(r.Positions), r.Scale)
		}
		for _, write := range []func(*Report, *strings.Builder) error{
			func(r *Report, b *strings.Builder) error { return r.WriteText(b) },
			func(r *Report, b *strings.Builder) error { return r.WriteHTML(b) },
		} {
			var b strings.Builder
			if err := write(r, &b); err != nil || !strings.Contains(b.String(), r.Turns[0].Token) {
				t.Errorf("%s: %v:\n%.300s", tc.game, err, b.String())
			}
		}
		if last := r.Turns[len(r.Turns)-1]; tc.game == "square4" && (last.Mark != "??" || last.Before.Mate != 1 || last.Best != "0.3") {
			t.Errorf("square4: a win is left, and the turn is judged %+v", last)
		}
	}
}

func TestPositionWithoutTurns(t *testing.T) {
	r, err := Run(t.Context(), open(t, "ours"), Source{Game: "teeko", Start: "startpos"}, Config{Limits: "depth 2", Config: judge.Config{By: "chance", Lines: 3}})
	if err != nil || len(r.Candidates) != 3 || len(r.Positions) != 1 || r.Seat != 1 {
		t.Fatalf("%v: %+v", err, r)
	}
	var b strings.Builder
	if err := r.WriteText(&b); err != nil || !strings.Contains(b.String(), r.Candidates[2].Token) {
		t.Errorf("%v:\n%s", err, b.String())
	}
}

func TestRefusedGames(t *testing.T) {
	e := open(t, "ours")
	for _, s := range []Source{
		{Game: "chess", Start: "startpos"},
		{Game: "teeko", Start: "rubbish"},
		{Game: "teeko", Rules: "size=9", Start: "startpos"},
		{Game: "teeko", Start: "startpos", Turns: []string{"b2", "b2"}},
	} {
		var refusal *driver.Refusal
		if r, err := Run(t.Context(), e, s, chanceConfig); !errors.As(err, &refusal) {
			t.Errorf("%+v: %v, %v", s, r, err)
		}
	}
}

// The page needs nothing from elsewhere, and no text of the engine becomes a
// part of it.
func TestPage(t *testing.T) {
	r := play(t, "two", "b b b", chanceConfig)
	r.Names = []string{"<script>alert(1)</script>", ""}
	r.Seats = []string{"Blue", "}</style>"}
	var b strings.Builder
	if err := r.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, wrong := range []string{"http:", "https:", "src=", "<link", "@import", "<script>alert", "<b>&", "}</style>"} {
		if strings.Contains(page, wrong) {
			t.Errorf("the page has %q in it", wrong)
		}
	}
	// p1's chance: 73 percent at first, 27 after its turn; 62 after the second
	// player's -0.50; a half after the draw.
	if want := `points="0,53.8 333.3,146.2 666.7,75.5 1000.0,100.0"`; !strings.Contains(page, want) {
		t.Errorf("the page has no curve %s:\n%s", want, page)
	}
	if want := "body { --p1: #2f7fd6; }"; !strings.Contains(page, want) {
		t.Errorf("the page does not say %s", want)
	}
	if n := strings.Count(page, `<tr data-n=`); n != 3 {
		t.Errorf("the page lists %d turns", n)
	}
}

func TestJSON(t *testing.T) {
	text, err := json.Marshal(play(t, "four", "b b b", chanceConfig))
	if err != nil {
		t.Fatal(err)
	}
	var r Report
	if err := json.Unmarshal(text, &r); err != nil || len(r.Turns) != 3 || r.Turns[0].Mark != "?" || len(r.Turns[0].After.Shares) != 4 {
		t.Errorf("%v: %s", err, text)
	}
}

// A position in the middle of a turn is one: what completes the turn is judged.
func TestMidTurn(t *testing.T) {
	source := Source{Game: "square4", Start: ".r../..../..../..../####/..../..../..../.... R placementSlide 1,0 pieces=8,slideback=true,repetition=3 - -"}
	r, err := Run(t.Context(), open(t, "ours"), source, Config{Limits: "depth 1", Config: judge.Config{By: "chance", Lines: 9}})
	if err != nil {
		t.Fatal(err)
	}
	var tokens []string
	for _, c := range r.Candidates {
		tokens = append(tokens, c.Token)
	}
	if slices.Sort(tokens); strings.Join(tokens, " ") != "s1 s3 s5 s7" {
		t.Errorf("turns: %v", tokens)
	}
}

// TestSameDepth wants the best turn and another one valued to the same depth, by
// which the first turns of Othello, one turn in four mirrors, lose nothing.
func TestSameDepth(t *testing.T) {
	e := open(t, "ours")
	c := chanceConfig
	c.Limits = "nodes 3000"
	for _, first := range []string{"d3", "c4", "f5", "e6"} {
		r, err := Run(t.Context(), e, Source{Game: "othello", Start: "startpos", Turns: []string{first}}, c)
		if err != nil {
			t.Fatal(err)
		}
		if turn := r.Turns[0]; turn.Before.Depth != turn.After.Depth || turn.Before.CP != turn.After.CP {
			t.Errorf("%s is judged %+v", first, turn)
		}
	}
}

// What is told after each turn is a report of the turns so far, and what
// happens to it does not matter.
func TestJudged(t *testing.T) {
	c := chanceConfig
	var told []string
	c.Judged = func(sofar *judge.Report) {
		turn := sofar.Turns[len(sofar.Turns)-1]
		told = append(told, turn.Token+turn.Mark)
		clear(sofar.Turns)
	}
	r := play(t, "two", "b a b", c)
	if got := strings.Join(told, " "); got != "b?? a b??" || r.Turns[0].Token != "b" {
		t.Errorf("told %s; in the end %+v", got, r.Turns)
	}
}
