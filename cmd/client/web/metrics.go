package web

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"quadrille/cmd/client/web/host"
)

// countHost has Prometheus ask the host for its numbers.
func countHost(r prometheus.Registerer, h *host.Host) {
	gauge := func(name, help string, of func(host.Stats) int) {
		r.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "quadrille_" + name, Help: help},
			func() float64 { return float64(of(h.Stats())) }))
	}
	counter := func(name, help string, of func(host.Stats) uint64) {
		r.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "quadrille_" + name, Help: help},
			func() float64 { return float64(of(h.Stats())) }))
	}
	gauge("games_in_memory", "Games in memory.", func(s host.Stats) int { return s.Games })
	gauge("games_stored", "Games in the store.", func(s host.Stats) int { return s.Stored })
	gauge("subscribers", "Readers of the events of games.", func(s host.Stats) int { return s.Subscribers })
	gauge("engines", "Engine processes that run.", func(s host.Stats) int { return s.Engines })
	gauge("searches_running", "Searches under way.", func(s host.Stats) int { return s.Searching })
	gauge("searches_waiting", "Searches that wait for an engine.", func(s host.Stats) int { return s.Queued })
	r.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "quadrille_writable", Help: "1 while changes of games can be written, as /healthz says, or 0."},
		func() float64 {
			if h.Writable(context.Background()) != nil {
				return 0
			}
			return 1
		}))
	counter("engines_started_total", "Engine processes started.", func(s host.Stats) uint64 { return s.Started })
	counter("engines_failed_total", "Engine processes that failed.", func(s host.Stats) uint64 { return s.Failed })
	counter("changes_total", "Changes of games written.", func(s host.Stats) uint64 { return s.Changes })
	gauge("search_workers", "Workers that search for this process and have been heard of lately.", func(s host.Stats) int { return s.Workers })
	gauge("search_places", "Searches that these do at a time.", func(s host.Stats) int { return s.Places })
	counter("searches_taken_total", "Searches that workers have taken.", func(s host.Stats) uint64 { return s.Taken })
	r.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "quadrille_searches_taken_wait_seconds_total",
		Help: "Time that these have waited for that, all together."}, func() float64 { return h.Stats().Waited.Seconds() }))
	counter("searches_total", "Searches ended.", func(s host.Stats) uint64 { return s.Searches })
}
