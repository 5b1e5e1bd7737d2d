package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"quadrille/cmd/client/web/contest"
	"quadrille/cmd/client/web/gate"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/limits"
	"quadrille/cmd/client/web/seedapi"
	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/postgres"
	"quadrille/cmd/client/web/store/sqlite"
	"quadrille/cmd/client/web/wire"
)

// Server is a server that runs.
type Server struct {
	config   Config
	store    keeper
	fleet    fleet // nil in a process that has the store for itself
	host     *host.Host
	stage    *stage
	blokus   *seedapi.Blokus
	registry *prometheus.Registry
	sites    []*site
	closing  chan struct{} // closed when the server begins to stop
	failed   chan error    // the first listener that failed
	base     context.Context
	cancel   context.CancelFunc // ends what the requests still do
	serving  sync.WaitGroup
	once     sync.Once
	closed   error
}

// site is one address that is listened at.
type site struct {
	name     string // by which all processes know it; "" for limits of this one alone
	listener net.Listener
	about    string            // what is there, for people
	document bool              // programs written against a document ask here
	apis     func() []wire.API // what is served there, once everything is open
	server   *http.Server
	unused   unused
}

// Start opens the store, starts the host and begins to serve. The context
// bounds only the start.
func Start(ctx context.Context, c Config) (*Server, error) {
	s := &Server{config: c.withDefaults(), closing: make(chan struct{}), failed: make(chan error, 4)}
	s.base, s.cancel = context.WithCancel(context.Background())
	if err := s.open(ctx); err != nil {
		s.Close()
		return nil, err
	}
	for _, site := range s.sites {
		s.serving.Go(func() {
			if err := site.server.Serve(s.limited(site.listener)); !errors.Is(err, http.ErrServerClosed) {
				s.failed <- err
			}
		})
	}
	return s, nil
}

// open opens everything, in such an order that nothing is left behind when an
// address is taken.
func (s *Server) open(ctx context.Context) error {
	if err := s.listen(ctx); err != nil {
		return err
	}
	var err error
	games := s.config.Games
	if s.store, s.fleet, err = s.config.openStore(ctx); err != nil {
		return err
	}
	games.Store, games.Log = s.store, s.config.Log
	if s.fleet != nil {
		games.Peers, games.Shared = s.fleet, s.fleet
	}
	if s.host, err = host.New(ctx, games); err != nil {
		return err
	}
	s.stage = &stage{open: s.competitions, peers: games.Peers, log: s.config.Log}
	if err := s.stage.begin(ctx); err != nil {
		return err
	}
	s.blokus = seedapi.NewBlokus(s.host, seedapi.BlokusConfig{Store: s.store})
	s.route()
	return nil
}

// competitions continues the competitions in the store, or begins them.
func (s *Server) competitions(ctx context.Context) (*seedapi.Othello, *contest.Hall, error) {
	o := s.config.Othello
	notes := stageNotes{s.store, s.store.PutOf}
	o.Store, o.Log = notes, s.config.Log
	othello, err := seedapi.NewOthello(ctx, s.host, o)
	if err != nil {
		return nil, nil, err
	}
	hall, err := contest.OpenHall(ctx, s.host, notes, s.config.Log)
	if err != nil {
		othello.Close()
		return nil, nil, err
	}
	hall.Include("othello", othello.Contest(), o.Organiser)
	return othello, hall, nil
}

// keeper keeps games, and what the APIs note.
type keeper interface {
	host.Store
	store.Notes
	PutOf(work, space, key string, value []byte) error
	Close() error
}

// fleet is the other processes of a store.
type fleet interface {
	host.Peers
	limits.Shared
}

// openStore opens what keeps the games, for this server alone or with a fleet.
func (c Config) openStore(ctx context.Context) (keeper, fleet, error) {
	if c.Store != "" {
		s, err := postgres.Join(ctx, c.Store)
		if err != nil {
			return nil, nil, fmt.Errorf("the database of the games: %w", err)
		}
		return s, s, nil
	}
	s, err := sqlite.Open(c.Data)
	if err != nil {
		return nil, nil, fmt.Errorf("the folder of the games: %w", err)
	}
	return s, nil, nil
}

// listen takes the addresses. The first is that of the page.
func (s *Server) listen(ctx context.Context) error {
	for i, at := range []struct {
		address string
		site    *site
	}{
		{s.config.Listen, &site{name: "page", apis: s.everything, about: "Quadrille is"}},
		{s.config.OthelloListen, &site{name: "othello", apis: func() []wire.API { return []wire.API{s.stage.othello("")} }, document: true,
			about: "The API of the Othello document alone is"}},
		{s.config.BlokusListen, &site{name: "blokus", apis: func() []wire.API { return []wire.API{s.blokus.At("")} }, document: true,
			about: "The API of the Blokus document alone is"}},
		{s.config.Metrics, &site{apis: s.counts, about: "The counts for Prometheus, in /metrics, are"}},
	} {
		if at.address == "" && i > 0 {
			continue
		}
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", at.address)
		if err != nil {
			return err
		}
		at.site.listener, at.site.server = l, &http.Server{
			ReadHeaderTimeout: 10 * time.Second,
			IdleTimeout:       2 * time.Minute,
			MaxHeaderBytes:    16 << 10,
			ErrorLog:          slog.NewLogLogger(s.config.Log.Handler(), slog.LevelDebug),
			BaseContext:       func(net.Listener) context.Context { return s.base },
			ConnState:         at.site.unused.note,
		}
		s.sites = append(s.sites, at.site)
	}
	return nil
}

// maxConnections is how many connections an address has at once. A client may
// have twice as many as requests that are answered at once, since browsers open
// some for later.
const maxConnections = 8192

func (s *Server) limited(l net.Listener) net.Listener {
	perClient := 2 * s.config.Gate.PerClient
	if s.config.Gate.Proxy {
		perClient = 0
	}
	return gate.Limit(l, perClient, maxConnections)
}

// URL is the address of the page, as a browser on this machine writes it.
func (s *Server) URL() string { return address(s.sites[0].listener.Addr()) }

// Place is an address at which something is served.
type Place struct {
	About string // what is there, for people, such as "Quadrille is"
	URL   string // as that of the Server
}

// Places are where everything is served: the page, then the Othello and the
// Blokus document alone and the metrics, as far as they are.
func (s *Server) Places() []Place {
	var all []Place
	for _, site := range s.sites {
		all = append(all, Place{site.about, address(site.listener.Addr())})
	}
	return all
}

func address(a net.Addr) string {
	t, ok := a.(*net.TCPAddr)
	if ok && t.IP.IsUnspecified() {
		return fmt.Sprintf("http://localhost:%d", t.Port)
	}
	return "http://" + a.String()
}

// Failed has an error when the server cannot go on.
func (s *Server) Failed() <-chan error { return s.failed }

// afterCut is how long work that was cut off may take to end: twice what an engine has
// to stop (driver.Config.StopTimeout), and with the usual Grace less than
// deploy/quadrille.service gives the server.
const afterCut = 20 * time.Second

// Close stops serving: streams end at once, other requests have Config.Grace
// to end; then their work is cut off, searches and engines end and the store is
// closed. Later calls do nothing.
func (s *Server) Close() error {
	s.once.Do(func() { s.closed = s.close() })
	return s.closed
}

func (s *Server) close() error {
	close(s.closing)
	var errs []error
	ctx, cancel := context.WithTimeout(context.Background(), s.config.Grace)
	defer cancel()
	stop := context.AfterFunc(ctx, s.cancel)
	late, cancelLate := context.WithTimeout(context.Background(), s.config.Grace+afterCut)
	defer cancelLate()
	for _, site := range s.sites {
		site.unused.close()
		if err := site.server.Shutdown(late); err != nil {
			errs = append(errs, err, site.server.Close())
		}
		site.listener.Close() // of a server that never began to serve
	}
	stop()
	s.cancel()
	s.serving.Wait()
	if s.stage != nil {
		s.stage.close()
	}
	if s.host != nil {
		errs = append(errs, s.host.Close(late))
	}
	if s.store != nil {
		errs = append(errs, s.store.Close())
	}
	return errors.Join(errs...)
}

// Serve runs a server until the context ends or it fails. Ready is called when
// it can be used.
func Serve(ctx context.Context, c Config, ready func(*Server)) error {
	s, err := Start(ctx, c)
	if err != nil {
		return err
	}
	ready(s)
	select {
	case <-ctx.Done():
	case err = <-s.Failed():
	}
	return errors.Join(err, s.Close())
}
