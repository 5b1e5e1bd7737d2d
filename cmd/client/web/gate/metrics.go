package gate

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics counts what passes a gate.
type Metrics struct {
	requests *prometheus.CounterVec   // by method, route and status
	seconds  *prometheus.HistogramVec // by route
	refusals *prometheus.CounterVec   // by reason
	running  prometheus.Gauge
}

// NewMetrics registers the counts.
func NewMetrics(r prometheus.Registerer) *Metrics {
	m := &Metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "quadrille_http_requests_total", Help: "Requests that were answered."}, []string{"method", "route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "quadrille_http_request_seconds", Help: "Time from the first to the last byte of an answer.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5, 30, 300}}, []string{"route"}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "quadrille_http_refused_total", Help: "Requests that did not come to a handler."}, []string{"reason"}),
		running: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "quadrille_http_requests_running", Help: "Requests that are being answered, streams among them."}),
	}
	r.MustRegister(m.requests, m.seconds, m.refusals, m.running)
	return m
}

// end counts an answer. The labels are of a bounded number of values: a client
// can make up a method, but not a route.
func (m *Metrics) end(method, route string, status int, took time.Duration) {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodOptions:
	default:
		method = "other"
	}
	m.running.Dec()
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}
