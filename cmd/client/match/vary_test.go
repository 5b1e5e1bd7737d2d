package match

import (
	"math"
	"strings"
	"testing"

	"quadrille/cmd/client/match/arena"
	"quadrille/protocol/driver"
)

func TestParseParameter(t *testing.T) {
	p, err := ParseParameter("explore=0.5,1,1.5")
	if err != nil || p.Name != "explore" || strings.Join(p.Values, " ") != "0.5 1 1.5" {
		t.Errorf("%+v, %v", p, err)
	}
	for _, bad := range []string{"", "x", "x=", "x=1", "=1,2", "x=1,,2", "{x}=1,2", "x y=1,2"} {
		if p, err := ParseParameter(bad); err == nil {
			t.Errorf("%q is %+v", bad, p)
		}
	}
}

// varied is a match of which the first engine is told two parameters.
func varied() *Spec {
	return &Spec{Seed: 5, Stall: 1, Limits: arena.Limits{Depth: 1},
		Engines: []EngineSpec{{Name: "a", Cmd: "x {cmd}", Args: "{size}", Env: []string{"E={size}"}, Options: []driver.Setting{{Name: "Size", Value: "{size}"}}},
			{Name: "b", Cmd: "y"}},
		Vary: []Parameter{{"size", []string{"2", "3", "4"}}, {"cmd", []string{"u", "v"}}}}
}

// The engine is told what is drawn wherever its description names it, and the
// description itself stays.
func TestWith(t *testing.T) {
	s := varied()
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	e := s.Engines[0].with(s.values([]int{2, 1}))
	if e.Cmd != "x v" || e.Args != "4" || e.Env[0] != "E=4" || e.Options[0].Value != "4" || s.Engines[0].Env[0] != "E={size}" {
		t.Errorf("%+v of %+v", e, s.Engines[0])
	}
	s.Vary[1].Name = "other"
	if err := s.Check(); err == nil || !strings.Contains(err.Error(), "{other}") {
		t.Errorf("a parameter that no engine is told: %v", err)
	}
	s = varied()
	s.Engines[1].Args = "{size}"
	if err := s.Check(); err == nil || !strings.Contains(err.Error(), "2 engines have {size}") {
		t.Errorf("a parameter of two engines: %v", err)
	}
	s = varied()
	s.Vary[0].Values = nil
	if err := s.Check(); err == nil || !strings.Contains(err.Error(), "size has no values") {
		t.Errorf("a parameter without values: %v", err)
	}
}

// Every value is drawn about as often as the others, in the same groups again,
// and what it does to the score is found: size 4 gives half a point more here.
func TestEffect(t *testing.T) {
	s := varied()
	p := Progress{Spec: s, Standing: newStanding(2, 2)}
	for group := 1; group <= 600; group++ {
		points := 0.25
		if s.draw(group)[0] == 2 {
			points = 0.75
		}
		for seat := range 2 { // the opening is worth a quarter
			mine := points + []float64{0.25, -0.25}[seat]
			g := arena.Game{ID: 2*group + seat, Group: group, Size: 2, Seats: []int{seat, 1 - seat}, Points: []float64{mine, 1 - mine}, End: arena.EndRules}
			if seat == 1 {
				g.Points = []float64{1 - mine, mine}
			}
			p.Standing.Add(g)
		}
	}
	list := effects(p)
	if low, high := list[0], list[2]; math.Abs(float64(high.Effect-low.Effect)-0.5) > 1e-9 || high.Error > 1e-6 || low.Groups < 160 || high.Groups < 160 {
		t.Errorf("effects %+v and %+v, want them 0.5 apart", low, high)
	}
	if e := list[4]; math.Abs(float64(e.Effect)) > 1.5*float64(e.Error) || e.Groups < 250 || e.Groups > 350 {
		t.Errorf("effect %+v of what does nothing", e)
	}
}
