package farm

import (
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
)

// Register has Prometheus ask a match for its numbers.
func (m *Match) Register(r prometheus.Registerer) {
	gauge := func(name, help string, of func(Counts) float64) {
		r.MustRegister(gaugeFunc("match_"+name, help, m.Counts, of))
	}
	counter := func(name, help string, of func(Counts) uint64) {
		r.MustRegister(counterFunc("match_"+name, help, m.Counts, of))
	}
	gauge("games_waiting", "Games in the queue that no worker has.", func(c Counts) float64 { return float64(c.Waiting) })
	gauge("games_playing", "Games that workers have.", func(c Counts) float64 { return float64(c.Playing) })
	gauge("games_redelivered", "Games that are with another worker than the first.", func(c Counts) float64 { return float64(c.Again) })
	gauge("results_waiting", "Results that are not yet in the journal.", func(c Counts) float64 { return float64(c.Results) })
	gauge("workers", "Workers that were heard of in the last half minute.", func(c Counts) float64 { return float64(c.Workers) })
	gauge("players", "Games that the workers play at a time.", func(c Counts) float64 { return float64(c.Players) })
	gauge("connected", connectedHelp, func(c Counts) float64 { return one(c.Connected) })
	counter("games_total", "Games that came back and count; the rate is games a second.", func(c Counts) uint64 { return c.Brought })
	counter("games_replayed_total", "Games that were played again by the coordinator and are the same.", func(c Counts) uint64 { return c.Replayed })
	counter("results_twice_total", "Results of games that were there already.", func(c Counts) uint64 { return c.Twice })
	counter("results_refused_total", "Results of workers that lied.", func(c Counts) uint64 { return c.Refused })
}

const connectedHelp = "1 while the NATS server is there, or 0."

// one is a truth as Prometheus has it.
func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// gaugeFunc is one of some numbers, which may go down too.
func gaugeFunc[N any](name, help string, all func() N, of func(N) float64) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "quadrille_" + name, Help: help}, func() float64 { return of(all()) })
}

// counterFunc is one of some numbers, which only grows.
func counterFunc[N any](name, help string, all func() N, of func(N) uint64) prometheus.Collector {
	return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "quadrille_" + name, Help: help}, func() float64 { return float64(of(all())) })
}

// Labour has the numbers of a worker, once it runs.
type Labour struct{ worker atomic.Pointer[worker] }

func (l *Labour) watch(w *worker) { l.worker.Store(w) }

// labour is what a worker does at present.
type labour struct {
	players, playing, matches, troubled int
	played                              uint64
	connected                           bool
}

func (l *Labour) now() (n labour) {
	w := l.worker.Load()
	if w == nil {
		return n
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	n = labour{players: w.players, playing: int(w.playing.Load()), played: uint64(w.played), connected: w.conn.IsConnected()}
	for _, m := range w.matches {
		if n.matches++; m.trouble != "" {
			n.troubled++
		}
	}
	return n
}

// Register has Prometheus ask a worker for its numbers.
func (l *Labour) Register(r prometheus.Registerer) {
	gauge := func(name, help string, of func(labour) float64) {
		r.MustRegister(gaugeFunc("worker_"+name, help, l.now, of))
	}
	gauge("players", "Games that the worker can play at a time.", func(n labour) float64 { return float64(n.players) })
	gauge("playing", "Games that it plays.", func(n labour) float64 { return float64(n.playing) })
	gauge("matches", "Matches that it was told of.", func(n labour) float64 { return float64(n.matches) })
	gauge("matches_troubled", "Of these, matches in which it cannot play or is refused.", func(n labour) float64 { return float64(n.troubled) })
	gauge("connected", connectedHelp, func(n labour) float64 { return one(n.connected) })
	r.MustRegister(counterFunc("worker_games_total", "Games that the worker has brought; the rate is games a second.", l.now, func(n labour) uint64 { return n.played }))
}
