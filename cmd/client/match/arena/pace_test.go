package arena

import (
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	var p Pace
	if p.Of(3) != 0 {
		t.Error("a mean before any turn")
	}
	p.Add(1, 10)
	p.Add(1, 20)
	p.Add(23, 7)
	for turn, want := range map[int]time.Duration{0: 0, 1: 15, 5: 15, 23: 7, 50: 7} {
		if got := p.Of(turn); got != want {
			t.Errorf("turn %d: %d, not %d", turn, got, want)
		}
	}
}

// Who follows has for each turn what the others' turns of that number took,
// with the factor, less in the first turn, and most of what it saved before.
// It is never late.
func TestFollow(t *testing.T) {
	terms := Terms{Stall: time.Second, CPU: true, Pace: &Pace{}}
	c := newClocks([]Seat{{Limits: Limits{Follow: 2, First: 0.5}}, {Limits: Limits{Depth: 1}}})
	for i, turn := range []struct{ theirs, told, took time.Duration }{
		{100 * ms, 100 * ms, 150 * ms}, // of 200 ms the half; 50 are saved
		{20 * ms, 80 * ms, 100 * ms},   // 40 and 0.8·50; -10 are saved
		{20 * ms, 32 * ms, 62 * ms},    // 40 - 0.8·10; -32 are saved
		{20 * ms, 14400 * time.Microsecond, ms},
		{10 * ms, 25600 * time.Microsecond, 87 * ms}, // 20 and 0.8·7
		{10 * ms, 5 * ms, 0},                         // never less than a quarter
	} {
		terms.Pace.Add(i, turn.theirs)
		if got := c.limits(0, terms).MoveTime; got != turn.told {
			t.Errorf("turn %d: %v, want %v", i+1, got, turn.told)
		}
		if late := c.charge(0, turn.took); late != 0 {
			t.Errorf("turn %d: late by %v", i+1, late)
		}
	}
}
