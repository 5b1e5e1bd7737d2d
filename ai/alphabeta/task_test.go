package alphabeta

import (
	"fmt"
	"slices"
	"testing"

	"quadrille/ai"
)

// TestPlayWeakly keeps the lines that the level likes best, so many as are
// asked for.
func TestPlayWeakly(t *testing.T) {
	for multiPV, want := range [][]int{{9}, {9}, {9, 5}, {9, 5, 3}, {9, 5, 3}} {
		var told []int
		task := Task{Roots: []Move{1, 2, 3}, Settings: ai.Settings{Level: 2, MultiPV: multiPV, Seed: 1}, Limits: ai.Limits{Depth: 3}}
		task.Reporter = Reporter{
			Control: ai.NewControl(ai.Limits{}),
			Send:    func(i ai.Info) { told = append(told, i.Score.CP) },
			Tokens:  func(moves []Move) []string { return []string{fmt.Sprint(moves[0])} },
		}
		levels := &ai.Handicaps{1: {Depth: 7, Ceiling: 1000}}
		best := task.PlayWeakly(levels, 1, func(o Options) Report {
			if o.Depth != 3 || o.MultiPV != 3 {
				t.Errorf("the level searches %d lines to depth %d", o.MultiPV, o.Depth)
			}
			return Report{Lines: []Line{{[]Move{1}, 3, false}, {[]Move{2}, 9, false}, {[]Move{3}, 5, false}}}
		})
		if best.Move != "2" || !slices.Equal(told, want) {
			t.Errorf("%d lines: played %s after %v, want 2 after %v", multiPV, best.Move, told, want)
		}
	}
}
