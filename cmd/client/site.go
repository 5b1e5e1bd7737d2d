package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"quadrille/cmd/client/site"
	"quadrille/cmd/client/terminal"
	"quadrille/cmd/client/web/page"
	"quadrille/cmd/internal/cli"
	"quadrille/engine"
)

// siteCommand is `client site`.
type siteCommand struct {
	Folder string `arg:"" placeholder:"DIR" help:"Folder to write; it is made if it is missing, and a new version goes beside the files of the one before."`
	Force  bool   `short:"f" help:"Write into a folder that has files of others, too, and over those of the same names."`
}

// Run writes the folder and says what is in it.
func (c *siteCommand) Run(s *streams) error {
	ctx, stop := cli.UntilSignal()
	defer stop()
	if err := site.Check(c.Folder, c.Force); err != nil {
		return refused(err)
	}
	program, err := s.browserProgram(ctx)
	if err != nil {
		return err
	}
	made, err := page.NewFolder(program)
	if err != nil {
		return &exitError{exitFailed, err}
	}
	if ctx.Err() != nil {
		return interrupted(ctx)
	}
	written, err := site.Write(c.Folder, made, c.Force)
	if err != nil {
		return refused(err)
	}
	c.tell(s, made, written)
	return nil
}

// refused says what may be done about a folder that is not written into.
func refused(err error) error {
	wrong, ok := errors.AsType[*site.FolderError](err)
	switch {
	case !ok:
		return &exitError{exitFailed, err}
	case wrong.Forced:
		return fmt.Errorf("%w; --force writes there all the same", err)
	}
	return err
}

func interrupted(ctx context.Context) error {
	return &exitError{cli.ExitSignal(ctx), errors.New("interrupted before anything was written")}
}

// browserProgram gets the wasm, and says how long it has taken while it is built.
func (s *streams) browserProgram(ctx context.Context) (page.Program, error) {
	status := s.statusLine()
	defer status.Clear()
	var telling sync.WaitGroup
	building, built := context.WithCancel(ctx)
	program, err := site.Program(ctx, func(source string) {
		telling.Go(func() {
			showSeconds(building, status, "Go builds the wasm from "+source+", which may take some minutes")
		})
	})
	built()
	telling.Wait()
	if errors.Is(err, context.Canceled) {
		err = interrupted(ctx)
	}
	return program, err
}

// showSeconds shows what is done and for how long, until the context ends.
func showSeconds(ctx context.Context, status *terminal.Status, what string) {
	begun, second := time.Now(), time.NewTicker(time.Second)
	defer second.Stop()
	for {
		status.Show(fmt.Sprintf("%s: %d s", what, int(time.Since(begun).Seconds())))
		select {
		case <-ctx.Done():
			return
		case <-second.C:
		}
	}
}

// tell prints what was written, the largest first.
func (c *siteCommand) tell(s *streams, made page.Folder, w site.Written) {
	names := slices.SortedFunc(maps.Keys(w.Files), func(a, b string) int { return w.Files[b] - w.Files[a] })
	for _, name := range names {
		fmt.Fprintf(s.out, "%9s  %s\n", kilobytes(w.Files[name]), name)
	}
	what := "has"
	if w.Same {
		what = "already had"
	}
	fmt.Fprintf(s.out, "%s %s version %s, of which a browser loads and keeps %s.\n", c.Folder, what, w.Version, megabytes(int64(made.Size)))
	if w.Before != "" {
		fmt.Fprintf(s.out, "The files of version %s are still there, for browsers that have its page; the next version but one takes them away.\n", w.Before)
	}
	if len(w.Removed) > 0 {
		fmt.Fprintf(s.out, "Removed of older versions: %s.\n", engine.Count(len(w.Removed), "file"))
	}
}

func kilobytes(n int) string { return fmt.Sprintf("%.1f kB", float64(n)/1e3) }
