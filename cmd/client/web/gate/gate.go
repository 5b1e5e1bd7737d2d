// Package gate is what every request passes before it comes to an API or to
// the page: limits, checks of host and origin, the log and the metrics. Behind
// them a [wire.Router] finds who answers. Whatever a handler does, the client
// gets an answer, and in JSON when it is a refusal.
package gate

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/limits"
	"quadrille/cmd/client/web/wire"
)

// Config says what passes. Zero numbers stand for the defaults.
type Config struct {
	Log     *slog.Logger
	Metrics *Metrics  // of nobody by default
	Form    wire.Form // of the errors; Coded by default
	// Hosts are the names that requests may be addressed to, besides addresses;
	// with none, any.
	// Set it where a browser must not be fooled by a foreign name that leads
	// to this server (DNS rebinding).
	Hosts []string
	// Origins are the origins besides the server's own whose pages may use it,
	// such as "https://example.org"; "*" is any. CheckOrigin knows what may be here.
	Origins []string
	// MaxBody is the size of the largest body that is read; 256 KiB by
	// default.
	MaxBody int64
	// Files says whether a request may carry a file, in a body of up to MaxFile
	// bytes, 2 MiB by default; nil is none.
	Files   func(*http.Request) bool
	MaxFile int64
	// Rate is how many requests a client may make per second in the long run,
	// and Burst how many at once; a Rate of 0 is no limit.
	Rate  float64
	Burst int
	// Patience is how long a request beyond the rate is held up instead of
	// being refused; 0 refuses it at once. It is for programs that ask again
	// and again without a pause and take every answer for the one they want.
	Patience time.Duration
	// Patient says for which requests there is Patience; nil for all.
	Patient func(r *http.Request) bool
	// Free says which requests are not counted, since they cost next to nothing;
	// nil for none.
	Free func(r *http.Request) bool
	// Costly says which requests have a rate of their own besides, since each
	// leaves something behind; nil for none. CostlyRate is how many a client may
	// make an hour, a tenth of them at once; 0 is no limit.
	Costly     func(r *http.Request) bool
	CostlyRate int
	// PerClient is how many requests of a client are answered at once, streams
	// among them; 0 is no limit.
	PerClient int
	// MaxClients is how many clients the rates are remembered of; 10,000 by
	// default.
	MaxClients int
	// BodyTime is how long a body may take to arrive, 10 seconds by default,
	// and WriteTime how long the client may take to read each part of the
	// answer, 30 seconds by default.
	BodyTime, WriteTime time.Duration
	// Shared has what clients do at all processes; nil in a process that is alone.
	// Site tells the rates and requests of this gate from those of others there.
	Shared limits.Shared
	Site   string
	// Proxy says that requests come from a proxy that adds the client's
	// address to X-Forwarded-For.
	Proxy bool
	// Now is the clock of the rates; time.Now by default.
	Now func() time.Time
}

func (c Config) withDefaults() Config {
	if c.MaxBody <= 0 {
		c.MaxBody = 256 << 10
	}
	if c.MaxFile <= 0 {
		c.MaxFile = 2 << 20
	}
	if c.MaxClients <= 0 {
		c.MaxClients = 10_000
	}
	if c.BodyTime <= 0 {
		c.BodyTime = 10 * time.Second
	}
	if c.WriteTime <= 0 {
		c.WriteTime = 30 * time.Second
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Metrics == nil {
		c.Metrics = NewMetrics(prometheus.NewRegistry())
	}
	if c.Form == nil {
		c.Form = wire.Coded
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

// Gate guards handlers. One gate may guard several, which then share the rates
// of their clients.
type Gate struct {
	config  Config
	rates   *limits.Buckets
	costly  *limits.Buckets
	running *limits.Caps
	origins map[string]bool
	hosts   map[string]bool
}

// New makes a gate.
func New(c Config) *Gate {
	c = c.withDefaults()
	g := &Gate{config: c, running: limits.NewCaps("running "+c.Site, c.PerClient, 0, c.Shared)}
	g.rates = limits.NewBuckets("rate "+c.Site, limits.Rate{PerSecond: c.Rate, Burst: c.Burst}, c.MaxClients, c.Now, c.Shared)
	costly := limits.Rate{PerSecond: float64(c.CostlyRate) / time.Hour.Seconds(), Burst: c.CostlyRate / 10}
	g.costly = limits.NewBuckets("costly "+c.Site, costly, c.MaxClients, c.Now, c.Shared)
	g.origins = set(c.Origins)
	g.hosts = set(c.Hosts)
	return g
}

// check lets a request pass, or says in a word for the counts why it does not.
// The error is what the client is told; with none it has been answered.
type check func(w http.ResponseWriter, r *http.Request) (refused string, told *host.Error)

// Wrap puts the gate before a handler.
func (g *Gate) Wrap(next http.Handler) http.Handler {
	checks := []check{g.checkHost, g.checkOrigin, g.checkRate, g.checkCostly, g.checkBody}
	return g.record(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		secure(w.Header())
		for _, c := range checks {
			if refused, told := c(w, r); refused != "" {
				g.refuse(w, r, refused, told)
				return
			}
		}
		client := g.address(r).String()
		ok, err := g.running.Take(r.Context(), client)
		if !ok {
			g.refuse(w, r, "running", tooMany(w, time.Second))
			return
		}
		defer g.running.Free(client)
		if err != nil && !isRead(r) {
			refused, told := g.unknown(w, err)
			g.refuse(w, r, refused, told)
			return
		}
		*r = *r.WithContext(host.WithClient(r.Context(), client)) // in place, since the route is noted in it
		next.ServeHTTP(w, r)
	}))
}

func (g *Gate) refuse(w http.ResponseWriter, r *http.Request, refused string, told *host.Error) {
	g.config.Metrics.refusals.WithLabelValues(refused).Inc()
	if told != nil {
		if a, ok := w.(*answer); ok {
			a.why = told.Text
		}
		wire.WriteError(w, r, g.config.Form, told)
	}
}
