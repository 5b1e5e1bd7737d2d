package othellobot

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"quadrille/ai"
	"quadrille/ai/bottest"
	"quadrille/ai/othellobot/endgame"
	"quadrille/engine"
)

// ffo reads the end games of a file.
func ffo(t testing.TB, name string) (lines [][3]string) {
	t.Helper()
	text, err := os.ReadFile("../../testdata/othello/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(strings.TrimSpace(line), " | ")
		if len(parts) != 3 {
			t.Fatalf("%q has not three parts", line)
		}
		lines = append(lines, [3]string(parts))
	}
	return lines
}

// TestFFO solves every turn of the first end games and the best turn of the
// others.
func TestFFO(t *testing.T) {
	const wholly = 10
	for i, game := range ffo(t, "ffo.txt") {
		name, pos := game[0], parse(t, game[1])
		margins := map[string]int{}
		best := -endgame.MaxMargin
		for _, word := range strings.Fields(game[2]) {
			token, number, _ := strings.Cut(word, ":")
			margin, err := strconv.Atoi(number)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			margins[token] = margin
			best = max(best, margin)
		}
		settings := ai.FullStrength()
		if i < wholly {
			settings.MultiPV = len(margins)
		}
		r := bottest.Run(t, New(), pos, ai.Limits{Exact: true}, settings)
		for _, info := range r.Infos[len(r.Infos)-settings.MultiPV:] {
			checkMargin(t, name, info, margins[info.PV[0]])
		}
		if margins[r.Best.Move] != best {
			t.Errorf("%s: the answer is %s, margin %d, not %d", name, r.Best.Move, margins[r.Best.Move], best)
		}
		end := bottest.PlayLine(t, pos, r.Last().PV)
		if !end.Result().Over {
			t.Errorf("%s: the line ends before the game: %v", name, r.Last().PV)
		}
	}
}

func checkMargin(t *testing.T, name string, info ai.Info, margin int) {
	t.Helper()
	proof := ai.ProvedDraw
	if margin > 0 {
		proof = ai.ProvedWin
	} else if margin < 0 {
		proof = ai.ProvedLoss
	}
	if want := (ai.Score{CP: 100 * margin}); info.Score != want || info.Proof != proof || info.Bound != ai.ExactBound {
		t.Errorf("%s: %s is %+v %s, not %+v %s", name, info.PV[0], info.Score, info.Proof, want, proof)
	}
}

// TestLosesAll wants number 59, in which one side loses all its disks from 34 empty
// squares on, and the position behind its best turn to be solved by little more than
// the turns that do so: nothing is looked for beyond the best that there is.
func TestLosesAll(t *testing.T) {
	games := ffo(t, "ffo-long.txt")
	game := games[len(games)-1]
	var pos engine.Position = parse(t, game[1])
	for _, margin := range []int{64, -64} {
		r := bottest.Run(t, New(), pos, ai.Limits{Exact: true}, ai.FullStrength())
		last := r.Last()
		checkMargin(t, game[0], last, margin)
		if last.Nodes > 10_000_000 {
			t.Errorf("%d nodes", last.Nodes)
		}
		pos = bottest.PlayLine(t, pos, last.PV[:1])
	}
}

// TestMate asks for forced wins.
func TestMate(t *testing.T) {
	const fullButOne = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-"
	cases := []struct {
		name, fen string
		within    int
		win       bool
	}{
		{"the last square", fullButOne + " X", 1, true},
		{"a wipe-out", "--------------------------XO------------------------------------ X", 1, true},
		{"no game ends in three turns", "---------------------------OX------XO--------------------------- X", 3, false},
		// White's only disk stands at a1. Black cannot take h1; White must.
		{"a pass does not end it", "OXXXXXX-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X", 1, false},
		{"a pass and the last square", "OXXXXXX-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X", 2, true},
	}
	for _, c := range cases {
		pos := parse(t, c.fen)
		if pos.Result().Over {
			t.Errorf("%s: the game is over", c.name)
			continue
		}
		r := bottest.Run(t, New(), pos, ai.Limits{Mate: c.within}, ai.FullStrength())
		last := r.Last()
		if c.win && (last.Proof != ai.ProvedWin || last.Score.Mate < 1 || last.Score.Mate > 2*c.within-1 || r.Text() != "") {
			t.Errorf("%s: %q, %+v", c.name, r.Text(), last)
		}
		if want := "no win in " + strconv.Itoa(c.within) + "\n"; !c.win && r.Text() != want {
			t.Errorf("%s: %q, %+v", c.name, r.Text(), last)
		}
	}
}

// TestLimitsOfSolving wants the answer of a solver that is cut short to be
// what was found before, and not to be called proved.
func TestLimitsOfSolving(t *testing.T) {
	for _, game := range ffo(t, "ffo.txt")[:3] {
		pos := parse(t, game[1])
		for _, nodes := range []uint64{1, 50, 2000, 5000} {
			r := bottest.Run(t, New(), pos, ai.Limits{Nodes: nodes}, ai.FullStrength())
			if last := r.Last(); last.Nodes != nodes || last.Proof != ai.NotProved {
				t.Errorf("%s with %d nodes: %+v", game[0], nodes, last)
			}
		}
		r := bottest.Run(t, New(), pos, ai.Limits{Depth: 5}, ai.FullStrength())
		if last := r.Last(); last.Depth != 5 || last.Proof != ai.NotProved {
			t.Errorf("%s to depth 5: %+v", game[0], last)
		}
	}
}
