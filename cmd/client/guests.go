package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/client/web/host"
	"quadrille/protocol/driver"
)

// guestFlags name the engines of others that may play in games of the server, as
// `client match` names those of a match.
type guestFlags struct {
	Guest         []string      `sep:"none" placeholder:"SPEC" help:"An engine that may take seats: words KEY=VALUE with a shell's quotes, or a command line, as after match --engine. Keys: name cmd args dir env proto games level option.NAME depth nodes movetime. May be repeated."`
	GuestMovetime time.Duration `default:"1s" placeholder:"TIME" help:"Time of a guest engine for a turn, where its description has no limits of its own."`
}

// guests are the engines that were named.
func (f *guestFlags) guests() ([]host.Guest, error) {
	if f.GuestMovetime <= 0 {
		return nil, errors.New("--guest-movetime is a positive time")
	}
	var specs []match.EngineSpec
	for _, text := range f.Guest {
		spec, err := match.ParseEngine(text)
		if err != nil {
			return nil, fmt.Errorf("--guest: %w", err)
		}
		specs = append(specs, spec)
	}
	if err := match.NameEngines(specs); err != nil {
		return nil, fmt.Errorf("--guest: %w", err)
	}
	var guests []host.Guest
	for _, spec := range specs {
		limits, err := f.limits(spec)
		if err != nil {
			return nil, err
		}
		guests = append(guests, host.Guest{
			Name: spec.Name, Games: spec.Games, Limits: limits,
			Open: func(ctx context.Context) (driver.Player, error) {
				return spec.Open(ctx, func(c driver.Command) (*driver.Process, error) { return driver.Start(c, nil) })
			},
		})
	}
	return guests, nil
}

// limits are those of a guest's turns.
func (f *guestFlags) limits(spec match.EngineSpec) (driver.Limits, error) {
	l := arena.Limits{MoveTime: f.GuestMovetime}
	if spec.Limits != nil {
		l = *spec.Limits
	}
	if l.Base > 0 || l.Follow > 0 {
		return driver.Limits{}, fmt.Errorf("--guest %s: a guest takes the limits movetime, depth and nodes, not tc or follow", spec.Name)
	}
	return driver.Limits{Depth: l.Depth, Nodes: l.Nodes, MoveTime: l.MoveTime}, nil
}
