package farm

import (
	"github.com/prometheus/client_golang/prometheus"
)

// Register has Prometheus ask a match for its numbers.
func (m *Match) Register(r prometheus.Registerer) {
	gauge := func(name, help string, of func(Counts) float64) {
		r.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "quadrille_match_" + name, Help: help},
			func() float64 { return of(m.Counts()) }))
	}
	counter := func(name, help string, of func(Counts) uint64) {
		r.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "quadrille_match_" + name, Help: help},
			func() float64 { return float64(of(m.Counts())) }))
	}
	gauge("games_waiting", "Games in the queue that no worker has.", func(c Counts) float64 { return float64(c.Waiting) })
	gauge("games_playing", "Games that workers have.", func(c Counts) float64 { return float64(c.Playing) })
	gauge("games_redelivered", "Games that are with another worker than the first.", func(c Counts) float64 { return float64(c.Again) })
	gauge("results_waiting", "Results that are not yet in the journal.", func(c Counts) float64 { return float64(c.Results) })
	gauge("workers", "Workers that were heard of in the last half minute.", func(c Counts) float64 { return float64(c.Workers) })
	gauge("players", "Games that the workers play at a time.", func(c Counts) float64 { return float64(c.Players) })
	gauge("connected", "1 while the NATS server is there, or 0.", func(c Counts) float64 {
		if c.Connected {
			return 1
		}
		return 0
	})
	counter("games_total", "Games that came back and count; the rate is games a second.", func(c Counts) uint64 { return c.Brought })
	counter("results_twice_total", "Results of games that were there already.", func(c Counts) uint64 { return c.Twice })
	counter("results_refused_total", "Results of workers that lied.", func(c Counts) uint64 { return c.Refused })
}
