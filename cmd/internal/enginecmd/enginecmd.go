// Package enginecmd is the engine's command line, shared by cmd/engine and by
// the client, which starts itself as the engine when no other is named.
package enginecmd

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"quadrille/ai/bots"
	"quadrille/engine/games"
	"quadrille/protocol"
)

// Version is the release, as `ugi` and --version say it.
const Version = "0.1.0"

// Main runs the engine on in and out until `quit` or the end of input and
// returns the exit status: 0, 1 when a pipe fails, or 2 for a wrong command
// line.
func Main(args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("engine", flag.ContinueOnError)
	flags.SetOutput(errs)
	dialect := flags.String("protocol", "ugi", "language to speak: ugi")
	golden := flags.Bool("golden", false, "leave time and nps out of every answer, so that transcripts are the same everywhere")
	trace := flags.Bool("trace", false, "write every line that comes in or goes out to standard error")
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
	case *dialect != "ugi":
		fmt.Fprintf(errs, "engine: no protocol %q; there is: ugi\n", *dialect)
		return 2
	}
	config := protocol.Config{Name: "Quadrille " + Version, Author: "the Quadrille authors", NoTimes: *golden}
	if *trace {
		config.Trace = errs
	}
	if err := serve(config, in, out); err != nil {
		fmt.Fprintln(errs, "engine:", err)
		return 1
	}
	return 0
}

func serve(config protocol.Config, in io.Reader, out io.Writer) error {
	session, err := protocol.NewSession(games.All(), bots.All())
	if err != nil {
		return err
	}
	return protocol.NewServer(session, config).Serve(in, out)
}
