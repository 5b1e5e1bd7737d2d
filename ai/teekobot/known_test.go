package teekobot

import (
	"fmt"
	"testing"

	"quadrille/ai"
	"quadrille/ai/bottest"
	"quadrille/engine"
	"quadrille/engine/teeko"
)

// TestAdvancedCentre proves what Steele (1998) found: in Advanced Teeko the
// first drop in the centre wins in 13 plies.
func TestAdvancedCentre(t *testing.T) {
	pos := start(t, engine.Rules{"size": "5", "advanced": "true"})
	settings := ai.FullStrength()
	limits := ai.Limits{SearchMoves: []string{"c3"}, Depth: 14}
	last := bottest.Run(t, newSearcher(), pos, limits, settings).Last()
	if last.Proof != ai.ProvedWin || last.Score.Mate != 13 {
		t.Errorf("the search says %+v, not a win in 13 plies", last)
	}
}

// TestMate asks for forced wins that can be seen on the board.
func TestMate(t *testing.T) {
	cases := []struct {
		name, fen string
		within    int
		mate      int // plies, 0 for none
	}{
		{"the fourth of a row", "..../XXX./..../OOO. O size=4,advanced=false,repetition=3 -", 1, 1},
		{"a mark comes down to it", "X.X./...X/X..O/OOO. O size=4,advanced=false,repetition=3 -", 1, 1},
		{"nothing is in reach", "..../..../..../.... O size=4,advanced=false,repetition=3 -", 1, 0},
		// O drops on d3. Then it needs a3 or e3, and X can take only one.
		{"a row open at both ends", "...../X..../.OO../...../....X O size=5,advanced=false,repetition=3 -", 2, 3},
		{"no win at once", "...../X..../.OO../...../....X O size=5,advanced=false,repetition=3 -", 1, 0},
		// On the small board no three marks are completed in two ways.
		{"no room on the small board", "..../X.../.OO./...X O size=4,advanced=false,repetition=3 -", 2, 0},
	}
	for _, c := range cases {
		pos := parse(t, c.fen)
		r := bottest.Run(t, newSearcher(), pos, ai.Limits{Mate: c.within}, ai.FullStrength())
		last := r.Last()
		if c.mate == 0 {
			if want := fmt.Sprintf("no win in %d\n", c.within); r.Text() != want || last.Score.Mate > 0 && last.Score.Mate < 2*c.within {
				t.Errorf("%s: %q, %+v", c.name, r.Text(), last)
			}
			continue
		}
		if last.Score.Mate != c.mate || last.Proof != ai.ProvedWin || r.Text() != "" {
			t.Errorf("%s: %q, %+v", c.name, r.Text(), last)
		}
	}
}

// TestEvalIsTheSameForAllImages turns and mirrors a position, and turns there
// and back.
func TestEvalIsTheSameForAllImages(t *testing.T) {
	pos := parse(t, "O...X/.X.O./..X../.O.X./O.... X size=5,advanced=true,repetition=3 -")
	s := pos.SearchState()
	g := newRules(pos)
	want, known := g.Leaf(&s)
	if known {
		t.Fatal("the position is decided")
	}
	key, _ := g.Key(&teeko.State{Board: s.Board, Marks: [2]uint32{1, 2}})
	for sym := uint8(0); sym < engine.Symmetries; sym++ {
		image := s.Transform(sym)
		if got, _ := g.Leaf(&image); got != want {
			t.Errorf("symmetry %d: the evaluation is %d, not %d", sym, got, want)
		}
		few := teeko.State{Board: s.Board, Marks: [2]uint32{1, 2}}.Transform(sym)
		if got, _ := g.Key(&few); got != key {
			t.Errorf("symmetry %d: the key differs", sym)
		}
		turn := teeko.NewMove(3, 9)
		if got := s.Board.TransformTurn(s.Board.TransformTurn(turn, sym), engine.InverseSymmetry(sym)); got != turn {
			t.Errorf("symmetry %d: there and back %d becomes %d", sym, turn, got)
		}
	}
}
