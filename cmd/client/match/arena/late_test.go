package arena

import (
	"slices"
	"testing"
	"time"
)

func TestLate(t *testing.T) {
	ms := time.Millisecond
	for _, c := range []struct {
		took, allowed time.Duration
		note          string
		late          time.Duration
		limited       bool
	}{
		{48213 * time.Microsecond, 50 * ms, "48.21ms of 50ms", 48210*time.Microsecond - 50*ms, true},
		{60 * ms, 50 * ms, "60ms of 50ms", 10 * ms, true},
		{1500 * ms, 58 * time.Second, "1.5s of 58s", 1500*ms - 58*time.Second, true},
		{7 * ms, 0, "7ms", 0, false},
	} {
		note := "+0.10 depth 5 " + spent(c.took, c.allowed)
		if want := "+0.10 depth 5 " + c.note; note != want {
			t.Errorf("%v of %v is written %q, not %q", c.took, c.allowed, note, want)
		}
		if by, ok := late(note); by != c.late || ok != c.limited {
			t.Errorf("%q: %v %v, want %v %v", note, by, ok, c.late, c.limited)
		}
	}
	for _, note := range []string{"", "of", "x of 50ms", "1ms of x", "of 5ms"} {
		if by, ok := late(note); ok {
			t.Errorf("%q is %v late", note, by)
		}
	}
	g := Game{Opened: 1, Seats: []int{0, 1}, Notes: []string{"9s of 1s", "2ms of 1ms", "3ms of 1ms", "", "4ms of 1ms", "5ms"}}
	first, later := g.Late()
	if !slices.Equal(first, []time.Duration{ms, 2 * ms}) || !slices.Equal(later, []time.Duration{3 * ms}) {
		t.Errorf("first turns %v, later ones %v", first, later)
	}
}
