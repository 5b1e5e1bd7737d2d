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
	return map[string]dialect{"": asPlayer(driver.OpenUGI), "ugi": asPlayer(driver.OpenUGI), "gtp": asPlayer(gtp.Open), "nboard": asPlayer(nboard.Open)}
}

// asPlayer keeps a nil of a concrete type from becoming a Player that is not
// nil.
func asPlayer[P driver.Player](open func(context.Context, *driver.Process, time.Duration, ...driver.Setting) (P, error)) dialect {
	return func(ctx context.Context, proc *driver.Process, wait time.Duration, settings ...driver.Setting) (driver.Player, error) {
		p, err := open(ctx, proc, wait, settings...)
		if err != nil {
			return nil, err
		}
		return p, nil
	}
}

// dialect of an engine; UGI when it names none.
func (e EngineSpec) dialect() (dialect, error) {
	d, ok := dialects()[e.Proto]
	if !ok {
		return nil, fmt.Errorf("there is no proto %q; there are: gtp, nboard, ugi", e.Proto)
	}
	return d, nil
}
