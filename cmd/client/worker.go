package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/adrg/xdg"
	"github.com/prometheus/client_golang/prometheus"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/farm"
	"quadrille/cmd/client/web/searches"
	"quadrille/cmd/internal/bus"
	"quadrille/cmd/internal/cli"
	"quadrille/cmd/internal/enginecmd"
	"quadrille/cmd/internal/outfile"
	"quadrille/protocol/driver"
	"quadrille/protocol/record"
)

// workerCommand is `client worker`.
type workerCommand struct {
	bus.Server
	Name        string `placeholder:"NAME" help:"Name by which matches know this worker; by default the machine's."`
	Concurrency int    `short:"c" placeholder:"N" help:"Games at a time; by default one a core."`
	Searches    int    `placeholder:"N" help:"Search for the servers that were started with this NATS server, so many searches at a time, in place of playing games of matches."`
	NoPin       bool   `help:"Do not bind engines to cores."`
	Allow       string `placeholder:"FILE" help:"Programs that matches may send here and have run, a line each as sha256sum writes it; by default none but this program's engine."`
	Metrics     string `placeholder:"ADDRESS" help:"Serve counts for Prometheus at this address, in /metrics."`
	traceFlag
}

// Run plays until a signal ends it, which is no failure.
func (c *workerCommand) Run(s *streams) error {
	if c.URL == "" {
		return fmt.Errorf("name the NATS server with --nats URL, or in QUADRILLE_NATS")
	}
	if err := bus.CheckName(c.name()); err != nil {
		return fmt.Errorf("--name: %w; NATS takes a dot for the end of one", err)
	}
	if err := errors.Join(match.CheckPlayers("concurrency", c.Concurrency), match.CheckPlayers("searches", c.Searches)); err != nil {
		return err
	}
	if err := checkAddress("metrics", c.Metrics); err != nil {
		return err
	}
	if c.Searches != 0 {
		return c.search(s)
	}
	w := farm.Worker{Server: c.Server, Name: c.name(), Players: c.Concurrency, Version: enginecmd.Version, Counts: new(farm.Labour),
		Folder: filepath.Join(xdg.CacheHome, "quadrille", "engines"), Log: slog.New(slog.NewTextHandler(s.errs, nil))}
	if c.Allow != "" {
		text, err := os.ReadFile(c.Allow)
		if err != nil {
			return fmt.Errorf("--allow: %w", err)
		}
		if w.Allowed, err = farm.ReadAllowed(string(record.UTF8Of(text))); err != nil {
			return fmt.Errorf("--allow %s: %w", c.Allow, err)
		}
	}
	trace, done, err := c.traceFlag.open(s, outfile.File{By: "--allow", Path: c.Allow})
	if err != nil {
		return err
	}
	defer done()
	w.Options = match.Options{NoPin: c.NoPin, Serve: s.serve, Trace: trace}
	runtime.GOMAXPROCS(max(runtime.NumCPU(), c.Concurrency) + 1)
	return c.work(w.Counts.Register, w.Run)
}

// search serves the searches of web servers until a signal ends it.
func (c *workerCommand) search(s *streams) error {
	switch {
	case c.Concurrency != 0 || c.Allow != "" || c.NoPin || c.Trace != "":
		return fmt.Errorf("with --searches no games of matches are played, which -c, --allow, --no-pin and --trace are for; start another worker for these")
	}
	command, err := (engineFlag{}).command()
	if err != nil {
		return err
	}
	w := searches.Worker{Server: c.Server, Name: c.name(), Places: c.Searches, IdleAfter: 5 * time.Minute,
		Log: slog.New(slog.NewTextHandler(s.errs, nil)), Counts: new(searches.Labour),
		Open: func(ctx context.Context) (*driver.Engine, error) {
			return driver.Open(ctx, driver.Config{Command: command, ReplyTimeout: 10 * time.Second})
		}}
	return c.work(w.Counts.Register, func(ctx context.Context) error {
		engine, err := w.Open(ctx) // without which it would take searches and lose them
		if err == nil {
			err = engine.Close()
		}
		if err == nil {
			err = w.Run(ctx)
		}
		return err
	})
}

// work runs a worker until a signal ends it, with its numbers for Prometheus where
// they are wanted.
func (c *workerCommand) work(numbers func(prometheus.Registerer), run func(context.Context) error) error {
	if c.Metrics != "" {
		stop, err := serveMetrics(c.Metrics, numbers)
		if err != nil {
			return err
		}
		defer stop()
	}
	ctx, stop := cli.UntilSignal()
	defer stop()
	if err := run(ctx); err != nil {
		return &exitError{exitEngine, err}
	}
	return nil
}

// name is by which the worker is known.
func (c *workerCommand) name() string {
	if c.Name != "" {
		return c.Name
	}
	return machineName()
}

// machineName is the first word of the machine's name, as a worker may be called.
func machineName() string {
	name, _ := os.Hostname()
	name, _, _ = strings.Cut(name, ".")
	name = regexp.MustCompile(`[^A-Za-z0-9_-]+`).ReplaceAllString(name, "-")
	if name = strings.Trim(name, "-"); name == "" {
		return "worker"
	}
	return name[:min(len(name), 40)]
}
