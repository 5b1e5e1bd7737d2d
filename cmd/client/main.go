// Command client plays Quadrille's games in a terminal or from a script. It
// talks to an engine process over pipes; with none named it starts itself as
// the engine. docs/client.md describes it.
//
// Exit status: 0; 1 when a command of a script failed, a rule of compliance is
// broken, the classroom's input ended early, games of a file were left out when
// it was converted, or the output, which of analyse, backup, convert and site may
// be files, could not be written; 2 for a wrong command line or a game file that
// cannot be loaded; 3 when the engine cannot be started or is lost; 128 and the
// signal's number when a signal ended it, which for the server is a good end and
// 0.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"quadrille/cmd/client/site"
	"quadrille/cmd/internal/cli"
	"quadrille/cmd/internal/enginecmd"
	"quadrille/cmd/internal/output"
)

// commandLine is everything the program can be told when it is started.
type commandLine struct {
	Play       playCommand       `cmd:"" default:"withargs" help:"Play in a terminal, or from a script on the standard input (the default command)."`
	Classroom  classroomCommand  `cmd:"" help:"Play Teeko as the program of the course document does, on plain standard input and output."`
	Match      matchCommand      `cmd:"" help:"Play a match between engines."`
	Worker     workerCommand     `cmd:"" help:"Play games of matches that others run with match --nats, or search for servers that were started with serve --nats."`
	Guard      guardCommand      `cmd:"" hidden:"" help:"End the engines of a match that is gone."`
	Analyse    analyseCommand    `cmd:"" help:"Judge every turn of a saved game, or the turns of a position."`
	Convert    convertCommand    `cmd:"" help:"Convert game files from one format to another, such as a GGF file to records."`
	Serve      serveCommand      `cmd:"" help:"Serve the games to browsers and programs over HTTP."`
	Site       siteCommand       `cmd:"" help:"Write the page into a folder of static files, which any web server can publish and which plays with no server."`
	Backup     backupCommand     `cmd:"" help:"Copy a server's games into a file, while it serves or not."`
	Migrate    migrateCommand    `cmd:"" help:"Copy a server's games from a folder into a PostgreSQL database, or back."`
	Compliance complianceCommand `cmd:"" help:"Check which rules of the protocol an engine follows."`
	Engine     engineCommand     `cmd:"" hidden:"" passthrough:"" help:"Be the engine, on the standard input and output."`
	cli.Commands
	Version kong.VersionFlag `help:"Print the version and exit."`
}

// engineCommand makes the client an engine.
type engineCommand struct {
	Args []string `arg:"" optional:""`
}

// Run serves until the input ends.
func (c *engineCommand) Run(s *streams) error {
	if code := s.engine(c.Args, s.in, s.out, s.errs); code != 0 {
		return &exitError{code: code}
	}
	return nil
}

// streams are the program's standard files, and the engine that it is when it
// is to be one.
type streams struct {
	in        *os.File
	out, errs io.Writer
	engine    func(args []string, in io.Reader, out, errs io.Writer) (status int)
	// written are the files beside out that have to be written to their ends.
	written []*output.Writer
}

// file is the standard output where that is a file, or nil.
func (s *streams) file() *os.File { return output.New(s.out).File() }

// serve is this program as the engine, inside itself.
func (s *streams) serve(in io.Reader, out io.Writer) error {
	var complaints strings.Builder
	if status := s.engine(nil, in, out, &complaints); status != 0 {
		return fmt.Errorf("exit status %d: %s", status, complaints.String())
	}
	return nil
}

// exitError ends the program with a status. Its error, which may be nil, is
// printed.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return fmt.Sprintf("exit status %d: %v", e.code, e.err) }
func (e *exitError) Unwrap() error { return e.err }

// The exit statuses.
const (
	exitFailed = 1             // a command of a script failed
	exitUsage  = cli.ExitUsage // wrong command line, or a file that cannot be loaded
	exitEngine = 3             // no engine
)

func main() {
	os.Exit(run(os.Args[1:], &streams{in: os.Stdin, out: os.Stdout, errs: os.Stderr, engine: enginecmd.Main}))
}

// run is main without the exit. What went well has failed when not all of its
// output could be written.
func run(args []string, s *streams) int {
	out := output.New(s.out)
	s.out = out
	code := perform(args, s)
	for _, w := range append(s.written, out) {
		switch err := w.Err(); {
		case err != nil && code == 0:
			code = status(&exitError{exitFailed, err}, s.errs)
		case err != nil && code == exitUsage:
			code = exitFailed // the command line was right
		}
	}
	return code
}

// perform does what the command line says and returns the exit status.
func perform(args []string, s *streams) int {
	ctx, code := cli.Parse("client", new(commandLine), args, output.New(s.out), s.errs,
		kong.Description("Play Quadrille's games against a person or an engine. Without a command it plays, and takes the flags of play."),
		kong.Vars{"version": "quadrille " + enginecmd.Version, "released": fmt.Sprint(site.Released())})
	if ctx == nil {
		return code
	}
	return status(ctx.Run(s, s.program(ctx.Model)), s.errs)
}

// status prints what went wrong and returns the exit status.
func status(err error, errs io.Writer) int {
	if err == nil {
		return 0
	}
	var exit *exitError
	if !errors.As(err, &exit) {
		exit = &exitError{exitUsage, err}
	}
	if exit.err != nil {
		fmt.Fprintln(errs, "client:", exit.err)
	}
	return exit.code
}
