package othellobot

import (
	"fmt"
	"strconv"
	"testing"

	"quadrille/ai"
	"quadrille/ai/bottest"
	"quadrille/ai/othellobot/ffo"
	"quadrille/engine"
)

// problems reads a file of end games.
func problems(t testing.TB, name string) []ffo.EndGame {
	t.Helper()
	all, err := ffo.Read("../../testdata/othello/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestFFO solves every turn of the first end games and the best turn of the
// others.
func TestFFO(t *testing.T) {
	const wholly = 10
	for i, p := range problems(t, "ffo.txt") {
		name, pos := fmt.Sprintf("ffo#%d", p.Number), parse(t, p.FEN)
		settings := ai.FullStrength()
		if i < wholly {
			settings.MultiPV = len(p.Margins)
		}
		r := bottest.Run(t, New(), pos, ai.Limits{Exact: true}, settings)
		for _, info := range r.Infos[len(r.Infos)-settings.MultiPV:] {
			checkMargin(t, name, info, p.Margins[info.PV[0]])
		}
		if p.Margins[r.Best.Move] != p.Best {
			t.Errorf("%s: the answer is %s, margin %d, not %d", name, r.Best.Move, p.Margins[r.Best.Move], p.Best)
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
	all := problems(t, "ffo-long.txt")
	var pos engine.Position = parse(t, all[len(all)-1].FEN)
	for _, margin := range []int{64, -64} {
		r := bottest.Run(t, New(), pos, ai.Limits{Exact: true}, ai.FullStrength())
		last := r.Last()
		checkMargin(t, "ffo#59", last, margin)
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
	for _, p := range problems(t, "ffo.txt")[:3] {
		pos := parse(t, p.FEN)
		for _, nodes := range []uint64{1, 50, 2000, 5000} {
			r := bottest.Run(t, New(), pos, ai.Limits{Nodes: nodes}, ai.FullStrength())
			if last := r.Last(); last.Nodes != nodes || last.Proof != ai.NotProved {
				t.Errorf("ffo#%d with %d nodes: %+v", p.Number, nodes, last)
			}
		}
		r := bottest.Run(t, New(), pos, ai.Limits{Depth: 5}, ai.FullStrength())
		if last := r.Last(); last.Depth != 5 || last.Proof != ai.NotProved {
			t.Errorf("ffo#%d to depth 5: %+v", p.Number, last)
		}
	}
}
