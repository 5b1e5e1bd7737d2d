package host

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestActions(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Game: "square4"})
	if s.Version != 1 || s.Turn != "p1" || s.Phase != "placement" || s.Over() || len(s.Seats) != 2 || s.Start != "startpos" ||
		s.Title != "Four in a Square" || cmp.Diff([]string{"Red", "Blue"}, s.Names) != "" || s.Rules["pieces"] != "8" {
		t.Errorf("new game: %+v", s)
	}
	s = play(t, h, s.ID, action("place 0 2"))
	if cmp.Diff([]string{"place 0 2"}, s.Pending) != "" || len(s.Turns) != 0 || s.Version != 2 || s.Turn != "p1" {
		t.Errorf("half a turn: %+v", s)
	}
	s = play(t, h, s.ID, action("slide 3"), move("8.0s4"))
	if cmp.Diff([]string{"0.2s3", "8.0s4"}, s.Turns) != "" || len(s.Pending) != 0 || s.Version != 4 {
		t.Errorf("two turns: %+v", s)
	}
	for _, tc := range []struct {
		c    Change
		want Kind
	}{
		{action("place 4 0"), Illegal},
		{action("place"), BadRequest},
		{action("go infinite"), BadRequest},
		{action("quit"), BadRequest},
		{action("place 0 2\nquit"), BadRequest},
		{move("0.2s3 8.0s4"), BadRequest},
		{move("nonsense"), Illegal},
		{Change{}, BadRequest},
		{Change{Action: "place 0 1", Move: "0.1s4"}, BadRequest},
	} {
		if _, err := h.Act(t.Context(), s.ID, tc.c); kindOf(err) != tc.want {
			t.Errorf("%+v: %v (%s), want %s", tc.c, err, kindOf(err), tc.want)
		}
	}
	now, err := h.State(t.Context(), s.ID)
	if diff := cmp.Diff(s, now); diff != "" || err != nil {
		t.Errorf("refused changes did something: %v\n%s", err, diff)
	}
}
