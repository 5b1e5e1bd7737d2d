package engine

import "testing"

func TestPlayer(t *testing.T) {
	cases := []struct {
		p       Player
		name    string
		players int
		next    Player
	}{
		{NoPlayer, "none", 2, P1},
		{P1, "p1", 2, P2},
		{P2, "p2", 2, P1},
		{P2, "p2", 4, P3},
		{P3, "p3", 3, P1},
		{P4, "p4", 4, P1},
	}
	for _, c := range cases {
		if c.p.String() != c.name || c.p.Next(c.players) != c.next {
			t.Errorf("%d of %d: name %s, next %v", c.p, c.players, c.p, c.p.Next(c.players))
		}
	}
}

func TestResult(t *testing.T) {
	cases := []struct {
		result       Result
		word, reason string
	}{
		{Result{}, "none", "none"},
		{Win(P1, "block"), "p1win", "block"},
		{Win(P4, "points"), "p4win", "points"},
		{Draw("both-blocks"), "draw", "both-blocks"},
	}
	for _, c := range cases {
		if c.result.String() != c.word || c.result.ReasonOrNone() != c.reason {
			t.Errorf("%+v is %s (%s), not %s (%s)", c.result, c.result, c.result.ReasonOrNone(), c.word, c.reason)
		}
	}
}

func TestJoinInts(t *testing.T) {
	cases := []struct {
		ns   []int
		want string
	}{{nil, ""}, {[]int{0}, "0"}, {[]int{-3, 0, 12}, "-3 0 12"}}
	for _, c := range cases {
		if got := JoinInts(c.ns); got != c.want {
			t.Errorf("JoinInts(%v) = %q, not %q", c.ns, got, c.want)
		}
	}
}

func TestAction(t *testing.T) {
	cases := []struct {
		action Action
		want   string
	}{
		{Action{Verb: "pass"}, "pass"},
		{Action{Verb: "place", Args: []string{"0", "2"}}, "place 0 2"},
	}
	for _, c := range cases {
		if got := c.action.String(); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}

func TestDiagramString(t *testing.T) {
	d := Diagram{
		{{Text: "| ", Style: FrameLine}, {Text: "R", Style: PlayerStyle(P1), Last: true}, {Text: "   "}},
		{},
		{{Text: "note", Style: Note}},
	}
	if got, want := d.String(), "| R\n\nnote\n"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if PlayerStyle(P3) != P3Style {
		t.Errorf("the style of p3 is %q", PlayerStyle(P3))
	}
}
