package othello

import (
	"reflect"
	"strings"
	"testing"

	"quadrille/ai/othellobot/endgame"
	"quadrille/ai/othellobot/pattern"
	"quadrille/ai/tt"
	"quadrille/engine/othello"
)

// quick are rules of play for tests.
var quick = rulesOfPlay{Seed: 1, Weights: "none", Depth: 1, Shortest: 6, Longest: 30, Noise: 6, Solve: 8}

func TestGamesAreWrittenAndRead(t *testing.T) {
	for n := range 5 {
		g := quick.play(nil, n)
		got, err := parseGame(g.String())
		if err != nil {
			t.Fatalf("game %d: %v: %s", n, err, g.String())
		}
		if !reflect.DeepEqual(got, g) {
			t.Errorf("game %d: read %+v, want %+v", n, got, g)
		}
	}
}

func TestTheSameNumberIsTheSameGame(t *testing.T) {
	a, b, other := quick.play(nil, 7), quick.play(nil, 7), quick.play(nil, 8)
	if a.String() != b.String() {
		t.Errorf("game 7 once %s, once %s", a.String(), b.String())
	}
	if a.String() == other.String() {
		t.Errorf("games 7 and 8 are both %s", a.String())
	}
}

// TestExactScores solves the exact positions of games without evaluation or
// table of the games.
func TestExactScores(t *testing.T) {
	solver := endgame.New(tt.New[endgame.Entry](1), nil)
	for n := range 3 {
		g := quick.play(pattern.Default(), n)
		s := othello.StartState()
		for at, turn := range g.turns {
			black, white := s.Disks()
			if exact := at >= g.exact; exact != (64-black-white <= quick.Solve) && turn != othello.Pass {
				t.Fatalf("game %d turn %d: %d disks, exact %v", n, at, black+white, exact)
			}
			if at >= g.exact {
				want := solver.Solve(endgame.Query{Own: s.Own, Opp: s.Opp, Threads: 1}).Margin
				if got := int(g.scores[at-g.first()]); got != 100*want {
					t.Errorf("game %d turn %d: %d, want %d", n, at, got, 100*want)
				}
			}
			s = s.Play(turn)
		}
	}
}

// shortGame is the shortest game: White has no disks after nine turns.
const shortGame = "e6f4e3f6g5d6e7f5c5"

func TestParseGame(t *testing.T) {
	for _, line := range []string{
		shortGame + " 9 ",
		shortGame + " 7 100,-200,6400",
		strings.ToUpper(shortGame) + " 0 1,2,3,4,5,6,7,8,9",
	} {
		if g, err := parseGame(line); err != nil {
			t.Errorf("%q: %v", line, err)
		} else if g.String() != line {
			t.Errorf("%q became %q", line, g.String())
		}
	}
	for _, line := range []string{
		"", " ", "  ", shortGame, shortGame + " 9", shortGame + " x ", shortGame + " -1 ", shortGame + " 10 ",
		shortGame + " 9  ", shortGame + " 9 1,", shortGame + " 9 40000", shortGame + " 0 1,2,3,4,5,6,7,8,9,10",
		shortGame[:16] + " 8 ",      // not over
		"a1 0 ",                     // illegal
		"e6i4 0 ", "e6f9 0 ", "e 0", // no squares
		"e6-- 0 ", // may not pass
	} {
		if g, err := parseGame(line); err == nil {
			t.Errorf("%q was read as %q", line, g.String())
		}
	}
}

func FuzzParseGame(f *testing.F) {
	f.Add(shortGame + " 7 100,-200,6400")
	f.Add(strings.ToUpper(shortGame) + " 0 1,2,3,4,5,6,7,8,9")
	f.Add("a1 0 ")
	f.Add("")
	f.Fuzz(func(t *testing.T, line string) {
		g, err := parseGame(line)
		if err != nil {
			return
		}
		again, err := parseGame(g.String())
		if err != nil || !reflect.DeepEqual(again, g) {
			t.Errorf("%q became %q: %v", line, g.String(), err)
		}
		g.samples(nil, 0.5, false)
	})
}

func TestLabels(t *testing.T) {
	of := func(exact int, random string, scores ...int16) *game {
		g := &game{exact: exact, scores: scores}
		for i, r := range random {
			g.turns, g.random = append(g.turns, othello.Turn(i)), append(g.random, r == '?')
		}
		return g
	}
	for _, c := range []struct {
		name  string
		g     *game
		trust float64
		want  []float64
	}{
		{"exact scores stay", of(0, "...", 100, -300, 500), 0.5, []float64{100, -300, 500}},
		{"margin alone", of(2, "...", 100, -300, 500), 1, []float64{500, -500, 500}},
		{"next search alone", of(3, "....", 100, -300, 500, -800), 0, []float64{300, -500, 800, -800}},
		// 500; -500/2-500/2; 300/2+500/2
		{"both", of(2, "...", 100, -300, 500), 0.5, []float64{400, -500, 500}},
		{"a drawn turn cuts", of(3, ".?..", 100, -300, 500, -800), 1, []float64{300, -300, 800, -800}},
		{"before the opening's end there are none", of(3, "??..", 500, -800), 1, []float64{800, -800}},
	} {
		if got := c.g.labels(c.trust); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestSamples(t *testing.T) {
	g, err := parseGame("E6F4e3F6g5d6e7f5c5 7 10,-20,30,-40,50,-60,70")
	if err != nil {
		t.Fatal(err)
	}
	// Scores begin with the third turn; the fourth was drawn.
	var disks, labels []int
	for _, s := range g.samples(nil, 1, false) {
		disks, labels = append(disks, int(s.disks)), append(labels, int(s.label))
	}
	wantDisks, wantLabels := []int{6, 8, 9, 10, 11, 12}, []int{20, 60, -60, 60, -60, 70}
	if !reflect.DeepEqual(disks, wantDisks) || !reflect.DeepEqual(labels, wantLabels) {
		t.Errorf("disks %v labels %v, want %v and %v", disks, labels, wantDisks, wantLabels)
	}
}

func TestOpeningsAreBalanced(t *testing.T) {
	rules := quick
	rules.Balance, rules.Noise, rules.Late = 2, 0, 2
	late := 0
	for n := range 5 {
		g := rules.play(nil, n)
		first := g.first()
		if first == len(g.turns) || g.turns[first] == othello.Pass {
			t.Fatalf("game %d: %s has no turn after the opening", n, g.String())
		}
		if v := g.scores[0]; v < -200 || v > 200 {
			t.Errorf("game %d: score %d after the opening", n, v)
		}
		for at, random := range g.random[first:] {
			if random && first+at < 60-lateEmpties-1 { // passes add turns
				t.Errorf("game %d: turn %d is by lot", n, first+at)
			}
			if random {
				late++
			}
		}
	}
	if late == 0 {
		t.Error("no late turn is by lot")
	}
}
