package web

import (
	"github.com/prometheus/client_golang/prometheus"

	"quadrille/cmd/client/web/host"
)

// hostNumber is one of the host's numbers as Prometheus knows it.
type hostNumber struct {
	desc  *prometheus.Desc
	kind  prometheus.ValueType
	value func(host.Stats) float64
}

// hostCollector asks the host for its numbers when Prometheus does.
type hostCollector struct {
	host    *host.Host
	numbers []hostNumber
}

func newHostCollector(h *host.Host) *hostCollector {
	c := &hostCollector{host: h}
	add := func(kind prometheus.ValueType, name, help string, value func(host.Stats) float64) {
		c.numbers = append(c.numbers, hostNumber{prometheus.NewDesc("quadrille_"+name, help, nil, nil), kind, value})
	}
	const gauge, counter = prometheus.GaugeValue, prometheus.CounterValue
	add(gauge, "games_in_memory", "Games in memory.", func(s host.Stats) float64 { return float64(s.Games) })
	add(gauge, "games_stored", "Games in the store.", func(s host.Stats) float64 { return float64(s.Stored) })
	add(gauge, "subscribers", "Readers of the events of games.", func(s host.Stats) float64 { return float64(s.Subscribers) })
	add(gauge, "engines", "Engine processes that run.", func(s host.Stats) float64 { return float64(s.Engines) })
	add(gauge, "searches_running", "Searches under way.", func(s host.Stats) float64 { return float64(s.Searching) })
	add(gauge, "searches_waiting", "Searches that wait for an engine.", func(s host.Stats) float64 { return float64(s.Queued) })
	add(counter, "engines_started_total", "Engine processes started.", func(s host.Stats) float64 { return float64(s.Started) })
	add(counter, "engines_failed_total", "Engine processes that failed.", func(s host.Stats) float64 { return float64(s.Failed) })
	add(counter, "changes_total", "Changes of games written.", func(s host.Stats) float64 { return float64(s.Changes) })
	add(counter, "searches_total", "Searches ended.", func(s host.Stats) float64 { return float64(s.Searches) })
	return c
}

// Describe sends what the numbers are.
func (c *hostCollector) Describe(to chan<- *prometheus.Desc) {
	for _, n := range c.numbers {
		to <- n.desc
	}
}

// Collect sends the numbers.
func (c *hostCollector) Collect(to chan<- prometheus.Metric) {
	stats := c.host.Stats()
	for _, n := range c.numbers {
		to <- prometheus.MustNewConstMetric(n.desc, n.kind, n.value(stats))
	}
}
