package othello

import (
	"testing"

	"quadrille/ai/othellobot/endgame"
	"quadrille/ai/othellobot/pattern"
	"quadrille/ai/tt"
)

// TestErrorOfTheEmbeddedWeights searches one ply from positions of games that
// nothing was learned from, 16 squares before the end, and compares with the exact margins.
// docs/strength.md has the figures beside NTest's, 8.1 and 8.4.
func TestErrorOfTheEmbeddedWeights(t *testing.T) {
	for file, most := range map[string]float64{"wild16": 8, "best16": 8.3} {
		list, err := readPositions("testdata/" + file + ".positions")
		if err != nil {
			t.Fatal(err)
		}
		s := newSearcher(pattern.Default())
		var f rmsError
		for _, p := range list {
			_, v := s.best(p.state.Own, p.state.Opp, 1)
			f.add(float64(v)/100 - float64(p.margin))
		}
		if f.count < 900 || f.root() > most {
			t.Errorf("%s: error %.3f of %d positions, want at most %.3f", file, f.root(), f.count, most)
		}
	}
}

// TestMarginsOfThePositions solves some of the positions again, without the
// evaluation.
func TestMarginsOfThePositions(t *testing.T) {
	list, err := readPositions("testdata/wild16.positions")
	if err != nil {
		t.Fatal(err)
	}
	solver := endgame.New(tt.New[endgame.Entry](4), nil)
	for _, p := range list[:3] {
		r := solver.Solve(endgame.Query{Own: p.state.Own, Opp: p.state.Opp, Threads: 1})
		if r.Margin != p.margin || !r.Done {
			t.Errorf("%s: %d, want %d", p.fen, r.Margin, p.margin)
		}
	}
}
