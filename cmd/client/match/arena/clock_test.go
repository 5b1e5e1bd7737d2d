package arena

import (
	"testing"
	"time"

	"quadrille/protocol/driver"

	"github.com/google/go-cmp/cmp"
)

const ms = time.Millisecond

// A clock goes down by what a turn takes and up by the increment, is wound up
// after so many own turns, and never shows less than nothing. Who takes longer
// than is left is late by the difference, whatever the increment.
func TestCharge(t *testing.T) {
	type turn struct{ took, left, late time.Duration }
	for name, tc := range map[string]struct {
		limits Limits
		turns  []turn
	}{
		"increment":       {Limits{Base: 100 * ms, Inc: 10 * ms}, []turn{{30 * ms, 80 * ms, -70 * ms}, {80 * ms, 10 * ms, 0}, {25 * ms, 10 * ms, 15 * ms}}},
		"moves":           {Limits{Base: 100 * ms, Moves: 2}, []turn{{30 * ms, 70 * ms, -70 * ms}, {20 * ms, 150 * ms, -50 * ms}, {160 * ms, 0, 10 * ms}}},
		"time a turn":     {Limits{MoveTime: 50 * ms}, []turn{{40 * ms, 0, -10 * ms}, {51 * ms, 0, ms}, {50 * ms, 0, 0}}},
		"both, turn less": {Limits{MoveTime: 50 * ms, Base: 80 * ms}, []turn{{40 * ms, 40 * ms, -10 * ms}, {45 * ms, 0, 5 * ms}}},
		"depth only":      {Limits{Depth: 1}, []turn{{time.Hour, 0, 0}}},
	} {
		c := newClocks([]Seat{{Limits: tc.limits}, {}})
		var used time.Duration
		for i, turn := range tc.turns {
			late := c.charge(0, turn.took)
			used += turn.took
			if late != turn.late || c.left[0] != turn.left || c.used[0] != used || c.left[1] != 0 {
				t.Errorf("%s, turn %d: late %v, left %v, used %v; want %v, %v, %v", name, i+1, late, c.left, c.used, turn.late, turn.left, used)
			}
		}
	}
}

// What an engine is told, and when it is stopped and given up: the margin is
// added to no clock.
func TestLimitsOfATurn(t *testing.T) {
	terms := Terms{Margin: 20 * ms, Stall: time.Second}
	onCPU := terms
	onCPU.CPU = true
	clock := Limits{Base: 100 * ms, Inc: 5 * ms, Moves: 3}
	for name, tc := range map[string]struct {
		terms Terms
		seats []Seat
		want  driver.Limits
	}{
		"no time": {terms, []Seat{{}, {Limits: Limits{Depth: 3, Nodes: 7}}},
			driver.Limits{Depth: 3, Nodes: 7, Seat: 1, GiveUpAfter: time.Second}},
		"time a turn": {terms, []Seat{{}, {Limits: Limits{MoveTime: 50 * ms}}},
			driver.Limits{MoveTime: 50 * ms, Seat: 1, StopAfter: 70 * ms, GiveUpAfter: 1070 * ms}},
		"clock against none": {terms, []Seat{{}, {Limits: clock}},
			driver.Limits{Clocks: []driver.Clock{{Left: 100 * ms}, {Left: 100 * ms, Inc: 5 * ms}}, MovesToGo: 3, Seat: 1,
				StopAfter: 120 * ms, GiveUpAfter: 1120 * ms}},
		"processor time": {onCPU, []Seat{{}, {Limits: Limits{MoveTime: 50 * ms}}},
			driver.Limits{MoveTime: 50 * ms, Seat: 1, GiveUpAfter: 1500 * ms}},
	} {
		if diff := cmp.Diff(tc.want, newClocks(tc.seats).limits(1, tc.terms)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	c := newClocks([]Seat{{Limits: clock}, {}})
	for turn, want := range []int{3, 2, 1, 3} {
		if got := c.limits(0, terms).MovesToGo; got != want {
			t.Errorf("turn %d: %d turns to go, want %d", turn+1, got, want)
		}
		c.charge(0, ms)
	}
}
