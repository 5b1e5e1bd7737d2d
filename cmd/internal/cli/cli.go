// Package cli has what the programs' command lines share: the exit status of a
// wrong one, completion in shells, and manual pages, all from kong's model.
package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"

	"quadrille/cmd/internal/output"
)

// ExitUsage is the exit status of a wrong command line.
const ExitUsage = 2

// Main parses the command line of a program and runs the command that it names.
// A wrong command line ends the program with ExitUsage, a command that fails
// with 1, as one does whose output could not be written. The commands get an
// io.Writer for it.
func Main(grammar any, options ...kong.Option) {
	out := output.New(os.Stdout)
	exit := kong.Exit(func(status int) {
		if status > 1 { // kong's own for a wrong command line
			status = ExitUsage
		}
		os.Exit(status)
	})
	ctx := kong.Parse(grammar, append(options, exit, kong.Writers(out, os.Stderr))...)
	ctx.BindTo(out, (*io.Writer)(nil))
	err := ctx.Run()
	if err == nil {
		err = out.Err()
	}
	ctx.FatalIfErrorf(err)
}

// Parse parses the command line of a program that is called name. Without a
// context there is nothing to run, and the status is that of the program: after
// --help or --version, or for a wrong command line, which it tells. Whether all
// of the output could be written is for the caller to see.
func Parse(name string, grammar any, args []string, out *output.Writer, errs io.Writer, options ...kong.Option) (ctx *kong.Context, status int) {
	exited := -1
	parser, err := kong.New(grammar, append(options, kong.Name(name), kong.Writers(out, errs),
		kong.Exit(func(status int) { exited = status }))...)
	if err == nil {
		ctx, err = parser.Parse(args)
	}
	switch {
	case exited >= 0:
		return nil, exited // --help or --version
	case out.Err() != nil:
		return nil, 0 // --help could not be written
	case err != nil:
		fmt.Fprintf(errs, "%s: %v\nSee %s --help.\n", name, err, name)
		return nil, ExitUsage
	}
	return ctx, 0
}

// Unreadable lists the flags of which the help says what they take by a type of Go,
// such as UINT-64, for want of a placeholder or a default. A program's tests want
// none.
func Unreadable(grammar any, options ...kong.Option) (flags []string, err error) {
	parser, err := kong.New(grammar, options...)
	if err != nil {
		return nil, err
	}
	return flags, kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		if f, ok := node.(*kong.Flag); ok && f.PlaceHolder == "" && !f.HasDefault && !f.IsBool() {
			flags = append(flags, f.Summary())
		}
		return next(nil)
	})
}

// Program is a command line that can be completed and described.
type Program struct {
	// Model is the root of the commands and flags.
	Model *kong.Application
	// Out is where the commands write.
	Out io.Writer
	// Values lists what a flag or an argument takes by its placeholder, such as
	// GAME; the words are those before it. It is for those that are neither
	// files nor listed in the grammar, and may be nil.
	Values func(placeholder string, words []string) []string
	// Version and Date are the foot of the manual page, and Sections stand at its
	// end.
	Version, Date string
	Sections      []Section
}

// Commands are the commands of a program about its own command line, for its
// grammar. They need a *Program bound.
type Commands struct {
	Completion completionCommand `cmd:"" help:"Write what bash, zsh or fish needs to complete this program's command line."`
	Man        manCommand        `cmd:"" help:"Write the manual page."`
	Complete   completeCommand   `cmd:"" hidden:"" passthrough:"" help:"List what the last word may become, for the shells."`
}

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
	Name  string `placeholder:"NAME" help:"What the program is called, where that is not its usual name."`
}

// Help is the rest of --help.
func (completionCommand) Help() string {
	return "For bash a line in ~/.bashrc: source <(PROGRAM completion bash). For zsh, behind compinit in ~/.zshrc: " +
		"source <(PROGRAM completion zsh). For fish in ~/.config/fish/config.fish: PROGRAM completion fish | source."
}

func (c *completionCommand) Run(p *Program) error {
	text, err := Script(c.Shell, cmp.Or(c.Name, p.Model.Name))
	if err == nil {
		_, err = io.WriteString(p.Out, text)
	}
	return err
}

type manCommand struct{}

// Help is the rest of --help.
func (manCommand) Help() string { return "To read it: PROGRAM man | man -l -" }

func (c *manCommand) Run(p *Program) error {
	_, err := io.WriteString(p.Out, p.Manual())
	return err
}

type completeCommand struct {
	Words []string `arg:"" optional:""`
}

func (c *completeCommand) Run(p *Program) error {
	words := c.Words
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	for _, candidate := range p.Complete(words) {
		if _, err := fmt.Fprintln(p.Out, candidate); err != nil {
			return err
		}
	}
	return nil
}
