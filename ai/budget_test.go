package ai

import (
	"testing"
	"time"

	"quadrille/engine"
)

const ms = time.Millisecond

func clocked(left, inc time.Duration, movesToGo int) Limits {
	l := Limits{MovesToGo: movesToGo}
	l.Clocked[1] = true
	l.Clocks[1] = ClockTime{Left: left, Increment: inc}
	return l
}

// TestBudget gives ranges, worked out by hand, in which the times must lie.
func TestBudget(t *testing.T) {
	cases := []struct {
		name                               string
		limits                             Limits
		turnsLeft                          int
		partFrom, partTo, hardFrom, hardTo time.Duration
	}{
		{"nothing", Limits{}, 8, 0, 0, 0, 0},
		{"depth only", Limits{Depth: 5}, 8, 0, 0, 0, 0},
		{"infinite", Limits{Infinite: true, MoveTime: time.Second}, 8, 0, 0, 0, 0},
		{"other side's clock", func() Limits {
			var l Limits
			l.Clocked[0], l.Clocks[0].Left = true, time.Second
			return l
		}(), 8, 0, 0, 0, 0},
		{"a second", Limits{MoveTime: time.Second}, 8, 0, 0, 990 * ms, 990 * ms},
		{"less than the overhead", Limits{MoveTime: 8 * ms}, 8, 0, 0, 2 * ms, 4 * ms},
		{"one millisecond", Limits{MoveTime: ms}, 8, 0, 0, ms / 5, ms},
		{"a minute for eight turns", clocked(time.Minute, 0, 0), 8, 3 * time.Second, 7500 * ms, 7500 * ms, 30 * time.Second},
		{"last turn before the clock is filled", clocked(10*time.Second, 0, 1), 8, 3 * time.Second, 9500 * ms, 5 * time.Second, 9500 * ms},
		{"increment only", clocked(50*ms, time.Second, 0), 8, 1, 40 * ms, 1, 40 * ms},
		{"a sudden death of 30 ms", clocked(30*ms, 0, 0), 8, 1, 10 * ms, 1, 10 * ms},
		{"no time at all", clocked(0, 0, 0), 8, 1, ms, 1, ms},
		{"both", func() Limits {
			l := clocked(time.Minute, 0, 0)
			l.MoveTime = 100 * ms
			return l
		}(), 8, 1, 90 * ms, 90 * ms, 90 * ms},
	}
	for _, c := range cases {
		part, hard := Budget(c.limits, engine.P2, c.turnsLeft, 10*ms)
		if part < c.partFrom || part > c.partTo || hard < c.hardFrom || hard > c.hardTo {
			t.Errorf("%s: part %v hard %v, want %v..%v and %v..%v", c.name, part, hard, c.partFrom, c.partTo, c.hardFrom, c.hardTo)
		}
	}
}

// TestBudgetLastsForAGame plays clocks down: each turn costs its hard time and
// half the overhead, and the flag must not fall.
func TestBudgetLastsForAGame(t *testing.T) {
	for _, start := range []time.Duration{100 * ms, time.Second, time.Minute} {
		for _, turns := range []int{4, 8, 40} {
			left := start
			for n := turns; n > 0; n-- {
				_, hard := Budget(clocked(left, 0, 0), engine.P2, n, 2*ms)
				left -= hard + ms
				if left <= 0 && start >= 4*time.Duration(turns)*ms {
					t.Fatalf("%v for %d turns: the flag fell with %d to go", start, turns, n)
				}
			}
		}
	}
}
