package match

import (
	"context"
	"fmt"
	"time"

	"quadrille/protocol/driver"
	"quadrille/protocol/driver/gtp"
	"quadrille/protocol/driver/nboard"
)

// dialect makes a player of a process that was started. It ends the process
// when it fails. The wait is how long the engine may take for anything but a
// search.
type dialect func(ctx context.Context, proc *driver.Process, wait time.Duration, settings ...driver.Setting) (driver.Player, error)

// dialects are the languages that engines may speak, by the names of proto.
func dialects() map[string]dialect {
	return map[string]dialect{
		"ugi": func(ctx context.Context, proc *driver.Process, wait time.Duration, settings ...driver.Setting) (driver.Player, error) {
			return asPlayer(driver.OpenUGI(ctx, proc, wait, settings...))
		},
		"gtp": func(ctx context.Context, proc *driver.Process, wait time.Duration, settings ...driver.Setting) (driver.Player, error) {
			return asPlayer(gtp.Open(ctx, proc, wait, settings...))
		},
		"nboard": func(ctx context.Context, proc *driver.Process, wait time.Duration, settings ...driver.Setting) (driver.Player, error) {
			return asPlayer(nboard.Open(ctx, proc, wait, settings...))
		},
	}
}

// asPlayer keeps a nil of a concrete type from becoming a Player that is not
// nil.
func asPlayer[P driver.Player](p P, err error) (driver.Player, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}

// dialect of an engine; UGI when it names none.
func (e EngineSpec) dialect() (dialect, error) {
	name := e.Proto
	if name == "" {
		name = "ugi"
	}
	d, ok := dialects()[name]
	if !ok {
		return nil, fmt.Errorf("engine %s: there is no proto %q", e.Name, name)
	}
	return d, nil
}
