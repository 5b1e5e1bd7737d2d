package driver

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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

// ParseCommand reads a command line: the path of a program as it is, spaces and
// all, with or without arguments behind it, or words as [Words] splits them. Of
// several programs whose paths the line begins with it takes the longest, so that
// "games/engine 2" is never the engine in games/engine.
func ParseCommand(line string) (Command, error) { return ParseCommandIn("", line) }

// ParseCommandIn is ParseCommand for a program that is to run in a folder, from
// which relative paths lead.
func ParseCommandIn(dir, line string) (Command, error) {
	line = strings.TrimSpace(line)
	for end := len(line); end > 0; end = strings.LastIndexByte(line[:end], ' ') {
		path, ok := programAt(dir, line[:end])
		if !ok {
			continue
		}
		if args, err := Words(line[end:]); err == nil {
			return Command{Path: path, Args: args}, nil
		}
	}
	words, err := Words(line)
	switch {
	case err != nil:
		return Command{}, fmt.Errorf("driver: engine command %q: %w", line, err)
	case len(words) == 0:
		return Command{}, errors.New("driver: the engine command is empty")
	}
	if path, ok := programAt(dir, words[0]); ok {
		words[0] = path
	}
	return Command{Path: words[0], Args: words[1:]}, nil // where there is none, its start says so
}

// Words splits a line as a shell does, with quotes and backslashes but without
// variables, patterns or pipes. On Windows a backslash is itself.
func Words(line string) ([]string, error) { return splitWords(line, runtime.GOOS == "windows") }

// Join writes words as a line that [Words] splits into them.
func Join(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "'" + strings.ReplaceAll(w, "'", `'"'"'`) + "'"
	}
	return strings.Join(quoted, " ")
}

func splitWords(line string, windows bool) ([]string, error) {
	if windows {
		line = literalBackslashes(line)
	}
	return shlex.Split(line)
}

// literalBackslashes doubles backslashes outside single quotes, where they have
// a meaning.
func literalBackslashes(line string) string {
	var b strings.Builder
	single, double := false, false
	for _, c := range line {
		switch {
		case c == '\'' && !double:
			single = !single
		case c == '"' && !single:
			double = !double
		case c == '\\' && !single:
			b.WriteRune(c)
		}
		b.WriteRune(c)
	}
	return b.String()
}

// programAt says whether there is a file of that name, seen from a folder, or a
// program in PATH, and returns the path to start it by. A file beside is one
// where PATH has none.
func programAt(dir, name string) (path string, ok bool) {
	if filepath.Base(name) == name {
		if _, err := exec.LookPath(name); err == nil {
			return name, true
		}
	}
	file := name
	if !filepath.IsAbs(name) {
		file = filepath.Join(dir, name)
	}
	if info, err := os.Stat(file); name == "" || err != nil || !info.Mode().IsRegular() {
		return "", false
	}
	if filepath.Base(name) == name {
		name = "." + string(filepath.Separator) + name
	}
	return name, true
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
