package web

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"quadrille/cmd/client/web/api"
	"quadrille/cmd/client/web/gate"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/page"
	"quadrille/cmd/client/web/seedapi"
	"quadrille/cmd/client/web/wire"
)

// route gives every listener its router, behind a gate. All gates share the
// counts.
func (s *Server) route() {
	s.registry = prometheus.NewRegistry()
	s.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	countHost(s.registry, s.host)
	metrics := gate.NewMetrics(s.registry)
	for _, site := range s.sites {
		router := wire.NewRouter(s.config.Log, site.apis()...)
		c := s.gate(site, metrics)
		c.Form = router.Form
		site.server.Handler = gate.New(c).Wrap(router)
	}
}

// isTurn says whether a player of a competition asks for a turn or plays one, of
// whom a class has many behind one address.
func isTurn(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, api.Prefix+"competitions/") && strings.HasSuffix(r.URL.Path, "/turn")
}

// documentPatience is how long the requests of a program are held up that asks
// too often at the root of a document's API.
const documentPatience = 5 * time.Second

func (s *Server) gate(at *site, metrics *gate.Metrics) gate.Config {
	c := s.config.Gate
	c.Patience = documentPatience
	if !at.document { // programs written against a document know no limits
		c.Patient = isTurn
	}
	c.Log, c.Metrics, c.Hosts = s.config.Log, metrics, s.config.hosts(at.listener.Addr())
	c.Free, c.Costly, c.Files = isPage, isCostly, hasFile
	if at.name != "" && s.fleet != nil {
		c.Shared, c.Site = s.fleet, at.name
	}
	return c
}

// isPage says whether a request is for a file of the page, of which a browser
// asks for dozens at once and a class of thirty for a thousand, or for the
// server's health. The files lie ready in memory, and the health makes a write
// when there was none for a second.
func isPage(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	return r.URL.Path == "/healthz" || page.Has(r.URL.Path)
}

// hasFile says whether a request may carry a file of games.
func hasFile(r *http.Request) bool {
	return r.Method == http.MethodPost && (r.URL.Path == api.Prefix+"games" || r.URL.Path == api.Prefix+"records")
}

// isCostly says whether a request asks for a new game, at any address, or for
// what is in a file.
func isCostly(r *http.Request) bool {
	switch strings.TrimSuffix(r.URL.Path, "/") {
	case api.Prefix + "games", api.Prefix + "records", api.Prefix + "competitions", "/games", "/blokus/board", "/board":
		return r.Method == http.MethodPost
	}
	return strings.HasPrefix(r.URL.Path, api.Prefix) && strings.HasSuffix(r.URL.Path, "/rematch") && r.Method == http.MethodPost
}

// everything is what the first address serves.
func (s *Server) everything() []wire.API {
	fours := s.config.Square4
	fours.Store = s.store
	return []wire.API{
		api.New(api.Config{Games: s.host, Competitions: s.stage, Closing: s.closing, Heartbeat: s.config.Heartbeat}),
		seedapi.NewSquare4(s.host, fours), s.stage.othello("/othello"), s.blokus.At("/blokus"),
		page.API(s.config.Offline, s.config.Framers...),
		{Routes: []wire.Route{{Method: "GET", Path: "/healthz", Answer: s.health}}},
	}
}

// counts is what the address of the metrics serves.
func (s *Server) counts() []wire.API {
	return []wire.API{{Routes: []wire.Route{{Method: "GET", Path: "/metrics", Answer: s.metrics()}, {Method: "GET", Path: "/healthz", Answer: s.health}}}}
}

// health tells that the server is there and that changes can be written.
func (s *Server) health(_ http.ResponseWriter, r *http.Request) (any, error) {
	select {
	case <-s.closing:
		return nil, host.Refuse(host.Unavailable, "the server is stopping")
	default:
		// Whoever has sent all that he has to say may close his half of the
		// connection, which net/http takes for somebody who has left. The
		// store limits by itself how long it tries.
		return map[string]string{"status": "ok"}, s.host.Writable(context.WithoutCancel(r.Context()))
	}
}

// metrics tells the counts as Prometheus reads them.
func (s *Server) metrics() wire.Answer {
	h := promhttp.HandlerFor(s.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
	return func(w http.ResponseWriter, r *http.Request) (any, error) {
		h.ServeHTTP(w, r)
		return nil, nil
	}
}
