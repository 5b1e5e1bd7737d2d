// Package enginecmd is the engine's command line. It is shared by cmd/engine
// and by the client, which starts itself as the engine when no other is named.
package enginecmd

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"quadrille/ai"
	"quadrille/cmd/internal/cli"
	"quadrille/cmd/internal/dialect"
	"quadrille/cmd/internal/output"
	"quadrille/protocol"
)

// Version is the release, as `ugi` and --version say it.
const Version = dialect.Version

// Date is when its manual pages were last gone through.
const Date = "2026-11-28"

// Lists are the games of an engine and the bots that play them.
type Lists dialect.Lists

// Product returns the lists of the product.
func Product() Lists { return Lists(dialect.Product()) }

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
	if errors.As(err, new(dialect.UsageError)) {
		return cli.ExitUsage
	}
	return 1
}

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
	if !slices.Contains(dialect.All(), c.Protocol) {
		return dialect.UsageError{Err: fmt.Errorf("no protocol %q; there are: %s", c.Protocol, strings.Join(dialect.All(), " "))}
	}
	config := dialect.Config()
	config.NoTimes = c.Golden
	if c.Trace {
		config.Trace = r.errs
	}
	if r.Bots, err = r.bots(c.Tune, c.Beginner); err != nil {
		return dialect.UsageError{Err: fmt.Errorf("--tune: %w", err)}
	}
	err = dialect.Lists(r.Lists).Serve(c.Protocol, c.Set, config, r.in, r.out)
	var setting dialect.SettingError
	if errors.As(err, &setting) {
		return dialect.UsageError{Err: fmt.Errorf("--set %s: %s", strings.Join(setting.Settings, " --set "), setting.Text)}
	}
	return err
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
		return dialect.All()
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
