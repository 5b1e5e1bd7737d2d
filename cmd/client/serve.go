package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"time"

	"quadrille/cmd/client/web"
	"quadrille/cmd/client/web/gate"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/page"
	"quadrille/cmd/client/web/searches"
	"quadrille/cmd/client/web/seedapi"
	"quadrille/cmd/client/web/store/postgres"
	"quadrille/cmd/internal/bus"
	"quadrille/cmd/internal/cli"
	"quadrille/engine"
	"quadrille/protocol/driver"
)

// serveCommand is `client serve`.
type serveCommand struct {
	Listen  string `default:"127.0.0.1:8000" placeholder:"ADDRESS" help:"Where the page and the APIs are served; port 0 takes a free one."`
	Offline bool   `negatable:"" default:"${released}" help:"Serve the page that plays without this server, too, at /offline/. It is so where the program has the wasm with it, as those of a release have; others have Go build it at the start."`
	dataFlag
	Store string `env:"QUADRILLE_STORE" placeholder:"ADDRESS" help:"PostgreSQL database that keeps the games in place of the folder, such as postgres://USER@HOST/DATABASE?sslmode=verify-full."`
	bus.Server
	engineFlag
	guestFlags
	Metrics string `placeholder:"ADDRESS" help:"Serve counts for Prometheus at this address, in /metrics; by default they are nowhere."`

	Engines  int           `placeholder:"N" help:"How many engines search at once; by default one per core."`
	MaxGames int           `default:"100000" placeholder:"N" help:"Games kept; for more, old ones make room."`
	MaxThink time.Duration `default:"10m" placeholder:"TIME" help:"The longest search."`
	Idle     time.Duration `default:"5m" placeholder:"TIME" help:"When idle engines are ended and games that nobody asks for are dropped from memory."`
	Forget   time.Duration `placeholder:"TIME" help:"Delete games that nobody changed for so long, such as 720h; by default never."`

	AllowOrigin []string `sep:"none" placeholder:"ORIGIN" help:"Origin whose pages may use the server, such as https://example.org or http://localhost:3000; null is that of files, * is any. May be repeated."`
	Embed       []string `sep:"none" placeholder:"ORIGIN" help:"Origin whose pages may show boards of /offline/ in frames, such as https://example.org; * is any. May be repeated."`
	AllowHost   []string `sep:"none" placeholder:"NAME" help:"Name that the server may be addressed by, such as that of a proxy before it. May be repeated."`
	Proxy       bool     `help:"Requests come from a proxy that sets X-Forwarded-For."`
	Rate        float64  `default:"50" placeholder:"N" help:"Requests a second that a client may make in the long run; 0 is no limit."`
	Burst       int      `default:"200" placeholder:"N" help:"Requests that a client may make at once."`
	NewGames    int      `default:"3600" placeholder:"N" help:"Games that a client may create an hour, a tenth of them at once; 0 is no limit."`
	PerClient   int      `default:"256" placeholder:"N" help:"Requests of a client that are answered at once, event streams among them; 0 is no limit."`
	MaxBody     int64    `default:"262144" placeholder:"BYTES" help:"The largest body of a request."`
	MaxFile     int64    `default:"2097152" placeholder:"BYTES" help:"The largest body of a request that carries a file of games."`

	Square4 square4Flags `embed:"" prefix:"square4-"`
	Othello othelloFlags `embed:"" prefix:"othello-"`
	Blokus  blokusFlags  `embed:"" prefix:"blokus-"`

	LogLevel string `enum:"debug,info,warn,error" default:"info" help:"What is logged to the standard error: debug (every request), info (changes and refusals), warn or error."`
	LogJSON  bool   `name:"log-json" help:"Log lines of JSON."`
}

// square4Flags are about the API of the Four in a Square document.
type square4Flags struct {
	Level    level         `default:"5" placeholder:"LEVEL" help:"Level that Blue plays with in the Four in a Square document's API, from 1 to 9 in tenths, or 10."`
	Movetime time.Duration `default:"300ms" placeholder:"TIME" help:"Blue's longest time for a turn."`
	Pieces   int           `default:"8" placeholder:"N" help:"Marbles of a player when a request does not say."`
}

// othelloFlags are about the API of the Othello document.
type othelloFlags struct {
	Listen    string        `placeholder:"ADDRESS" help:"Serve the Othello document's API at the root of this address too."`
	Keys      string        `placeholder:"FILE" help:"Keys of the players, one a line; a key engineN is a seat that the server plays with level N. By default key0 to key3."`
	Organiser string        `env:"QUADRILLE_ORGANISER" placeholder:"SECRET" help:"Secret with which the competition is started, stopped and restarted."`
	Wrapped   bool          `help:"Answer in the wrappers of the original server, not as the document says."`
	Stopped   bool          `help:"A new competition waits for its organiser."`
	Boards    int           `default:"2" placeholder:"N" help:"Games of the competition that are played at once."`
	Rounds    int           `default:"1" placeholder:"N" help:"How often each pair of players meets with each colour."`
	Clock     time.Duration `default:"10s" placeholder:"TIME" help:"Time of a player for a turn."`
}

// blokusFlags are about the API of the Blokus document.
type blokusFlags struct {
	Listen string `placeholder:"ADDRESS" help:"Serve the Blokus document's API at the root of this address too."`
}

// Run serves until a signal ends it, which is no failure. An engine is tried
// first, so that a wrong command line is told at once.
func (c *serveCommand) Run(s *streams) error {
	config, err := c.config(s)
	if err != nil {
		return err
	}
	ctx, stop := cli.UntilSignal()
	defer stop()
	if config.Offline, err = c.offline(ctx, s); err != nil {
		return err
	}
	engine, err := config.Games.Open(ctx)
	if err != nil {
		return &exitError{exitEngine, err}
	}
	engine.Close()
	if c.URL != "" {
		queue, err := searches.OpenQueue(c.Server, func(problem string) { config.Log.Error("NATS", "error", problem) })
		if err != nil {
			return &exitError{exitEngine, err}
		}
		defer queue.Close()
		config.Games.Workers = queue
	}
	started := false
	err = web.Serve(ctx, config, func(server *web.Server) {
		started = true
		end := " (Ctrl-C ends it)"
		for _, place := range server.Places() {
			fmt.Fprintf(s.out, "%s at %s/%s\n", place.About, place.URL, end)
			end = ""
		}
	})
	var guest *host.GuestError
	switch {
	case errors.As(err, &guest):
		return &exitError{exitEngine, err}
	case err != nil && started:
		return &exitError{exitFailed, err}
	}
	return err
}

// offline gets what the page that plays without the server is made of.
func (c *serveCommand) offline(ctx context.Context, s *streams) (func() (page.Folder, error), error) {
	if !c.Offline {
		return nil, nil
	}
	program, err := s.browserProgram(ctx)
	if err != nil {
		return nil, err
	}
	return func() (page.Folder, error) { return page.NewFolder(program) }, nil
}

// config makes of the flags what the server is started with.
func (c *serveCommand) config(s *streams) (web.Config, error) {
	command, err := c.command()
	if err != nil {
		return web.Config{}, err
	}
	if err := c.check(); err != nil {
		return web.Config{}, err
	}
	guests, err := c.guests()
	if err != nil {
		return web.Config{}, err
	}
	keys, err := c.Othello.keys()
	if err != nil {
		return web.Config{}, fmt.Errorf("--othello-keys: %w", err)
	}
	return web.Config{
		Listen: c.Listen, OthelloListen: c.Othello.Listen, BlokusListen: c.Blokus.Listen, Metrics: c.Metrics, Data: c.folder(), Store: c.Store,
		Framers: c.Embed,
		Square4: seedapi.Square4Config{Level: engine.Level(c.Square4.Level), MoveTime: c.Square4.Movetime, Pieces: c.Square4.Pieces},
		Othello: seedapi.OthelloConfig{
			Keys: keys, Organiser: c.Othello.Organiser, Wrapped: c.Othello.Wrapped, Stopped: c.Othello.Stopped,
			Boards: c.Othello.Boards, Rounds: c.Othello.Rounds, Clock: c.Othello.Clock,
		},
		Games: host.Config{
			Open: func(ctx context.Context) (*driver.Engine, error) {
				// Somebody waits for the answer, and a hung engine is asked thrice.
				return driver.Open(ctx, driver.Config{Command: command, ReplyTimeout: 10 * time.Second})
			},
			Guests:  guests,
			Engines: c.Engines, MaxGames: c.MaxGames, MaxThink: c.MaxThink, IdleAfter: c.Idle, Forget: c.Forget,
		},
		Gate: gate.Config{
			Origins: c.AllowOrigin, Hosts: c.AllowHost, Proxy: c.Proxy,
			Rate: c.Rate, Burst: c.Burst, CostlyRate: c.NewGames, PerClient: c.PerClient, MaxBody: c.MaxBody, MaxFile: c.MaxFile,
		},
		Log: c.logger(s),
	}, nil
}

// check refuses flags that need nothing else to be refused.
func (c *serveCommand) check() error {
	if err := c.checkLimits(); err != nil {
		return err
	}
	switch {
	case c.Store != "" && c.Data != "":
		return errors.New("--data and --store (or $QUADRILLE_STORE) are two places for the games; name one")
	case c.Store != "" && !postgres.IsAddress(c.Store):
		return errors.New("--store is the address of a PostgreSQL database, such as postgres://USER@HOST/DATABASE; a folder is named by --data")
	}
	if n := c.Square4.Pieces; n < 4 || n > 16 { // as the rules have it, or every game would be refused
		return fmt.Errorf("--square4-pieces is from 4 to 16, not %d", n)
	}
	listens := map[string]string{} // which flag has an address
	for _, place := range []struct{ flag, address string }{
		{"listen", c.Listen}, {"metrics", c.Metrics}, {"othello-listen", c.Othello.Listen}, {"blokus-listen", c.Blokus.Listen},
	} {
		if err := checkAddress(place.flag, place.address); err != nil {
			return err
		}
		if other := listens[place.address]; other != "" && place.address != "" && !strings.HasSuffix(place.address, ":0") {
			return fmt.Errorf("--%s and --%s are one address, %s; give each a port of its own", other, place.flag, place.address)
		}
		listens[place.address] = place.flag
	}
	for _, o := range c.AllowOrigin {
		if err := gate.CheckOrigin(o); err != nil {
			return fmt.Errorf("--allow-origin: %w", err)
		}
	}
	if len(c.Embed) > 0 && !c.Offline {
		return errors.New("--embed lets pages show boards of /offline/, which --offline serves")
	}
	for _, o := range c.Embed {
		if err := gate.CheckFramer(o); err != nil {
			return fmt.Errorf("--embed: %w", err)
		}
	}
	if c.Othello.Stopped && c.Othello.Organiser == "" {
		return errors.New("--othello-stopped has the competition wait for its organiser: give a secret with --othello-organiser or $QUADRILLE_ORGANISER")
	}
	for _, h := range c.AllowHost {
		if h == "" || strings.ContainsAny(h, ":/ ") {
			return fmt.Errorf("--allow-host: %q is not a name; it has neither a scheme nor a port", h)
		}
	}
	return nil
}

// checkAddress refuses an address, where one is given, that nobody could listen at.
func checkAddress(flag, address string) error {
	if _, _, err := net.SplitHostPort(address); err != nil && address != "" {
		return fmt.Errorf("--%s: %q is not an address such as 127.0.0.1:8000, or :8000 for all addresses of the machine", flag, address)
	}
	return nil
}

// checkLimits refuses limits that would limit nothing, or everything.
func (c *serveCommand) checkLimits() error {
	for _, l := range []struct {
		flag  string
		value any
		ok    bool // where zero has a meaning of its own, it is one
	}{
		{"engines", c.Engines, c.Engines >= 0},
		{"max-games", c.MaxGames, c.MaxGames > 0},
		{"max-think", c.MaxThink, c.MaxThink > 0},
		{"idle", c.Idle, c.Idle > 0},
		{"forget", c.Forget, c.Forget >= 0},
		{"rate", c.Rate, c.Rate >= 0},
		{"burst", c.Burst, c.Burst > 0},
		{"new-games", c.NewGames, c.NewGames >= 0},
		{"per-client", c.PerClient, c.PerClient >= 0},
		{"max-body", c.MaxBody, c.MaxBody > 0},
		{"max-file", c.MaxFile, c.MaxFile > 0},
		{"square4-movetime", c.Square4.Movetime, c.Square4.Movetime > 0},
		{"othello-boards", c.Othello.Boards, c.Othello.Boards > 0},
		{"othello-rounds", c.Othello.Rounds, c.Othello.Rounds > 0},
		{"othello-clock", c.Othello.Clock, c.Othello.Clock > 0},
	} {
		if !l.ok {
			return fmt.Errorf("--%s is a positive limit, not %v", l.flag, l.value)
		}
	}
	return nil
}

// keys reads the file of keys; nil without one.
func (f *othelloFlags) keys() ([]string, error) {
	if f.Keys == "" {
		return nil, nil
	}
	file, err := os.Open(f.Keys)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return seedapi.ReadKeys(file)
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
