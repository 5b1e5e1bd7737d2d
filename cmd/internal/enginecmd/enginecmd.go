// Package enginecmd is the engine's command line. It is shared by cmd/engine
// and by the client, which starts itself as the engine when no other is named.
package enginecmd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"quadrille/ai"
	"quadrille/ai/bots"
	"quadrille/cmd/internal/cli"
	"quadrille/cmd/internal/output"
	"quadrille/engine"
	"quadrille/engine/games"
	"quadrille/protocol"
	"quadrille/protocol/gtp"
	"quadrille/protocol/nboard"
)

// Version is the release, as `ugi` and --version say it.
const Version = "0.1.0"

// Date is when its manual pages were last gone through.
const Date = "2026-11-28"

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

// commandLine is what the engine can be told when it is started.
type commandLine struct {
	serveFlags
	Version kong.VersionFlag `help:"Print the version and exit."`
	Serve   serveCommand     `cmd:"" default:"1" hidden:"" help:"Speak the protocol on the standard input and output."`
	cli.Commands
}

// serveFlags are what the engine can be told when it is to work.
type serveFlags struct {
	Protocol string   `placeholder:"LANGUAGE" default:"ugi" help:"Language to speak: ugi, gtp or nboard (docs/dialects.md). The first line 'nboard 2' switches ugi to nboard."`
	Set      []string `sep:"none" placeholder:"NAME=VALUE" help:"Option to set before the first line, such as Game=othello or Level=5, for programs that cannot; may be repeated."`
	Golden   bool     `help:"Leave time and nps out of every answer, so that transcripts are the same everywhere."`
	Trace    bool     `help:"Write every line that comes in or goes out to the standard error."`
	Tune     string   `placeholder:"GAME:NAME=VALUE,..." help:"Parameters of a game's search to try (docs/match.md)."`
	Beginner bool     `help:"Play without looking ahead, for the lowest levels to be measured against."`
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

// run is Main for an output that remembers whether all of it could be written.
func (l Lists) run(args []string, in io.Reader, out *output.Writer, errs io.Writer) int {
	var line commandLine
	ctx, status := cli.Parse("engine", &line, twoDashes(args), out, errs,
		kong.Description("Play Quadrille's games in the protocol of docs/protocol.md."), kong.Vars{"version": "quadrille " + Version})
	if ctx == nil {
		return status
	}
	err := ctx.Run(&line.serveFlags, &running{l, in, out, errs}, l.program(ctx.Model, out))
	if err == nil {
		return 0
	}
	fmt.Fprintln(errs, "engine:", err)
	if errors.As(err, new(usageError)) {
		return cli.ExitUsage
	}
	return 1
}

// usageError is that of a command line that is wrong in what it says.
type usageError struct{ error }

// twoDashes takes long flags with one dash too, as Go's programs write them.
func twoDashes(args []string) []string {
	args = slices.Clone(args)
	for i, arg := range args {
		if len(arg) > 2 && arg[0] == '-' && arg[1] != '-' {
			args[i] = "-" + arg
		}
	}
	return args
}

// running is what the engine works with.
type running struct {
	Lists
	in        io.Reader
	out, errs io.Writer
}

// serveCommand is the engine at work.
type serveCommand struct{}

// Run serves until the input ends.
func (serveCommand) Run(c *serveFlags, r *running) (err error) {
	if !slices.Contains(dialects(), c.Protocol) {
		return usageError{fmt.Errorf("no protocol %q; there are: %s", c.Protocol, strings.Join(dialects(), " "))}
	}
	config := protocol.Config{Name: "Quadrille " + Version, Author: "the Quadrille authors", NoTimes: c.Golden}
	if c.Trace {
		config.Trace = r.errs
	}
	if r.Bots, err = r.bots(c.Tune, c.Beginner); err != nil {
		return usageError{fmt.Errorf("--tune: %w", err)}
	}
	return r.serve(c.Protocol, c.Set, config, r.in, r.out)
}

// program is the command line for shells and for the manual page.
func (l Lists) program(model *kong.Application, out io.Writer) *cli.Program {
	return &cli.Program{
		Model: model, Out: out, Values: l.values, Version: "quadrille " + Version, Date: Date,
		Sections: []cli.Section{
			{Title: "Commands on the standard input", Rows: append([][2]string{{"", "In the language ugi, of which docs/protocol.md says more."}},
				protocol.Commands(l.Games)...)},
			{Title: "Exit status", Rows: [][2]string{{"0", "After quit or the end of the input."}, {"1", "The input or the output failed."}, {"2", "The command line is wrong."}}},
			{Title: "See also", Rows: [][2]string{{"", "client(1)"}}},
		},
	}
}

// values lists what a flag takes, by its placeholder.
func (l Lists) values(placeholder string, _ []string) (list []string) {
	switch placeholder {
	case "LANGUAGE":
		return dialects()
	case "NAME=VALUE":
		return protocol.Settings(l.Games)
	}
	return nil
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

// serve speaks the dialect until the input ends.
func (l Lists) serve(dialect string, settings []string, config protocol.Config, in io.Reader, out io.Writer) error {
	s, err := l.server(dialect, settings, config)
	if first := "ugi"; err == nil && dialect == first {
		if dialect, in = firstLine(in); dialect != first {
			s, err = l.server(dialect, settings, config)
		}
	}
	if err != nil {
		return usageError{err}
	}
	return s.Serve(in, out)
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
