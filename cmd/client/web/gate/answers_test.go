package gate

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
)

// Bodies over a real connection: too large with and without a length said, too
// slow, cut off.
func TestBodies(t *testing.T) {
	slow := New(Config{MaxBody: 10, BodyTime: 20 * time.Millisecond})
	patient := New(Config{MaxBody: 10, BodyTime: time.Minute})
	for _, tc := range []struct {
		gate *Gate
		text string
		want int
	}{
		{patient, "POST / HTTP/1.1\nHost: a\nContent-Length: 10\n\n1234567890", 200},
		{patient, "POST / HTTP/1.1\nHost: a\nContent-Length: 11\n\n12345678901", 413},
		{patient, "POST / HTTP/1.1\nHost: a\nContent-Length: 1000000000\n\n1", 413},
		{patient, "POST / HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\n\na\n1234567890\n0\n\n", 200},
		{patient, "POST / HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\n\nb\n12345678901\n0\n\n", 413},
		{patient, "POST / HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\n\nx\n", 400},
		{patient, "POST / HTTP/1.1\nHost: a\n\n", 200},
		{patient, "GET / HTTP/1.1\nHost: a\nContent-Length: 11\n\n12345678901", 413},
		{slow, "POST / HTTP/1.1\nHost: a\nContent-Length: 10\n\n123", 408},
		{slow, "POST / HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\n\na\n123", 408},
	} {
		s := httptest.NewServer(tc.gate.Wrap(echo))
		status, body := exchange(t, s.Listener.Addr().String(), tc.text)
		if status != tc.want || (status != 200) != strings.HasPrefix(body, `{"error":`) {
			t.Errorf("%q: %d %s, want %d", tc.text, status, body, tc.want)
		}
		s.Close()
	}
}

// exchange sends bytes and returns the answer, whether or not the request is
// complete.
func exchange(t *testing.T, address, text string) (status int, body string) {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, strings.ReplaceAll(text, "\n", "\r\n")); err != nil {
		t.Fatal(err)
	}
	w, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	defer w.Body.Close()
	all, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return w.StatusCode, string(all)
}

// A handler may wait longer than a body may take to arrive: the time of the
// body is no limit of the answer's.
func TestBodyTimeEndsWithTheBody(t *testing.T) {
	const bodyTime = 10 * time.Millisecond
	s := httptest.NewServer(New(Config{BodyTime: bodyTime}).Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
			t.Error("the request was given up")
		case <-time.After(5 * bodyTime):
		}
		io.WriteString(w, "done")
	})))
	defer s.Close()
	if status, body := exchange(t, s.Listener.Addr().String(), "POST / HTTP/1.1\nHost: a\nContent-Length: 1\n\n1"); status != 200 || body != "done" {
		t.Errorf("%d %s", status, body)
	}
}

// A client that does not read its answer does not hold the handler for ever.
func TestSlowReader(t *testing.T) {
	ended := make(chan error, 1)
	part := make([]byte, 64<<10)
	s := httptest.NewServer(New(Config{WriteTime: 20 * time.Millisecond}).Wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for {
			if _, err := w.Write(part); err != nil {
				ended <- err
				return
			}
		}
	})))
	defer s.Close()
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
	if err := <-ended; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the handler's write ended with %v", err)
	}
}

// The time for one answer is none for the next on the same connection.
func TestWriteTimeIsOfOneAnswer(t *testing.T) {
	const writeTime = 10 * time.Millisecond
	s := httptest.NewServer(New(Config{WriteTime: writeTime}).Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/written" {
			io.WriteString(w, "done")
		}
	})))
	defer s.Close()
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	answers := bufio.NewReader(c)
	for _, path := range []string{"/written", "/empty", "/written"} {
		io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: a\r\n\r\n")
		w, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		io.Copy(io.Discard, w.Body)
		w.Body.Close()
		time.Sleep(3 * writeTime)
	}
}

// A panic is answered without a trace, logged with one, and counted.
func TestPanic(t *testing.T) {
	var log bytes.Buffer
	registry := prometheus.NewRegistry()
	g := New(Config{Log: slog.New(slog.NewTextHandler(&log, nil)), Metrics: NewMetrics(registry)})
	w := httptest.NewRecorder()
	g.Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret cause") })).ServeHTTP(w, request(t, "GET / HTTP/1.1\nHost: a"))
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "secret") || strings.Contains(w.Body.String(), "goroutine") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	mustBeProblem(t, "panic", w)
	if got := log.String(); !strings.Contains(got, "secret cause") || !strings.Contains(got, "answers_test.go") ||
		!strings.Contains(got, w.Header().Get("X-Request-Id")) {
		t.Errorf("log: %s", got)
	}
	if err := testutil.CollectAndCompare(g.config.Metrics.requests, strings.NewReader(`
		# HELP quadrille_http_requests_total Requests that were answered.
		# TYPE quadrille_http_requests_total counter
		quadrille_http_requests_total{method="GET",route="none",status="500"} 1
	`)); err != nil {
		t.Error(err)
	}
}

// A panic in the middle of an answer cuts the connection, so that the client
// does not take half an answer for a whole one.
func TestPanicInAnAnswer(t *testing.T) {
	s := httptest.NewUnstartedServer(New(Config{}).Wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		io.WriteString(w, "half")
		panic("late")
	})))
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	s.Start()
	defer s.Close()
	r, err := s.Client().Get(s.URL)
	if err == nil {
		_, err = io.ReadAll(r.Body)
		r.Body.Close()
	}
	if err == nil {
		t.Error("the answer seems whole")
	}
}

// What clients make up does not become labels.
func TestMetricsAreBounded(t *testing.T) {
	registry := prometheus.NewRegistry()
	g := New(Config{Metrics: NewMetrics(registry)})
	mux := http.NewServeMux()
	mux.Handle("/games/{id}", echo)
	h := g.Wrap(mux)
	for i := range 20 {
		h.ServeHTTP(httptest.NewRecorder(), request(t, fmt.Sprintf("M%d /games/%d HTTP/1.1\nHost: a", i, i)))
		h.ServeHTTP(httptest.NewRecorder(), request(t, fmt.Sprintf("GET /other/%d HTTP/1.1\nHost: a", i)))
		h.ServeHTTP(httptest.NewRecorder(), request(t, "GET / HTTP/1.1\nHost: a\nOrigin: null"))
	}
	if err := testutil.CollectAndCompare(g.config.Metrics.requests, strings.NewReader(`
		# HELP quadrille_http_requests_total Requests that were answered.
		# TYPE quadrille_http_requests_total counter
		quadrille_http_requests_total{method="other",route="/games/{id}",status="200"} 20
		quadrille_http_requests_total{method="GET",route="none",status="404"} 20
		quadrille_http_requests_total{method="GET",route="none",status="403"} 20
	`)); err != nil {
		t.Error(err)
	}
	if got := testutil.ToFloat64(g.config.Metrics.refusals.WithLabelValues("origin")); got != 20 {
		t.Errorf("refused for their origin: %v, want 20", got)
	}
	if got := testutil.ToFloat64(g.config.Metrics.running); got != 0 {
		t.Errorf("running: %v, want 0", got)
	}
}
