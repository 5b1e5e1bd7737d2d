package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"quadrille/cmd/client/compliance"
	"quadrille/cmd/internal/cli"
	"quadrille/protocol/driver"
)

// complianceCommand is `client compliance`.
type complianceCommand struct {
	Engine  []string      `arg:"" optional:"" passthrough:"" help:"Command line of the engine; by default this program itself."`
	Only    string        `placeholder:"SECTION" enum:"ugi,quadrille," default:"" help:"Check one section only: ugi or quadrille."`
	Timeout time.Duration `default:"10s" help:"How long the engine may take for each answer."`
	Seed    uint64        `default:"1" help:"Seed of the random turns."`
	JSON    bool          `name:"json" help:"Write a JSON line for each rule."`
	Verbose bool          `short:"v" help:"Show the end of every conversation, not only of broken rules."`
}

// Run checks the rules and fails unless all hold.
func (c *complianceCommand) Run(s *streams) error {
	command, err := c.command()
	if err != nil {
		return err
	}
	ctx, stop := cli.UntilSignal()
	defer stop()
	results, err := compliance.Run(ctx, compliance.Config{
		Command: command, Wait: c.Timeout, Only: c.Only, Seed: c.Seed,
		Report: func(r compliance.Result) { c.report(s, r) },
	})
	if !c.JSON {
		fmt.Fprintln(s.out, compliance.Summary(results))
	}
	switch {
	case errors.Is(err, context.Canceled):
		return &exitError{cli.ExitSignal(ctx), nil}
	case err != nil:
		return &exitError{exitEngine, err}
	case !compliance.Holds(results):
		return &exitError{exitFailed, nil}
	}
	return nil
}

func (c *complianceCommand) report(s *streams, r compliance.Result) {
	if c.JSON {
		json.NewEncoder(s.out).Encode(r)
		return
	}
	compliance.Print(s.out, r, c.Verbose)
}

// command is the engine's command: words as they are, or one word that is a
// whole command line.
func (c *complianceCommand) command() (driver.Command, error) {
	if len(c.Engine) < 2 {
		return engineFlag{strings.Join(c.Engine, "")}.command()
	}
	return driver.Command{Path: c.Engine[0], Args: c.Engine[1:]}, nil
}
