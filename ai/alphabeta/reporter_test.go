package alphabeta

import (
	"fmt"
	"reflect"
	"testing"

	"quadrille/ai"
)

func TestProof(t *testing.T) {
	cases := []struct {
		line Line
		want ai.Proof
	}{
		{Line{Value: 0}, ai.NotProved},
		{Line{Value: 6400}, ai.NotProved},
		{Line{Value: 0, Solved: true}, ai.ProvedDraw},
		{Line{Value: 200, Solved: true}, ai.ProvedWin},
		{Line{Value: -200, Solved: true}, ai.ProvedLoss},
		{Line{Value: Win - 3}, ai.ProvedWin},
		{Line{Value: -Win + 4}, ai.ProvedLoss},
	}
	for _, c := range cases {
		if got := c.line.Proof(); got != c.want {
			t.Errorf("%+v proves %q, not %q", c.line, got, c.want)
		}
	}
}

// TestReporter reports progress, two lines, the same again, and more nodes.
func TestReporter(t *testing.T) {
	var got []ai.Info
	a := Reporter{
		Control: ai.NewControl(ai.Limits{}),
		MultiPV: 2,
		Earlier: 100,
		Send:    func(i ai.Info) { i.Time = 0; got = append(got, i) },
		Tokens: func(moves []Move) (words []string) {
			for _, m := range moves {
				words = append(words, fmt.Sprint(m))
			}
			return words
		},
	}
	a.Report(Report{Depth: 3, Nodes: 5})
	r := Report{Depth: 4, SelDepth: 6, Nodes: 7, HashFull: 8, Lines: []Line{
		{Moves: []Move{1, 2}, Value: Win - 3},
		{Moves: []Move{3}, Value: -infinity},
	}}
	a.Report(r)
	a.Finish(r)
	if best := a.Best(r.Lines[0]); best != (ai.Best{Move: "1", Ponder: "2"}) {
		t.Errorf("the answer is %+v", best)
	}
	if best := a.Best(r.Lines[1]); best != (ai.Best{Move: "3"}) {
		t.Errorf("the answer is %+v", best)
	}
	r.Nodes, r.Lines = 9, []Line{{Moves: []Move{4}, Value: -25}}
	a.Finish(r)
	want := []ai.Info{
		{Depth: 3, Nodes: 105},
		{Depth: 4, SelDepth: 6, Nodes: 107, HashFull: 8, MultiPV: 1, PV: []string{"1", "2"},
			HasScore: true, Score: ai.Score{Mate: 3}, Proof: ai.ProvedWin},
		{Depth: 4, SelDepth: 6, Nodes: 107, HashFull: 8, MultiPV: 2, PV: []string{"3"}},
		{Depth: 4, SelDepth: 6, Nodes: 109, HashFull: 8, MultiPV: 1, PV: []string{"4"},
			HasScore: true, Score: ai.Score{CP: -25}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("infos\n%+v\nnot\n%+v", got, want)
	}
}

// TestLogistic wants the curve's own values, and never what only a proof may say.
func TestLogistic(t *testing.T) {
	for _, c := range []struct {
		cp    int
		scale float64
		want  int
	}{{0, 100, 5000}, {100, 100, 7311}, {-100, 100, 2689}, {200, 100, 8808}, {100, 50, 8808}, {1 << 20, 1, 9999}, {-1 << 20, 1, 1}} {
		if got := Logistic(c.cp, c.scale); got != c.want {
			t.Errorf("%d by %v is %d, want %d", c.cp, c.scale, got, c.want)
		}
	}
}
