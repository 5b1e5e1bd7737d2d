package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/adrg/xdg"

	"quadrille/cmd/client/web/store/sqlite"
	"quadrille/cmd/internal/cli"
)

// dataFlag says where a server keeps its games.
type dataFlag struct {
	Data string `placeholder:"DIR" help:"Folder of the games; by default quadrille/server in the system's data folder."`
}

func (f dataFlag) folder() string {
	if f.Data == "" {
		return filepath.Join(xdg.DataHome, "quadrille", "server")
	}
	return f.Data
}

// backupCommand is `client backup`.
type backupCommand struct {
	Target string `arg:"" placeholder:"FILE" help:"File to write, such as games-2026-11-28.db; none is replaced."`
	dataFlag
}

// Run copies the games, or writes nothing.
func (c *backupCommand) Run(s *streams) error {
	if info, err := os.Stat(c.Target); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder; name a file, such as %s", c.Target, filepath.Join(c.Target, time.Now().Format("games-2006-01-02.db")))
	}
	if _, err := os.Stat(filepath.Join(c.folder(), sqlite.FileName)); err != nil {
		return fmt.Errorf("no server has kept games in %s; --data names another folder", c.folder())
	}
	ctx, stop := cli.UntilSignal()
	defer stop()
	status := s.statusLine()
	err := sqlite.Backup(ctx, c.folder(), c.Target, func(done, all int64) {
		status.Show(fmt.Sprintf("%s of at most %s written", megabytes(done), megabytes(all)))
	})
	status.Clear()
	switch {
	case errors.Is(err, context.Canceled):
		return &exitError{cli.ExitSignal(ctx), errors.New("interrupted; nothing was written")}
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s already exists", c.Target)
	case err != nil:
		return &exitError{exitFailed, err}
	}
	info, err := os.Stat(c.Target)
	if err != nil {
		return &exitError{exitFailed, err}
	}
	fmt.Fprintf(s.out, "%s has the games, %s.\n", c.Target, megabytes(info.Size()))
	return nil
}

func megabytes(n int64) string {
	if n < 1e6 {
		return fmt.Sprintf("%d kB", n/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
