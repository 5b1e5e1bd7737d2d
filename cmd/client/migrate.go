package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"quadrille/cmd/client/web/store/postgres"
	"quadrille/cmd/client/web/store/sqlite"
	"quadrille/cmd/client/web/store/tables"
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
	ctx, stop := untilSignal(os.Interrupt, syscall.SIGTERM)
	defer stop()
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
	status := s.statusLine()
	progress := func(sum tables.Sum) { status.Show(contents(sum)) }
	sum, err := tables.Copy(ctx, from.Games, to.Games, progress)
	status.Clear()
	switch {
	case err != nil && ctx.Err() != nil:
		return &exitError{128 + int(syscall.SIGINT), errors.New("interrupted; nothing was written")}
	case errors.Is(err, tables.ErrNotEmpty):
		return fmt.Errorf("%s: %w", to.name, err)
	case err != nil:
		return &exitError{exitFailed, err}
	}
	for _, store := range []opened{from, to} {
		got, err := store.Sum(ctx, progress)
		status.Clear()
		if err == nil && got != sum {
			err = fmt.Errorf("%s has changed meanwhile", store.name)
		}
		if err != nil {
			return &exitError{exitFailed, err}
		}
		fmt.Fprintf(s.out, "%s: %s, SHA-256: %s\n", store.name, contents(got), got.Checksum)
	}
	return nil
}

// contents says what a store has.
func contents(s tables.Sum) string {
	return fmt.Sprintf("games: %d, turns: %d, notes: %d", s.Games, s.Actions, s.Notes)
}
