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
			return Report{Lines: []Line{{Moves: []Move{1}, Value: 3}, {Moves: []Move{2}, Value: 9}, {Moves: []Move{3}, Value: 5}}}
		})
		if best.Move != "2" || !slices.Equal(told, want) {
			t.Errorf("%d lines: played %s after %v, want 2 after %v", multiPV, best.Move, told, want)
		}
	}
}

// TestPlayWeaklyClaims wants what is proved of a turn that the level likes to be
// said only where it holds of the position: with a ceiling
// of 0 it likes all as much, and the first is played.
func TestPlayWeaklyClaims(t *testing.T) {
	for _, tc := range []struct {
		name   string
		values map[Move]Line
		want   ai.Proof
		mate   int
	}{
		{"a loss where all lose", map[Move]Line{1: {Value: 4 - Win}, 2: {Value: 2 - Win}}, ai.ProvedLoss, -4},
		{"a draw, the best", map[Move]Line{1: {Value: 0, Solved: true}, 2: {Value: 2 - Win}}, ai.ProvedDraw, 0},
		{"a win", map[Move]Line{1: {Value: Win - 3}, 2: {Value: 50}}, ai.ProvedWin, 3},
		{"a win, and a sooner one", map[Move]Line{1: {Value: Win - 3}, 2: {Value: Win - 1}}, ai.ProvedWin, 1},
		{"a draw, not the best", map[Move]Line{1: {Value: 0, Solved: true}, 2: {Value: 50}}, ai.NotProved, 0},
		{"a loss, not the best", map[Move]Line{1: {Value: 2 - Win}, 2: {Value: -500}}, ai.NotProved, 0},
	} {
		var told ai.Info
		task := Task{Roots: []Move{1, 2}, Settings: ai.Settings{Level: 1, Seed: 1}}
		task.Reporter = Reporter{
			Control: ai.NewControl(ai.Limits{}),
			Send:    func(i ai.Info) { told = i },
			Tokens:  func(moves []Move) []string { return []string{fmt.Sprint(moves[0])} },
		}
		task.PlayWeakly(&ai.Handicaps{{Depth: 1}}, 1, func(Options) Report {
			r := Report{}
			for _, m := range task.Roots {
				l := tc.values[m]
				l.Moves = []Move{m}
				r.Lines = append(r.Lines, l)
			}
			return r
		})
		if told.PV[0] != "1" && tc.mate != 1 || told.Proof != tc.want || told.Score.Mate != tc.mate {
			t.Errorf("%s: said %+v", tc.name, told)
		}
	}
}

// TestPlayWeaklyGlances takes the turn that looks best, without a search.
func TestPlayWeaklyGlances(t *testing.T) {
	task := Task{Roots: []Move{1, 2, 3}, Settings: ai.Settings{Level: 1, Seed: 1}, Glance: func(m Move) int { return []int{0, 5, 9, 7}[m] }}
	task.Reporter = Reporter{
		Control: ai.NewControl(ai.Limits{}),
		Send:    func(ai.Info) {},
		Tokens:  func(moves []Move) []string { return []string{fmt.Sprint(moves[0])} },
	}
	best := task.PlayWeakly(&ai.Handicaps{{Depth: 1, Ceiling: 100, Glance: 100}}, 1, func(Options) Report {
		t.Error("it searches")
		return Report{Lines: []Line{{Moves: []Move{1}, Value: 3}}}
	})
	if best.Move != "2" {
		t.Errorf("played %s", best.Move)
	}
}
