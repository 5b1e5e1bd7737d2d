package searches

import (
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
)

// Labour has the numbers of a worker, once it runs.
type Labour struct{ worker atomic.Pointer[worker] }

// labour is what a worker does at present.
type labour struct {
	places, lent, waiting int
	done                  uint64
}

func (l *Labour) now() (n labour) {
	w := l.worker.Load()
	if w == nil {
		return n
	}
	n.places = w.Places
	n.lent, n.waiting = w.engines.Count()
	w.mu.Lock()
	defer w.mu.Unlock()
	n.done = w.done
	return n
}

// Register has Prometheus ask a worker for its numbers.
func (l *Labour) Register(r prometheus.Registerer) {
	gauge := func(name, help string, of func(labour) int) {
		r.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "quadrille_worker_" + name, Help: help},
			func() float64 { return float64(of(l.now())) }))
	}
	gauge("places", "Searches that the worker can do at a time.", func(n labour) int { return n.places })
	gauge("searches_running", "Searches that it does.", func(n labour) int { return n.lent })
	gauge("searches_waiting", "Searches of which it knows and that nobody has taken.", func(n labour) int { return n.waiting })
	r.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "quadrille_worker_searches_total", Help: "Searches that it has ended."},
		func() float64 { return float64(l.now().done) }))
}
