// Package match runs matches between engine processes for any game, knowing
// the rules of none: it asks a referee engine. docs/match.md describes it.
package match

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/client/match/stats"
	"quadrille/cmd/client/names"
	"quadrille/protocol/driver"
)

// EngineSpec is an engine as a match describes it.
type EngineSpec struct {
	Name    string           `json:"name,omitempty"`
	Cmd     string           `json:"cmd,omitempty"`  // command line; empty is this program as an engine
	Args    string           `json:"args,omitempty"` // further words of the command line
	Dir     string           `json:"dir,omitempty"`
	Env     []string         `json:"env,omitempty"` // KEY=value
	Proto   string           `json:"proto,omitempty"`
	Games   []string         `json:"games,omitempty"`   // that it plays; nil leaves that to it to say
	Options []driver.Setting `json:"options,omitempty"` // in the order in which they are set
	Limits  *arena.Limits    `json:"limits,omitempty"`  // its own; nil is those of the match
	Files   []string         `json:"files,omitempty"`   // that its arguments and options name, to be sent with it
}

// Spec is all of a match that its results depend on. It is kept in the
// journal.
type Spec struct {
	ID       string            `json:"id,omitempty"` // drawn when it begins, to tell it from all others
	Engines  []EngineSpec      `json:"engines"`
	Referee  string            `json:"referee,omitempty"` // command line; empty is this program
	Game     string            `json:"game"`
	Rules    string            `json:"rules,omitempty"` // key=value words
	Format   Format            `json:"format"`
	Rounds   int               `json:"rounds"`
	Pairs    int               `json:"pairs"`
	Seatings Seatings          `json:"seatings"`
	Openings []arena.Opening   `json:"openings,omitempty"` // from a file, in the order of use
	Random   int               `json:"random,omitempty"`   // plies of random openings
	Seed     int64             `json:"seed"`
	Limits   arena.Limits      `json:"limits"`
	CPU      bool              `json:"cpu,omitempty"`
	Margin   time.Duration     `json:"margin"`
	Stall    time.Duration     `json:"stall"`
	MaxPlies int               `json:"maxplies,omitempty"`
	Restart  bool              `json:"restart,omitempty"` // every engine anew for each game
	DrawRule arena.AdjudgeRule `json:"draw,omitzero"`
	WinRule  arena.AdjudgeRule `json:"win,omitzero"`
	SPRT     *stats.SPRT       `json:"sprt,omitempty"`
	Vary     []Parameter       `json:"vary,omitempty"`
	Alone    bool              `json:"alone,omitempty"` // the first engine plays each game with itself; see Solo
}

// Check says what of a specification cannot be, as far as that shows without
// an engine, and names the engines that have no name.
func (s *Spec) Check() error {
	if err := NameEngines(s.Engines); err != nil {
		return err
	}
	switch {
	case s.CPU && !arena.CPUTimeKnown:
		return errors.New("this system does not tell the processor time of another process, so it cannot be charged")
	case s.SPRT != nil && len(s.Engines) != 2:
		return fmt.Errorf("a sequential test compares two engines, not %d", len(s.Engines))
	case s.Margin < 0 || s.Stall <= 0 || s.MaxPlies < 0 || s.Random < 0:
		return errors.New("the margin, the longest game and the plies of an opening are not negative, and the stall time is positive")
	}
	if s.SPRT != nil {
		if err := s.SPRT.Check(); err != nil {
			return fmt.Errorf("sprt: %w", err)
		}
	}
	if len(s.Engines) > 0 && len(s.leaders()) == 0 {
		return errors.New("every engine follows the time of the others; at least one needs a limit of its own")
	}
	for _, e := range s.Engines {
		if s.limits(e) == (arena.Limits{}) && !e.limitsItself() {
			return fmt.Errorf("engine %s has no limit: give a depth, nodes, movetime or tc, or the option Level", e.Name)
		}
	}
	return s.checkVary()
}

// limitsItself says whether an engine with no limit has an end of its own: at a
// level, or as the beginner.
func (e EngineSpec) limitsItself() bool {
	return strings.Contains(e.Args, "--beginner") || e.sets("Level")
}

// sets says whether the description has a value for an option.
func (e EngineSpec) sets(option string) bool {
	return slices.ContainsFunc(e.Options, func(o driver.Setting) bool { return strings.EqualFold(o.Name, option) })
}

// seed is what a player of a game draws by, from 1, so that a match with the
// same seed has the same games however often an engine was started. An engine
// that was given a seed of its own keeps it; then it is 0.
func (s *Spec) seed(e EngineSpec, game, seat int) int {
	if e.sets("Seed") {
		return 0
	}
	return 1 + int(rand.New(rand.NewPCG(uint64(s.Seed), uint64(game)<<8|uint64(seat))).Int32N(1<<31-1))
}

// leaders are the engines that follow no other's time.
func (s *Spec) leaders() (list []int) {
	for i, e := range s.Engines {
		if s.limits(e).Follow == 0 {
			list = append(list, i)
		}
	}
	return list
}

// NameEngines gives every engine that has none a name, each another that can be
// shown.
func NameEngines(engines []EngineSpec) error {
	seen := map[string]bool{}
	for i := range engines {
		e := &engines[i]
		unnamed := e.Name == ""
		if unnamed {
			c, err := e.Command()
			if err != nil {
				return err
			}
			e.Name = c.DisplayName()
		}
		if e.Name = names.Clean(e.Name); e.Name == "" {
			return fmt.Errorf("engine %d has a name of which nothing can be seen; give it one with name=NAME", i+1)
		}
		base := e.Name
		for n := 2; unnamed && seen[e.Name]; n++ {
			e.Name = names.Append(base, fmt.Sprintf("-%d", n))
		}
		if seen[e.Name] {
			return fmt.Errorf("two engines are called %s", e.Name)
		}
		seen[e.Name] = true
	}
	return nil
}

// Timed says whether any engine can overrun a time, or follows another's.
func (s *Spec) Timed() (timed, follows bool) {
	for _, e := range s.Engines {
		l := s.limits(e)
		timed, follows = timed || l.Timed(), follows || l.Follow > 0
	}
	return timed, follows
}

// varies says why games of the match may be others when they are played again, as
// far as a description shows; empty when they are the same.
func (s *Spec) varies() string {
	timed, follows := s.Timed()
	if timed || follows {
		return "how far its engines search depends on the machine"
	}
	for _, e := range s.Engines {
		switch {
		case e.Cmd != "":
			return "engine " + e.Name + " is not this program's"
		case e.threads() > 1:
			return "engine " + e.Name + " has several threads"
		}
	}
	return ""
}

// Scaled is the match with all times of searches multiplied by a factor, for a
// machine of another speed. The margin, which is for the system, stays.
func (s *Spec) Scaled(factor float64) *Spec {
	scaled := *s
	scaled.Limits = s.Limits.Scaled(factor)
	scaled.Engines = slices.Clone(s.Engines)
	for i, e := range scaled.Engines {
		if e.Limits != nil {
			l := e.Limits.Scaled(factor)
			scaled.Engines[i].Limits = &l
		}
	}
	return &scaled
}

func (s *Spec) limits(e EngineSpec) arena.Limits {
	if e.Limits != nil {
		return *e.Limits
	}
	return s.Limits
}

// Open starts the engine by launch and makes a player of it. The error is a
// [StartError] when it cannot be started at all, which is no engine's fault.
func (e EngineSpec) Open(ctx context.Context, launch func(driver.Command) (*driver.Process, error)) (driver.Player, error) {
	command, err := e.Command()
	if err != nil {
		return nil, &StartError{err}
	}
	speak, err := e.dialect()
	if err != nil {
		return nil, &StartError{err}
	}
	proc, err := launch(command)
	if err != nil {
		return nil, &StartError{err}
	}
	return speak(ctx, proc, patience, e.Options...)
}

// StartError is the failure to start a process at all, which is the machine's
// fault or the command line's, and no engine's loss.
type StartError struct{ error }

// Unwrap returns what the start failed of.
func (e *StartError) Unwrap() error { return e.error }

// plays says whether the engine's description leaves room for a game.
func (e EngineSpec) plays(game string) error {
	if e.Games != nil && !slices.Contains(e.Games, game) {
		return fmt.Errorf("it plays %s and not %s, by its description", strings.Join(e.Games, ", "), game)
	}
	return nil
}

// Command is how the engine is started. This program is one with the word
// engine.
func (e EngineSpec) Command() (driver.Command, error) {
	var c driver.Command
	var err error
	if e.Cmd == "" {
		c, err = driver.Self("engine")
	} else {
		c, err = driver.ParseCommandIn(e.Dir, e.Cmd)
	}
	if words, e := driver.Words(e.Args); e == nil {
		c.Args = append(slices.Clone(c.Args), words...)
	} else if err == nil {
		err = fmt.Errorf("args: %w", e)
	}
	c.Dir, c.Env = e.Dir, e.Env
	if e.Name != "" {
		c.Name = e.Name
	}
	return c, err
}
