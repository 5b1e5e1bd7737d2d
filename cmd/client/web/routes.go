package web

import (
	"encoding/json"
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
	"quadrille/cmd/client/web/problem"
	"quadrille/cmd/client/web/square4api"
)

// route gives every listener its handler. All gates share the counts.
func (s *Server) route() {
	s.registry = prometheus.NewRegistry()
	s.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		newHostCollector(s.host))
	metrics := gate.NewMetrics(s.registry)
	for i, site := range s.sites {
		of := isDocument
		if i > 0 {
			of = func(string) bool { return true }
		}
		site.server.Handler = flat(gate.New(s.gate(site, metrics)).Wrap(site.handler()), of)
	}
}

// documentPatience is how long the requests of a program are held up that asks
// too often at the root of a document's API.
const documentPatience = 5 * time.Second

func (s *Server) gate(at *site, metrics *gate.Metrics) gate.Config {
	c := s.config
	var patience time.Duration
	if at != s.sites[0] { // programs written against a document, which knows no limits
		patience = documentPatience
	}
	return gate.Config{
		Patience: patience,
		Log:      c.Log, Metrics: metrics, Hosts: c.hosts(at.listener.Addr()), Origins: c.Origins,
		Free: isPage, Costly: makesGame, CostlyRate: c.NewGames,
		Rate: c.Rate, Burst: c.Burst, PerClient: c.PerClient, Proxy: c.Proxy, MaxBody: c.MaxBody, BodyTime: c.BodyTime,
	}
}

// isPage says whether a request is for a file of the page, of which a browser
// asks for dozens at once and a class of thirty for a thousand, or for the
// server's health. All these lie ready in memory.
func isPage(r *http.Request) bool {
	p := r.URL.Path
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) &&
		(p == "/" || p == "/healthz" || strings.HasPrefix(p, "/static/") || strings.HasPrefix(p, "/g/"))
}

// makesGame says whether a request asks for a new game, at any address.
func makesGame(r *http.Request) bool {
	switch strings.TrimSuffix(r.URL.Path, "/") {
	case api.Prefix + "games", "/games", "/blokus/board", "/board":
		return r.Method == http.MethodPost
	}
	return false
}

// everything is what the first address serves.
func (s *Server) everything() http.Handler {
	mux := http.NewServeMux()
	mux.Handle(api.Prefix, api.New(api.Config{Games: s.host, Log: s.config.Log, Closing: s.closing, Heartbeat: s.config.Heartbeat}))
	mux.Handle("/healthz", only(http.MethodGet, http.HandlerFunc(s.health)))
	mux.Handle("/metrics", only(http.MethodGet, promhttp.HandlerFor(s.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})))
	fours := s.config.Square4
	fours.Store, fours.Log = s.store, s.config.Log
	for path, h := range map[string]http.Handler{
		"/games":   square4api.New(s.host, fours),
		"/othello": s.othello.Handler("/othello"),
		"/blokus":  s.blokus.Handler("/blokus"),
	} {
		mux.Handle(path, h)
		mux.Handle(path+"/", h)
	}
	look := plain(page.New())
	for _, path := range []string{"/{$}", "/g/", "/static/"} {
		mux.Handle(path, look)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		problem.Write(w, http.StatusNotFound, string(host.NotFound), "there is no such path; the page is at /, the API below "+api.Prefix)
	})
	return mux
}

// routed names the route of what no mux does, for the log and the counts.
func routed(pattern string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Pattern = pattern
		next.ServeHTTP(w, r)
	})
}

// only refuses other methods; HEAD is GET without the body.
func only(method string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == method || r.Method == http.MethodHead && method == http.MethodGet {
			next.ServeHTTP(w, r)
			return
		}
		allow := method
		if method == http.MethodGet {
			allow += ", HEAD"
		}
		w.Header().Set("Allow", allow)
		problem.Write(w, http.StatusMethodNotAllowed, problem.NotAllowed, "this path takes "+allow)
	})
}

// health tells that the server is there.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	select {
	case <-s.closing:
		problem.Write(w, http.StatusServiceUnavailable, string(host.Unavailable), "the server stops")
		return
	default:
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]string{"status": "ok"})
}
