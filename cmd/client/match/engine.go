package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"quadrille/cmd/client/match/arena"
	"quadrille/protocol/driver"
)

// ParseEngine reads an engine as a command line gives it: words KEY=VALUE with
// a shell's quotes. The keys are name, cmd, args, file, dir, env, proto, games,
// option.NAME, level, and the limits depth, nodes, movetime, tc and follow; env, file
// and option.NAME may come again. What does not begin with KEY= is a command line.
func ParseEngine(text string) (EngineSpec, error) {
	var e EngineSpec
	words, err := driver.Words(text)
	switch {
	case err == nil && len(words) > 0 && !beginsWithKey(words[0]), err != nil && !beginsWithKey(text):
		e.Cmd = text
		return e, nil
	case err != nil:
		return e, fmt.Errorf("engine %q: %w", text, err)
	}
	words = joinPaths(words)
	var limits arena.Limits
	seen := map[string]bool{}
	for _, w := range words {
		key, value, ok := strings.Cut(w, "=")
		if !ok || value == "" {
			return e, fmt.Errorf("engine %q: %q is not of the form KEY=VALUE", text, w)
		}
		if seen[key] && key != "env" && key != "file" {
			return e, fmt.Errorf("engine %q: %s is given twice", text, key)
		}
		seen[key] = true
		if err := e.set(key, value, &limits); err != nil {
			return e, fmt.Errorf("engine %q: %w", text, err)
		}
	}
	if limits != (arena.Limits{}) {
		e.Limits = &limits
	}
	return e, nil
}

// beginsWithKey says whether a word is KEY=VALUE rather than a command, in whose
// path there may be an equals sign too.
func beginsWithKey(word string) bool {
	key, _, ok := strings.Cut(word, "=")
	return ok && !strings.ContainsAny(key, `/\`)
}

// joinPaths puts paths with spaces together that nobody quoted: a word without =
// belongs to the cmd, dir or args before it.
func joinPaths(words []string) (joined []string) {
	for _, w := range words {
		last := len(joined) - 1
		if last >= 0 && !strings.Contains(w, "=") {
			switch key, _, _ := strings.Cut(joined[last], "="); key {
			case "cmd", "dir", "args":
				joined[last] += " " + w
				continue
			}
		}
		joined = append(joined, w)
	}
	return joined
}

func (e *EngineSpec) set(key, value string, limits *arena.Limits) error {
	switch key {
	case "name":
		e.Name = value
	case "cmd":
		e.Cmd = value
	case "args":
		e.Args = value
	case "dir":
		e.Dir = value
	case "env":
		if !strings.Contains(value, "=") {
			return fmt.Errorf("env takes NAME=VALUE, not %q", value)
		}
		e.Env = append(e.Env, value)
	case "file":
		e.Files = append(e.Files, value)
	case "proto":
		e.Proto = value
	case "games":
		e.Games = strings.Split(value, ",")
	case "level":
		e.Options = append(e.Options, driver.Setting{Name: "Level", Value: value})
	default:
		if name, ok := strings.CutPrefix(key, "option."); ok && name != "" {
			e.Options = append(e.Options, driver.Setting{Name: name, Value: value})
			return nil
		}
		return SetLimit(limits, key, value)
	}
	return nil
}

// SetLimit sets a limit by its name: depth, nodes, movetime (milliseconds, or
// with a unit such as 2s), tc or follow.
func SetLimit(l *arena.Limits, key, value string) (err error) {
	switch key {
	case "depth":
		l.Depth, err = strconv.Atoi(value)
		if err == nil && l.Depth < 1 {
			err = errors.New("it is at least 1")
		}
	case "nodes":
		l.Nodes, err = strconv.ParseUint(value, 10, 63)
		if err == nil && l.Nodes < 1 {
			err = errors.New("it is at least 1")
		}
	case "movetime":
		l.MoveTime, err = ParseTime(value, time.Millisecond)
	case "tc":
		err = parseClock(l, value)
	case "follow":
		err = parseFollow(l, value)
	default:
		return fmt.Errorf("there is no key %s; there are: name cmd args file dir env proto games level option.NAME depth nodes movetime tc follow", key)
	}
	if err != nil {
		return fmt.Errorf("%s %q: %w", key, value, err)
	}
	return nil
}

// parseClock reads [MOVES/]BASE[+INC], both in seconds or with a unit.
func parseClock(l *arena.Limits, text string) error {
	moves, rest, ok := strings.Cut(text, "/")
	if ok {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 {
			return errors.New("a clock is [MOVES/]SECONDS[+SECONDS]")
		}
		l.Moves = n
	} else {
		rest = text
	}
	base, inc, ok := strings.Cut(rest, "+")
	var err error
	if l.Base, err = ParseTime(base, time.Second); err != nil {
		return err
	}
	if ok && inc != "0" {
		l.Inc, err = ParseTime(inc, time.Second)
	}
	return err
}

// parseFollow reads FACTOR[,FIRST].
func parseFollow(l *arena.Limits, text string) (err error) {
	factor, first, ok := strings.Cut(text, ",")
	l.First = 1
	if l.Follow, err = strconv.ParseFloat(factor, 64); err == nil && ok {
		l.First, err = strconv.ParseFloat(first, 64)
	}
	if err != nil || !(l.Follow > 0 && l.Follow <= 1000 && l.First > 0 && l.First <= 1000) {
		return errors.New("it is FACTOR[,FIRST] with numbers above 0 and at most 1000, such as 1 or 1.2,0.4: " +
			"times the others' mean time for the same turn, and the share of that for the first turn of a game")
	}
	return nil
}

// ParseTime reads a positive time: a number of the unit, or one with a unit of
// its own such as 300ms. A whole day is the longest.
func ParseTime(text string, unit time.Duration) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		var n float64
		if n, err = strconv.ParseFloat(text, 64); err != nil || n != n {
			return 0, errors.New("it is not a time, such as 300ms or 2.5s")
		}
		d = time.Duration(min(max(n, -1), 1e9) * float64(unit))
	}
	if d <= 0 || d > 24*time.Hour {
		return 0, errors.New("a time is more than 0 and at most 24h")
	}
	return d, nil
}
