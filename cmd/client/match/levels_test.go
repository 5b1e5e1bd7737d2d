package match

import (
	"strings"
	"testing"

	"quadrille/cmd/client/match/arena"
	"quadrille/protocol/driver"
)

func TestSetLevels(t *testing.T) {
	edax := []EngineSpec{{Name: "edax", Cmd: "edax"}}
	nodes := arena.Limits{Nodes: 100}
	for _, tc := range []struct {
		text    string
		engines []EngineSpec
		limits  arena.Limits
		names   string
		err     string
	}{
		{"0-2", nil, arena.Limits{}, "beginner, level 1, level 2", ""},
		{"4-5/0.5", nil, arena.Limits{}, "level 4, level 4.5, level 5", ""},
		{"0-2/0.5", nil, arena.Limits{}, "beginner, level 1, level 1.5, level 2", ""},
		{"8.8-10/0.2", nil, nodes, "level 8.8, level 9, level 10", ""},
		{"1-4/0.15", nil, arena.Limits{}, "", "a step in tenths"}, {"1-4/0.05", nil, arena.Limits{}, "", "a step in tenths"}, {"1-2/Inf", nil, arena.Limits{}, "", "is not A-B"},
		{"1-1.3/0.1", nil, arena.Limits{}, "level 1, level 1.1, level 1.2, level 1.3", ""},
		{"1-2/0", nil, arena.Limits{}, "", "is not A-B"}, {"1-2/0.3", nil, arena.Limits{}, "", "is not A-B"}, {"1-NaN", nil, arena.Limits{}, "", "is not A-B"}, {"1-2/NaN", nil, arena.Limits{}, "", "is not A-B"}, {"1-9.5", nil, arena.Limits{}, "", "is not A-B"}, {"1-2/", nil, arena.Limits{}, "", "is not A-B"},
		{"9-10", edax, nodes, "edax level 9, edax level 10", ""},
		{"1", nil, arena.Limits{}, "", "is not A-B"}, {"", nil, arena.Limits{}, "", "is not A-B"}, {"x-3", nil, arena.Limits{}, "", "is not A-B"},
		{"2-2", nil, arena.Limits{}, "", "A below B"}, {"3-1", nil, arena.Limits{}, "", "A below B"}, {"1-11", nil, nodes, "", "0 to 10"},
		{"1-10", nil, arena.Limits{}, "", "level 10 has no limit"}, {"1-9", nil, nodes, "", "a limit is for level 10"},
		{"0-2", edax, arena.Limits{}, "", "begin with level 1"}, {"1-2", append(edax, edax...), arena.Limits{}, "", "not 2"},
		{"1-2", []EngineSpec{{Name: "edax", Cmd: "edax", Options: []driver.Setting{{Name: "level", Value: "3"}}}}, arena.Limits{}, "", "leave out its level"},
	} {
		s := &Spec{Engines: tc.engines, Limits: tc.limits, Seed: 7, Stall: 1}
		err := SetLevels(s, tc.text)
		if tc.err != "" {
			if err == nil || !strings.Contains(err.Error(), tc.err) {
				t.Errorf("%s: %v, want %q", tc.text, err, tc.err)
			}
			continue
		}
		if err == nil {
			err = s.Check()
		}
		if names := strings.Join(engineNames(Progress{Spec: s}), ", "); err != nil || names != tc.names {
			t.Errorf("%s: %s, %v; want %s", tc.text, names, err, tc.names)
		}
		for i, e := range s.Engines {
			last := i == len(s.Engines)-1 && tc.limits != (arena.Limits{})
			if got := s.limits(e); last != (got == nodes) || !last && got != (arena.Limits{}) {
				t.Errorf("%s: %s has the limits %+v", tc.text, e.Name, got)
			}
		}
	}
}

// FuzzLevelsOf wants levels that there are, from low to high.
func FuzzLevelsOf(f *testing.F) {
	for _, text := range []string{"0-9", "1-10", "4-6/0.5", "1-2/Inf", "NaN-2/NaN", "1-4/0.15"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		levels, err := levelsOf(text)
		for i, l := range levels {
			if l != 0 && l.Check() != nil || i > 0 && l <= levels[i-1] {
				t.Errorf("%q: levels %v", text, levels)
			}
		}
		if (err == nil) != (len(levels) >= 2) {
			t.Errorf("%q: levels %v and %v", text, levels, err)
		}
	})
}
