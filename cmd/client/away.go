package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/farm"
	"quadrille/cmd/internal/bus"
	"quadrille/cmd/internal/enginecmd"
)

// awayFlags are those of a match that other machines play.
type awayFlags struct {
	bus.Server
	Speeds     string  `enum:"scale,same" default:"scale" help:"With --nats, where there are times: scale them to the speed of each worker, or have only workers of the same speed."`
	Speed      int     `placeholder:"N" help:"Nodes a second for which the times are meant; by default those of this machine."`
	Replay     float64 `default:"1" placeholder:"PERCENT" help:"With --nats, how many of the games this machine plays again, where they should be the same, and compares."`
	Watch      bool    `help:"Show the table of a match that runs elsewhere over --nats; play nothing."`
	WatchMatch string  `placeholder:"MATCH" help:"The match to watch, where several run."`
	Metrics    string  `placeholder:"ADDRESS" help:"Serve counts of the match over --nats for Prometheus at this address, in /metrics."`
}

// check refuses what needs a server without one.
func (f *awayFlags) check() error {
	if f.URL == "" && (f.Watch || f.WatchMatch != "" || f.Metrics != "" || f.Speed != 0) {
		return errors.New("--watch, --metrics and --speed are for matches over NATS; name its server with --nats URL")
	}
	if f.WatchMatch != "" && !f.Watch {
		return errors.New("--watch-match names the match of --watch")
	}
	if f.Speed < 0 {
		return errors.New("--speed is a positive number")
	}
	if !(f.Replay >= 0 && f.Replay <= 100) {
		return errors.New("--replay is 0 to 100 percent")
	}
	return nil
}

// watch shows a match that runs elsewhere until it is over.
func (f *awayFlags) watch(ctx context.Context, s *streams) error {
	show := watchText(s.out)
	if obeys(s.file()) {
		show = watchLive(s.screen())
	}
	return farm.Watch(ctx, f.Server, f.WatchMatch, show)
}

// watchLive keeps the table at the bottom of a terminal.
func watchLive(screen match.Screen) func(match.View, bool) {
	titled := ""
	return func(v match.View, over bool) {
		above := ""
		if v.Title != titled {
			titled, above = v.Title, v.Title+"\n"
		}
		screen.Show(above, v.Table, over)
	}
}

// watchText writes how far the match has come now and then, and the last table.
func watchText(out io.Writer) func(match.View, bool) {
	var written time.Time
	return func(v match.View, over bool) {
		if written.IsZero() {
			fmt.Fprintln(out, v.Title)
		}
		switch {
		case over:
			fmt.Fprint(out, v.Table)
		case time.Since(written) >= watchEvery:
			written = time.Now()
			fmt.Fprintln(out, v.Done)
		}
	}
}

// watchEvery is how often a line is written where there is no terminal.
const watchEvery = 10 * time.Second

// away makes the match one that others play, where that was asked for. Done ends
// what that takes, after a match that ended with an error or nil.
func (f *awayFlags) away(o *match.Options) (done func(error), err error) {
	if f.URL == "" {
		return func(error) {}, nil
	}
	view := &farm.Viewed{Reporter: o.Reporter}
	m := &farm.Match{Server: f.Server, Scale: f.Speeds == "scale", Speed: f.Speed, Version: enginecmd.Version, Options: *o, View: view, Replays: f.Replay / 100}
	o.Open, o.Reach, o.Reporter = m.Open, func(ctx context.Context) error { return ended(ctx, m.Reach(ctx)) }, view
	stop := func() {}
	if f.Metrics != "" {
		if stop, err = serveMetrics(f.Metrics, m.Register); err != nil {
			return nil, err
		}
	}
	return func(err error) {
		m.Close(err == nil)
		stop()
	}, nil
}

// serveMetrics serves counts until it is stopped.
func serveMetrics(address string, register func(prometheus.Registerer)) (stop func(), err error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--metrics: %w", err)
	}
	registry := prometheus.NewRegistry()
	register(registry)
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4}))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		server.Serve(listener)
	}()
	return func() { server.Close(); <-ended }, nil
}
