package match

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"quadrille/cmd/client/match/arena"
	"quadrille/engine"
	"quadrille/protocol/driver"
)

// SetLevels puts an engine for each level of a range, such as 1-9 or 4-6/0.5, in place of
// the one engine of a match, which by default is this program. Level 0 is this
// program's beginner. The limits of the match are those of the highest level
// alone, and only that needs them.
func SetLevels(s *Spec, text string) error {
	levels, err := levelsOf(text)
	if err != nil {
		return err
	}
	from, to := levels[0], levels[len(levels)-1]
	if len(s.Engines) > 1 {
		return fmt.Errorf("give at most one engine, not %d", len(s.Engines))
	}
	model := EngineSpec{}
	if len(s.Engines) == 1 {
		model = s.Engines[0]
	}
	switch unlimited := s.limits(model) == (arena.Limits{}); {
	case to == engine.MaxLevel && unlimited:
		return fmt.Errorf("level %d has no limit of its own: give a depth, nodes, movetime or tc, or stop at %d", engine.MaxLevel, engine.MaxLevel-1)
	case to < engine.MaxLevel && !unlimited:
		return fmt.Errorf("a limit is for level %d alone, which is not among them; the others have their own", engine.MaxLevel)
	case model.sets("Level"):
		return errors.New("the engine takes its levels from here; leave out its level")
	case from == 0 && model.Cmd != "":
		return errors.New("level 0, the beginner, is this program's own; begin with level 1")
	}
	s.Engines = nil
	for _, level := range levels {
		s.Engines = append(s.Engines, model.atLevel(level))
	}
	return nil
}

// levelsOf reads a range of levels, A-B or A-B/STEP, where the step is in tenths. A
// step of less than one leaves out what there is no level for: below 1 and between the
// last two.
func levelsOf(text string) ([]engine.Level, error) {
	span, by, stepped := strings.Cut(text, "/")
	low, high, _ := strings.Cut(span, "-")
	from, err1 := strconv.ParseFloat(low, 64)
	to, err2 := strconv.ParseFloat(high, 64)
	step, err3 := 1.0, error(nil)
	if stepped {
		step, err3 = strconv.ParseFloat(by, 64)
	}
	var levels []engine.Level
	if err1 == nil && err2 == nil && err3 == nil && step >= 0.1 && step == math.Round(step*10)/10 && from >= 0 && to <= engine.MaxLevel {
		for n := 0; ; n++ {
			level := engine.Level(math.Round((from+float64(n)*step)*10) / 10)
			if float64(level) > to {
				break
			}
			if level == 0 || level.Check() == nil {
				levels = append(levels, level)
			}
		}
	}
	if len(levels) < 2 || float64(levels[0]) != from || float64(levels[len(levels)-1]) != to {
		return nil, fmt.Errorf("%q is not A-B with A below B, from 0 to %d, such as 1-9, or A-B/STEP with a step in tenths, such as 4-6/0.5", text, engine.MaxLevel)
	}
	return levels, nil
}

// atLevel is the engine at a level.
func (e EngineSpec) atLevel(level engine.Level) EngineSpec {
	e.Name = strings.TrimSpace(fmt.Sprint(e.Name, " level ", level))
	options := append([]driver.Setting{}, e.Options...)
	if level == 0 {
		e.Name, e.Args = "beginner", strings.TrimSpace(e.Args+" --beginner")
	} else {
		options = append(options, driver.Setting{Name: "Level", Value: level.String()})
	}
	if e.Options = options; level < engine.MaxLevel {
		e.Limits = &arena.Limits{}
	}
	return e
}
