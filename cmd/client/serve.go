package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/adrg/xdg"

	"quadrille/cmd/client/internal/web"
	"quadrille/protocol/driver"
)

// serveCommand is `client serve`.
type serveCommand struct {
	Listen        string `default:"127.0.0.1:8000" placeholder:"ADDRESS" help:"Where the page and the APIs are served; port 0 takes a free one."`
	OthelloListen string `placeholder:"ADDRESS" help:"Serve the Othello document's API at the root of this address too."`
	BlokusListen  string `placeholder:"ADDRESS" help:"Serve the Blokus document's API at the root of this address too."`
	Data          string `placeholder:"DIR" help:"Folder of the games; by default quadrille/server in the system's data folder."`
	Engine        string `env:"QUADRILLE_ENGINE" placeholder:"CMD" help:"Command line of the engine to start; by default this program itself."`

	Engines  int           `placeholder:"N" help:"How many engines think at once; by default one a core."`
	MaxGames int           `default:"100000" placeholder:"N" help:"Games kept; more are refused."`
	MaxThink time.Duration `default:"10m" placeholder:"TIME" help:"The longest search."`
	Idle     time.Duration `default:"5m" placeholder:"TIME" help:"When engines that do nothing are ended and games that nobody asks for leave the memory."`
	Forget   time.Duration `placeholder:"TIME" help:"Delete games that nobody changed for so long, such as 720h; by default never."`

	AllowOrigin []string `placeholder:"ORIGIN" help:"Origin whose pages may use the server, such as https://example.org; * is any. May be repeated."`
	AllowHost   []string `placeholder:"NAME" help:"Name that the server may be addressed by, such as that of a proxy before it. May be repeated."`
	Proxy       bool     `help:"Requests come from a proxy that sets X-Forwarded-For."`
	Rate        float64  `default:"50" placeholder:"N" help:"Requests a second that a client may make in the long run; 0 is no limit."`
	Burst       int      `default:"200" placeholder:"N" help:"Requests that a client may make at once."`
	PerClient   int      `default:"256" placeholder:"N" help:"Requests of a client that are answered at the same time, event streams among them; 0 is no limit."`
	MaxBody     int64    `default:"262144" placeholder:"BYTES" help:"The largest body of a request."`

	LogLevel string `enum:"debug,info,warn,error" default:"info" help:"What is logged to the standard error: debug (every request), info (changes and refusals), warn or error."`
	LogJSON  bool   `name:"log-json" help:"Log lines of JSON."`
}

// Run serves until a signal ends it.
func (c *serveCommand) Run(s *streams) error {
	config, err := c.config(s)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() { // a second signal ends the program at once
		<-ctx.Done()
		stop()
	}()
	engine, err := config.Open(ctx)
	if err != nil {
		return &exitError{exitEngine, err}
	}
	engine.Close()
	err = web.Serve(ctx, config, func(server *web.Server) {
		fmt.Fprintf(s.out, "Quadrille is at %s/ (Ctrl-C ends it)\n", server.URL())
	})
	var taken *net.OpError
	switch {
	case errors.As(err, &taken):
		return fmt.Errorf("--listen: %w", err)
	case err != nil:
		return &exitError{exitFailed, err}
	}
	return nil
}

// config checks the flags.
func (c *serveCommand) config(s *streams) (web.Config, error) {
	command, err := driver.Self("engine")
	command.Name = "engine"
	if c.Engine != "" {
		command, err = driver.ParseCommand(c.Engine)
	}
	if err != nil {
		return web.Config{}, err
	}
	if c.Engines < 0 || c.MaxGames < 1 || c.MaxThink <= 0 || c.Idle <= 0 || c.Forget < 0 || !(c.Rate >= 0) || c.Burst < 1 ||
		c.PerClient < 0 || c.MaxBody < 1 {
		return web.Config{}, errors.New("limits are positive numbers")
	}
	if c.Data == "" {
		c.Data = filepath.Join(xdg.DataHome, "quadrille", "server")
	}
	return web.Config{
		Listen: c.Listen, Othello: c.OthelloListen, Blokus: c.BlokusListen, Data: c.Data,
		Open: func(ctx context.Context) (*driver.Engine, error) {
			return driver.Open(ctx, driver.Config{Command: command})
		},
		Engines: c.Engines, MaxGames: c.MaxGames, MaxThink: c.MaxThink, IdleAfter: c.Idle, Forget: c.Forget,
		Origins: c.AllowOrigin, Hosts: c.AllowHost, Proxy: c.Proxy,
		Rate: c.Rate, Burst: c.Burst, PerClient: c.PerClient, MaxBody: c.MaxBody,
		Log: c.logger(s),
	}, nil
}

func (c *serveCommand) logger(s *streams) *slog.Logger {
	var level slog.Level
	level.UnmarshalText([]byte(c.LogLevel)) // the flag takes only such names
	options := &slog.HandlerOptions{Level: level}
	if c.LogJSON {
		return slog.New(slog.NewJSONHandler(s.errs, options))
	}
	return slog.New(slog.NewTextHandler(s.errs, options))
}
