package driver

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/shlex"
)

// Command says how to start a program.
type Command struct {
	// Path is the program, a path or a name to be found in PATH.
	Path string
	Args []string // without the program itself
	Dir  string   // working directory; empty is the caller's
	// Env has settings like "KEY=value" that are added to the caller's
	// environment.
	Env []string
	// Name is what reports call the process; empty is the program's base name.
	Name string
}

// ParseCommand splits a command line as a shell does, with quotes and
// backslashes but without variables, patterns or pipes.
func ParseCommand(line string) (Command, error) {
	words, err := shlex.Split(line)
	if err != nil {
		return Command{}, fmt.Errorf("driver: engine command %q: %w", line, err)
	}
	if len(words) == 0 {
		return Command{}, errors.New("driver: the engine command is empty")
	}
	return Command{Path: words[0], Args: words[1:]}, nil
}

// Self is the command that starts the running program again with the given
// arguments.
func Self(args ...string) (Command, error) {
	path, err := os.Executable()
	if err != nil {
		return Command{}, fmt.Errorf("driver: cannot find this program to start it as an engine: %w", err)
	}
	return Command{Path: path, Args: args}, nil
}

// DisplayName returns Name or, without one, the base name of the program.
func (c Command) DisplayName() string {
	if c.Name != "" {
		return c.Name
	}
	return strings.TrimSuffix(filepath.Base(c.Path), ".exe")
}
