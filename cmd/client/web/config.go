package web

import (
	"log/slog"
	"net"
	"time"

	"quadrille/cmd/client/web/gate"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/page"
	"quadrille/cmd/client/web/seedapi"
)

// Config says how a server is started. A zero field stands for its default.
type Config struct {
	// Listen is the address of the page and of all APIs, such as
	// "127.0.0.1:8000"; port 0 takes a free one.
	Listen string
	// OthelloListen and BlokusListen are addresses at whose root the API of
	// that game's document is served alone; with "" it is not.
	OthelloListen, BlokusListen string
	// Metrics is an address where the counts for Prometheus are; with "" they
	// are nowhere.
	Metrics string
	// Data is the folder of the games; Store is the address of a PostgreSQL database
	// that keeps them in its place, or "".
	Data, Store string
	// Offline makes the page that plays without a server, which is at /offline/,
	// when somebody asks for it first; nil is none.
	Offline func() (page.Folder, error)
	// Framers are the origins whose pages may show that page in frames;
	// gate.CheckFramer knows what may be here.
	Framers []string

	// Square4 and Othello say how the APIs of those documents play, Games how
	// games and engines are kept, and Gate what is let in. In all of them Store,
	// Log and what depends on the address are the server's. Gate.Hosts with none
	// is any name, unless the server listens on this machine only.
	Square4 seedapi.Square4Config
	Othello seedapi.OthelloConfig
	Games   host.Config
	Gate    gate.Config

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
	if len(c.Gate.Hosts) == 0 && (!ok || !t.IP.IsLoopback()) {
		return nil
	}
	return append([]string{"localhost"}, c.Gate.Hosts...)
}
