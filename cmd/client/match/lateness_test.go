package match

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"quadrille/cmd/client/match/arena"
)

// TestLateness counts hundred first turns, which overran by -99 to 0 ms, and one
// later one.
func TestLateness(t *testing.T) {
	s := newStanding(2, 2)
	for i := range 50 {
		g := arena.Game{ID: i + 1, Group: i + 1, Size: 1, Seats: []int{0, 1}, Points: []float64{1, 0}, Opened: 1,
			Notes: []string{"", fmt.Sprintf("depth 3 %dms of 100ms", 2*i+1), fmt.Sprintf("%dms of 100ms", 2*i+2)}}
		if i == 7 {
			g.Notes = append(g.Notes, "", "mate 3 0.25s of 100ms", "1ms")
		}
		s.Add(g)
	}
	for share, want := range map[float64]time.Duration{0.005: -99, 0.5: -50, 0.99: -1, 1: 0} {
		if got := s.First.At(share); got != want*time.Millisecond {
			t.Errorf("of the first turns %v overran by up to %v, want %v", share, got, want*time.Millisecond)
		}
	}
	var out strings.Builder
	writeLateness(&out, Progress{Standing: s})
	want := `
  after their time, ms  turns    50%     99%   worst
           first turns    100  -50.0    -1.0    +0.0
           later turns      1  +150.0  +150.0  +150.0
`
	if got := strings.Join(strings.Fields(out.String()), " "); got != strings.Join(strings.Fields(want), " ") {
		t.Errorf("the table is\n%s\nnot\n%s", out.String(), want)
	}
	if n := newStanding(2, 2); n.Later.Turns() != 0 || n.First.At(1) != 0 {
		t.Error("without turns some were late")
	}
}
