package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"quadrille/cmd/client/match/arena"
	"quadrille/protocol/driver"
)

// maxLevel is full strength, which has no limit of its own.
const maxLevel = 10

// SetLevels puts an engine for each level of a range, such as 1-9, in place of
// the one engine of a match, which by default is this program. Level 0 is this
// program's beginner. The limits of the match are those of the highest level
// alone, and only that needs them.
func SetLevels(s *Spec, text string) error {
	low, high, _ := strings.Cut(text, "-")
	from, err1 := strconv.Atoi(low)
	to, err2 := strconv.Atoi(high)
	if err1 != nil || err2 != nil || from < 0 || to <= from || to > maxLevel {
		return fmt.Errorf("%q is not A-B with A below B, from 0 to %d, such as 1-9", text, maxLevel)
	}
	if len(s.Engines) > 1 {
		return fmt.Errorf("give at most one engine, not %d", len(s.Engines))
	}
	model := EngineSpec{}
	if len(s.Engines) == 1 {
		model = s.Engines[0]
	}
	switch unlimited := s.limits(model) == (arena.Limits{}); {
	case to == maxLevel && unlimited:
		return fmt.Errorf("level %d has no limit of its own: give a depth, nodes, movetime or tc, or stop at %d", maxLevel, maxLevel-1)
	case to < maxLevel && !unlimited:
		return fmt.Errorf("a limit is for level %d alone, which is not among them; the others have their own", maxLevel)
	case model.sets("Level"):
		return errors.New("the engine takes its levels from here; leave out its level")
	case from == 0 && model.Cmd != "":
		return errors.New("level 0, the beginner, is this program's own; begin with level 1")
	}
	s.Engines = nil
	for level := from; level <= to; level++ {
		s.Engines = append(s.Engines, model.atLevel(level))
	}
	return nil
}

// atLevel is the engine at a level.
func (e EngineSpec) atLevel(level int) EngineSpec {
	e.Name = strings.TrimSpace(fmt.Sprint(e.Name, " level ", level))
	options := append([]driver.Setting{}, e.Options...)
	if level == 0 {
		e.Name, e.Args = "beginner", strings.TrimSpace(e.Args+" --beginner")
	} else {
		options = append(options, driver.Setting{Name: "Level", Value: strconv.Itoa(level)})
	}
	if e.Options = options; level < maxLevel {
		e.Limits = &arena.Limits{}
	}
	return e
}
