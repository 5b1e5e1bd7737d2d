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

// Solved is what the bot says, if that solves games; nobody has it do so here.
func (b idle) Solved(pos engine.Position) (done int, solvable bool) {
	if solver, ok := b.Bot.(ai.Solver); ok {
		return solver.Solved(pos)
	}
	return 0, false
}

// Solve does nothing.
func (idle) Solve(*ai.Control, engine.Position, ai.Settings, func(ai.Info)) error { return nil }

// Ready does nothing.
func (idle) Ready(engine.Position, ai.Settings) {}
