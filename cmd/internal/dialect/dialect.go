// Package dialect is the engine without a command line: its lists of games and
// bots, and the languages that it speaks about them.
package dialect

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"quadrille/ai"
	"quadrille/ai/bots"
	"quadrille/engine"
	"quadrille/engine/games"
	"quadrille/protocol"
	"quadrille/protocol/gtp"
	"quadrille/protocol/nboard"
)

// Version is the release, as `ugi` and --version say it.
const Version = "0.1.0"

// Lists are the games of an engine and the bots that play them.
type Lists struct {
	Games []engine.Game
	Bots  []ai.Factory
}

// Product returns the lists of the product.
func Product() Lists { return Lists{games.All(), bots.All()} }

// Config is how the product presents itself.
func Config() protocol.Config {
	return protocol.Config{Name: "Quadrille " + Version, Author: "the Quadrille authors"}
}

// UsageError says that what a server was to begin with is wrong.
type UsageError struct{ Err error }

func (e UsageError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e UsageError) Unwrap() error { return e.Err }

// All are the languages that the engine speaks, the first of which it speaks when
// nothing else is said.
func All() []string { return []string{"ugi", "gtp", "nboard"} }

// firstLine reads the first line, which chooses nboard when it is `nboard 2`,
// and returns the language and all of the input.
func firstLine(in io.Reader) (dialect string, all io.Reader) {
	r := bufio.NewReaderSize(in, 256)
	line, err := r.ReadSlice('\n')
	line = bytes.Clone(line) // the next read takes its place
	if words := strings.Fields(string(line)); slices.Equal(words, []string{"nboard", "2"}) || slices.Equal(words, []string{"nboard", "1"}) {
		dialect = "nboard"
	} else {
		dialect = "ugi"
	}
	rest := io.Reader(r)
	if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
		rest = failing{err}
	}
	return dialect, io.MultiReader(bytes.NewReader(line), rest)
}

// failing is an input that has ended, or failed, before.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// SettingError says that settings are wrong, one or several together. How they are
// written where they come from only their program knows.
type SettingError struct {
	Settings []string // as they were given
	Text     string   // what is wrong
}

func (e SettingError) Error() string { return strings.Join(e.Settings, " ") + ": " + e.Text }

// server speaks one of the dialects.
type server interface {
	Serve(in io.Reader, out io.Writer) error
	SetOption(name, value string) error
}

// Serve speaks a language until the input ends. With the first one, the line
// `nboard 2` at the beginning of the input changes to nboard. Settings are options,
// as NAME=VALUE, that are set before. The error is a UsageError, or that of the
// input or the output.
func (l Lists) Serve(dialect string, settings []string, config protocol.Config, in io.Reader, out io.Writer) error {
	s, err := l.begin(makerOf(dialect), settings, config)
	if first := "ugi"; err == nil && dialect == first {
		if dialect, in = firstLine(in); dialect != first {
			s, err = l.begin(makerOf(dialect), settings, config)
		}
	}
	if err != nil {
		return UsageError{err}
	}
	return s.Serve(in, out)
}

// ServeFirst is Serve for the first language alone, so that a program which calls
// only this has no other in it.
func (l Lists) ServeFirst(settings []string, config protocol.Config, in io.Reader, out io.Writer) error {
	s, err := l.begin(newUGI, settings, config)
	if err != nil {
		return UsageError{err}
	}
	return s.Serve(in, out)
}

// maker makes the server of a dialect.
type maker func(*protocol.Session, protocol.Config) (server, error)

// begin is a server of a dialect at the start of a game under the settings.
func (l Lists) begin(create maker, settings []string, config protocol.Config) (server, error) {
	session, err := protocol.NewSession(l.Games, l.Bots)
	if err != nil {
		return nil, err
	}
	s, err := create(session, config)
	if err != nil {
		return nil, err
	}
	for _, setting := range settings {
		name, value, ok := strings.Cut(setting, "=")
		if !ok {
			return nil, SettingError{[]string{setting}, "write it as NAME=VALUE, such as Level=5"}
		}
		if err := s.SetOption(strings.TrimSpace(name), strings.TrimSpace(value)); err != nil {
			return nil, SettingError{[]string{setting}, protocol.ErrorText(err)}
		}
	}
	if u, ok := s.(ugi); ok && len(settings) > 0 {
		if err := u.Restart(); err != nil { // in the game that was set, under the rules that were
			return nil, SettingError{settings, protocol.ErrorText(err)}
		}
	}
	return s, nil
}

func makerOf(dialect string) maker {
	switch dialect {
	case "gtp":
		return func(s *protocol.Session, c protocol.Config) (server, error) { return gtp.NewServer(s, c) }
	case "nboard":
		return func(s *protocol.Session, c protocol.Config) (server, error) { return nboard.NewServer(s, c) }
	}
	return newUGI
}

func newUGI(s *protocol.Session, c protocol.Config) (server, error) {
	return ugi{protocol.NewServer(s, c), s}, nil
}

// ugi is a server of the engine's own language with its session's options.
type ugi struct {
	*protocol.Server
	*protocol.Session
}
