// Package enginecmd is the engine's command line. It is shared by cmd/engine
// and by the client, which starts itself as the engine when no other is named.
package enginecmd

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"quadrille/ai"
	"quadrille/ai/bots"
	"quadrille/cmd/internal/output"
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

// Main runs the engine of the product; see Lists.Main.
func Main(args []string, in io.Reader, out, errs io.Writer) int {
	return Product().Main(args, in, out, errs)
}

// Main runs the engine on in and out until `quit` or the end of input and
// returns the exit status: 0, 1 when a pipe fails, or 2 for a wrong command
// line.
func (l Lists) Main(args []string, in io.Reader, out, errs io.Writer) int {
	w := output.New(out)
	status := l.run(args, in, w, errs)
	if err := w.Err(); err != nil && status == 0 {
		fmt.Fprintln(errs, "engine:", err)
		return 1
	}
	return status
}

func (l Lists) run(args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("engine", flag.ContinueOnError)
	flags.SetOutput(errs)
	dialect := flags.String("protocol", "ugi", "`LANGUAGE` to speak: ugi, gtp or nboard (docs/dialects.md); the first line \"nboard 2\" switches ugi to nboard")
	golden := flags.Bool("golden", false, "leave time and nps out of every answer, so that transcripts are the same everywhere")
	trace := flags.Bool("trace", false, "write every line that comes in or goes out to standard error")
	var settings []string
	flags.Func("set", "`NAME=VALUE` of an option, set before the first line, for programs that cannot; may be repeated", func(s string) error {
		settings = append(settings, s)
		return nil
	})
	tune := flags.String("tune", "", "`GAME:NAME=VALUE,…` of parameters of a game's search to try (docs/match.md)")
	beginner := flags.Bool("beginner", false, "play without looking ahead, for the lowest levels to be measured against")
	version := flags.Bool("version", false, "print the version and exit")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case *version:
		fmt.Fprintln(out, "quadrille", Version)
		return 0
	case flags.NArg() > 0:
		fmt.Fprintf(errs, "engine: unexpected argument %q; see engine -help\n", flags.Arg(0))
		return 2
	case !slices.Contains(dialects(), *dialect):
		fmt.Fprintf(errs, "engine: no protocol %q; there are: %s\n", *dialect, strings.Join(dialects(), " "))
		return 2
	}
	config := protocol.Config{Name: "Quadrille " + Version, Author: "the Quadrille authors", NoTimes: *golden}
	if *trace {
		config.Trace = errs
	}
	var err error
	if l.Bots, err = l.bots(*tune, *beginner); err != nil {
		fmt.Fprintln(errs, "engine: --tune:", err)
		return 2
	}
	status, err := l.serve(*dialect, settings, config, in, out)
	if err != nil {
		fmt.Fprintln(errs, "engine:", err)
	}
	return status
}

// bots are the factories of all bots, with parameters of a search changed, or
// all of a beginner.
func (l Lists) bots(tune string, beginner bool) ([]ai.Factory, error) {
	list := slices.Clone(l.Bots)
	game, parameters, _ := strings.Cut(tune, ":")
	var tunable []string
	for i, f := range list {
		if beginner {
			list[i].New = ai.NewBeginner
		}
		if f.Tuned == nil {
			continue
		}
		if tunable = append(tunable, f.Game); f.Game == game {
			tuned, err := f.Tuned(parameters)
			if err != nil {
				return nil, err
			}
			list[i].New = tuned
		}
	}
	if tune != "" && !slices.Contains(tunable, game) {
		return nil, fmt.Errorf("%q is not GAME:NAME=VALUE,… with one of the games %s", tune, strings.Join(tunable, ", "))
	}
	return list, nil
}

// dialects are the languages that the engine speaks.
func dialects() []string { return []string{"ugi", "gtp", "nboard"} }

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

// server speaks one of the dialects.
type server interface {
	Serve(in io.Reader, out io.Writer) error
	SetOption(name, value string) error
}

// serve speaks the dialect until the input ends and returns the exit status.
func (l Lists) serve(dialect string, settings []string, config protocol.Config, in io.Reader, out io.Writer) (status int, err error) {
	s, err := l.server(dialect, settings, config)
	if first := "ugi"; err == nil && dialect == first {
		if dialect, in = firstLine(in); dialect != first {
			s, err = l.server(dialect, settings, config)
		}
	}
	if err != nil {
		return 2, err
	}
	if err := s.Serve(in, out); err != nil {
		return 1, err
	}
	return 0, nil
}

// server is a server of a dialect at the start of a game under the settings.
func (l Lists) server(dialect string, settings []string, config protocol.Config) (server, error) {
	session, err := protocol.NewSession(l.Games, l.Bots)
	if err != nil {
		return nil, err
	}
	s, err := newServer(dialect, session, config)
	if err != nil {
		return nil, err
	}
	for _, setting := range settings {
		name, value, ok := strings.Cut(setting, "=")
		if !ok {
			return nil, fmt.Errorf("--set %s: write it as NAME=VALUE, such as --set Level=5", setting)
		}
		if err := s.SetOption(strings.TrimSpace(name), strings.TrimSpace(value)); err != nil {
			return nil, fmt.Errorf("--set %s: %s", setting, protocol.ErrorText(err))
		}
	}
	if u, ok := s.(ugi); ok && len(settings) > 0 {
		if err := u.Restart(); err != nil { // in the game that was set, under the rules that were
			return nil, fmt.Errorf("--set %s: %s", strings.Join(settings, " --set "), protocol.ErrorText(err))
		}
	}
	return s, nil
}

func newServer(dialect string, session *protocol.Session, config protocol.Config) (server, error) {
	switch dialect {
	case "gtp":
		return gtp.NewServer(session, config)
	case "nboard":
		return nboard.NewServer(session, config)
	}
	return ugi{protocol.NewServer(session, config), session}, nil
}

// ugi is a server of the engine's own language with its session's options.
type ugi struct {
	*protocol.Server
	*protocol.Session
}
