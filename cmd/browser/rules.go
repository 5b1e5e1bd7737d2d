package main

import (
	"io"

	"quadrille/ai"
	"quadrille/cmd/internal/dialect"
	"quadrille/engine"
)

// rules is the engine that answers the host what is no search. It runs beside the
// host, since a worker more would take as long to start as the host itself, and
// nothing is made ready in it that only searches need.
func rules(in io.Reader, out io.Writer) error {
	product := dialect.Product()
	for i, f := range product.Bots {
		product.Bots[i].New = func() ai.Bot { return idle{f.New()} }
	}
	return product.ServeFirst(nil, dialect.Config(), in, out)
}

// idle is a bot that nobody asks to search.
type idle struct{ ai.Bot }

// Ready does nothing.
func (idle) Ready(engine.Position, ai.Settings) {}
