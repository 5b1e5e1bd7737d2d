package gate

import (
	"cmp"
	"crypto/rand"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/wire"
)

// answer is a ResponseWriter that remembers what was answered and gives the
// client a limited time to read each part of it.
type answer struct {
	http.ResponseWriter
	writeTime time.Duration
	status    int // 0 before the header is written
	bytes     int64
	why       string // the gate's reason to refuse; empty when it let the request pass
}

func (a *answer) WriteHeader(status int) {
	if a.status == 0 && status >= 200 {
		a.status = status
	}
	a.extend()
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Write(b []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	a.extend()
	n, err := a.ResponseWriter.Write(b)
	a.bytes += int64(n)
	return n, err
}

// extend gives the client the time for the next part.
func (a *answer) extend() {
	http.NewResponseController(a.ResponseWriter).SetWriteDeadline(time.Now().Add(a.writeTime))
}

// Unwrap is for http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// record gives each request a number, and logs and counts how it ended. A
// panic of a handler becomes an answer without a trace and a line in the log
// with it.
func (g *Gate) record(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &answer{ResponseWriter: w, writeTime: g.config.WriteTime}
		id := strings.ToLower(rand.Text()[:16])
		w.Header().Set("X-Request-Id", id)
		start := time.Now()
		g.config.Metrics.running.Inc()
		defer func() {
			p := recover()
			if p != nil && p != http.ErrAbortHandler {
				g.config.Log.Error("a handler panicked", "id", id, "panic", p, "stack", string(debug.Stack()))
				if a.status == 0 {
					wire.WriteError(a, r, g.config.Form, host.Refuse(wire.Internal, "the server made a mistake; its log has request %s", id))
				}
			}
			if a.status == 0 {
				a.extend()
				a.status = http.StatusOK
			}
			g.done(r, a, id, time.Since(start))
			if p != nil && (p == http.ErrAbortHandler || a.status != http.StatusInternalServerError) {
				panic(http.ErrAbortHandler) // what was begun cannot be ended well
			}
		}()
		next.ServeHTTP(a, r)
	})
}

// done logs and counts. The path is left out, since it may hold a game's
// address or a player's key; the route says enough.
func (g *Gate) done(r *http.Request, a *answer, id string, took time.Duration) {
	route := cmp.Or(r.Pattern[strings.IndexByte(r.Pattern, ' ')+1:], "none") // without the method
	g.config.Metrics.end(r.Method, route, a.status, took)
	level := slog.LevelInfo
	if a.status == http.StatusServiceUnavailable {
		level = slog.LevelWarn
	} else if a.status >= 500 {
		level = slog.LevelError
	} else if a.status < 400 && r.Method == http.MethodGet {
		level = slog.LevelDebug
	}
	facts := []any{"id", id, "client", g.address(r).String(),
		"method", clip(r.Method), "route", route, "status", a.status, "bytes", a.bytes, "ms", float64(took.Microseconds()) / 1000}
	if a.why != "" {
		facts = append(facts, "refused", a.why)
	}
	g.config.Log.Log(r.Context(), level, "request", facts...)
}

// clip shortens what a client chose.
func clip(s string) string { return s[:min(len(s), 20)] }
