package web

import (
	"context"
	"log/slog"
	"net"
	"time"

	"quadrille/cmd/client/web/othelloapi"
	"quadrille/cmd/client/web/square4api"
	"quadrille/protocol/driver"
)

// Config says how a server is started. A zero field stands for its default.
type Config struct {
	// Listen is the address of the page and of all APIs, such as
	// "127.0.0.1:8000"; port 0 takes a free one.
	Listen string
	// OthelloListen and BlokusListen are addresses at whose root the API of
	// that game's document is served alone; with "" it is not.
	OthelloListen, BlokusListen string
	// Data is the folder of the games.
	Data string
	// Open starts an engine process; required.
	Open func(ctx context.Context) (*driver.Engine, error)

	// Square4 and Othello say how the APIs of those documents play. Store and
	// Log are the server's.
	Square4 square4api.Config
	Othello othelloapi.Config

	Engines   int           // searches at once; the number of cores by default
	MaxGames  int           // games kept; the host's default
	MaxThink  time.Duration // the longest search; the host's default
	IdleAfter time.Duration // when engines and games are put away; the host's default
	Forget    time.Duration // when a game that nobody changed is deleted; never by default

	Origins []string // origins besides the server's own that may use it; "*" is any
	// Hosts are names that the server may be addressed by, besides localhost
	// and addresses. With none it is any, unless it listens on this machine
	// only.
	Hosts     []string
	Rate      float64 // requests a second of a client; no limit by default
	Burst     int     // requests at once of a client
	NewGames  int     // games that a client may create an hour; no limit by default
	PerClient int     // requests of a client that are answered at once, streams among them; no limit by default
	Proxy     bool    // requests come from a proxy that sets X-Forwarded-For
	MaxBody   int64   // bytes of a request; the gate's default
	BodyTime  time.Duration

	Heartbeat time.Duration // of silent streams; the API's default
	// Grace is how long requests may go on when the server stops; 5 seconds by
	// default.
	Grace time.Duration
	Log   *slog.Logger // nothing by default
}

func (c Config) withDefaults() Config {
	if c.Grace <= 0 {
		c.Grace = 5 * time.Second
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

// hosts are the names that a listener answers to besides addresses; nil for
// any. Where it listens on this machine only, a page of a foreign name must not
// reach it.
func (c Config) hosts(a net.Addr) []string {
	t, ok := a.(*net.TCPAddr)
	if len(c.Hosts) == 0 && (!ok || !t.IP.IsLoopback()) {
		return nil
	}
	return append([]string{"localhost"}, c.Hosts...)
}
