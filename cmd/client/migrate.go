package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"quadrille/cmd/client/web/store/postgres"
	"quadrille/cmd/client/web/store/sqlite"
	"quadrille/cmd/client/web/store/tables"
	"quadrille/cmd/internal/cli"
	"quadrille/cmd/internal/outfile"
)

// migrateCommand is `client migrate`.
type migrateCommand struct {
	From string `arg:"" placeholder:"FROM" help:"Folder of a server's games, or the address of a PostgreSQL database."`
	To   string `arg:"" placeholder:"TO" help:"The same; nothing may be in it yet."`
}

// opened is a store of either kind.
type opened struct {
	*tables.Games
	io.Closer
	name string
}

// openStore opens a folder or a database. A folder that is read from must have
// games.
func openStore(ctx context.Context, place string, reads bool) (opened, error) {
	if postgres.IsAddress(place) {
		s, err := postgres.Open(ctx, place)
		if err != nil {
			return opened{}, err
		}
		return opened{s.Games, s, postgres.Name(place)}, nil
	}
	// An address may have a password, so it is not repeated.
	if scheme, _, other := strings.Cut(place, "://"); other || place == "" {
		return opened{}, fmt.Errorf("FROM and TO are folders or addresses of PostgreSQL databases, such as postgres://USER@HOST/DATABASE; %q is neither", scheme)
	}
	if _, err := os.Stat(filepath.Join(place, sqlite.FileName)); err != nil && reads {
		return opened{}, fmt.Errorf("no server has kept games in %s", place)
	}
	s, err := sqlite.Open(place)
	if err != nil {
		return opened{}, err
	}
	return opened{s.Games, s, place}, nil
}

// Run copies everything, or nothing.
func (c *migrateCommand) Run(s *streams) error {
	ctx, stop := cli.UntilSignal()
	defer stop()
	if c.From == c.To || outfile.Same(c.From, c.To) {
		return errors.New("FROM and TO are the same place")
	}
	from, err := openStore(ctx, c.From, true)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := openStore(ctx, c.To, false)
	if err != nil {
		return err
	}
	defer to.Close()
	return copyStore(ctx, s, from, to)
}

// copyStore copies a store into another one and has both say what they have. Where an
// earlier run has copied everything, as one does that is ended while it compares, only
// the latter is left to do.
func copyStore(ctx context.Context, s *streams, from, to opened) error {
	status := s.statusLine()
	progress := func(sum tables.Sum) { status.Show(contents(sum)) }
	sum, err := tables.Copy(ctx, from.Games, to.Games, progress)
	status.Clear()
	switch {
	case err != nil && ctx.Err() != nil:
		return &exitError{cli.ExitSignal(ctx), errors.New("interrupted; nothing was written")}
	case err != nil && !errors.Is(err, tables.ErrNotEmpty):
		return &exitError{exitFailed, err}
	}
	return compare(ctx, s, sum, err, from, to)
}

// compare has both sides of a copy say what they have, which is to be the sum. Where
// the copy was refused, it is to be what the first has.
func compare(ctx context.Context, s *streams, sum tables.Sum, refused error, from, to opened) error {
	status := s.statusLine()
	progress := func(sum tables.Sum) { status.Show(contents(sum)) }
	var lines strings.Builder
	for i, store := range []opened{from, to} {
		got, err := store.Sum(ctx, progress)
		status.Clear()
		if refused != nil && i == 0 {
			sum = got
		}
		switch {
		case ctx.Err() != nil:
			return &exitError{cli.ExitSignal(ctx), errors.New("interrupted while both sides were compared; the same command compares them again")}
		case err != nil:
			return &exitError{exitFailed, err}
		case got != sum && refused != nil:
			return fmt.Errorf("%s: %w, and it is not what %s has (%s)", to.name, refused, from.name, contents(sum))
		case got != sum:
			return &exitError{exitFailed, fmt.Errorf("%s has changed meanwhile", store.name)}
		}
		fmt.Fprintf(&lines, "%s: %s, SHA-256: %s\n", store.name, contents(got), got.Checksum)
	}
	if refused != nil {
		fmt.Fprintln(s.out, "everything had been copied before")
	}
	_, err := io.WriteString(s.out, lines.String())
	return err
}

// contents says what a store has.
func contents(s tables.Sum) string {
	return fmt.Sprintf("games: %d, turns: %d, notes: %d", s.Games, s.Actions, s.Notes)
}
