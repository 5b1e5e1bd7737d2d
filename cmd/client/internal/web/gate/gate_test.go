package gate

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// echo answers with the method and the body.
var echo = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	fmt.Fprintf(w, "%s %s", r.Method, body)
})

// request makes a request from its first line and headers, as a client writes
// them.
func request(t *testing.T, text string) *http.Request {
	t.Helper()
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(strings.ReplaceAll(text, "\n", "\r\n") + "\r\n\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	r.RemoteAddr = "192.0.2.1:1234"
	return r
}

func serve(g *Gate, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	g.Wrap(echo).ServeHTTP(w, r)
	return w
}

// mustBeProblem checks that an answer is an error in JSON with a code and a
// text.
func mustBeProblem(t *testing.T, name string, w *httptest.ResponseRecorder) {
	t.Helper()
	var body struct{ Error struct{ Code, Text string } }
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || body.Error.Code == "" || body.Error.Text == "" ||
		w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("%s: not an error in JSON: %v %s", name, w.Header(), w.Body)
	}
}

func TestHostsAndOrigins(t *testing.T) {
	local := Config{Hosts: []string{"localhost", "Games.example"}, Origins: []string{"https://Friend.example/"}}
	any := Config{Origins: []string{"*"}}
	for _, tc := range []struct {
		config Config
		text   string
		want   int
	}{
		{local, "GET / HTTP/1.1\nHost: localhost:8000", 200},
		{local, "GET / HTTP/1.1\nHost: LOCALHOST", 200},
		{local, "GET / HTTP/1.1\nHost: 127.0.0.1:9", 200},
		{local, "GET / HTTP/1.1\nHost: [::1]:9", 200},
		{local, "GET / HTTP/1.1\nHost: [::1]", 200},
		{local, "GET / HTTP/1.1\nHost: 10.1.2.3", 200},
		{local, "GET / HTTP/1.1\nHost: games.example:80", 200},
		{local, "GET / HTTP/1.1\nHost: rebound.example:8000", 403},
		{local, "GET / HTTP/1.1\nHost: 127.0.0.1.rebound.example", 403},
		{local, "GET / HTTP/1.1\nHost: 127.0.0.1.", 403},
		{local, "GET / HTTP/1.1\nHost: localhost.rebound.example", 403},
		{local, "GET / HTTP/1.0", 403},
		{local, "GET http://rebound.example/ HTTP/1.1\nHost: localhost", 403},
		{any, "GET / HTTP/1.1\nHost: whatever", 200},

		{local, "POST / HTTP/1.1\nHost: localhost:8000\nOrigin: http://localhost:8000", 200},
		{local, "GET / HTTP/1.1\nHost: localhost\nOrigin: http://localhost:80", 200},
		{local, "GET / HTTP/1.1\nHost: localhost\nOrigin: https://localhost", 200},
		{local, "POST / HTTP/1.1\nHost: localhost:8000\nOrigin: http://localhost:8001", 403},
		{local, "GET / HTTP/1.1\nHost: localhost:8000\nOrigin: http://127.0.0.1:8000", 403},
		{local, "GET / HTTP/1.1\nHost: localhost\nOrigin: http://evil.example", 403},
		{local, "GET / HTTP/1.1\nHost: localhost\nOrigin: null", 403},
		{local, "GET / HTTP/1.1\nHost: localhost\nOrigin: file://localhost", 403},
		{local, "GET / HTTP/1.1\nHost: localhost\nOrigin: http://localhost.evil.example", 403},
		{local, "GET / HTTP/1.1\nHost: localhost\nOrigin: :", 403},
		{local, "POST / HTTP/1.1\nHost: localhost\nOrigin: https://friend.example", 200},
		{local, "POST / HTTP/1.1\nHost: localhost\nOrigin: http://friend.example", 403},
		{any, "POST / HTTP/1.1\nHost: localhost\nOrigin: http://evil.example", 200},

		{local, "GET / HTTP/1.1\nHost: localhost\nSec-Fetch-Site: none", 200},
		{local, "GET / HTTP/1.1\nHost: localhost\nSec-Fetch-Site: same-origin", 200},
		{local, "GET / HTTP/1.1\nHost: localhost\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: no-cors", 403},
		{local, "GET / HTTP/1.1\nHost: localhost\nSec-Fetch-Site: same-site\nSec-Fetch-Mode: no-cors", 403},
		{local, "GET / HTTP/1.1\nHost: localhost\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: navigate", 200},
		{local, "POST / HTTP/1.1\nHost: localhost\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: navigate", 403},

		{local, "OPTIONS / HTTP/1.1\nHost: localhost\nOrigin: https://friend.example\nAccess-Control-Request-Method: PUT", 204},
		{local, "OPTIONS / HTTP/1.1\nHost: localhost\nOrigin: https://evil.example\nAccess-Control-Request-Method: PUT", 403},
		{local, "OPTIONS / HTTP/1.1\nHost: localhost\nOrigin: https://friend.example", 200},

		{local, "GET /a//b HTTP/1.1\nHost: localhost", 404},
		{local, "GET /a/../b HTTP/1.1\nHost: localhost", 404},
		{local, "GET /a/.. HTTP/1.1\nHost: localhost", 404},
		{local, "GET /./a HTTP/1.1\nHost: localhost", 404},
		{local, "GET /a%2F%2Fb/.../..c HTTP/1.1\nHost: localhost", 200},
		{local, "OPTIONS * HTTP/1.1\nHost: localhost", 200},
	} {
		w := serve(New(tc.config), request(t, tc.text))
		if w.Code != tc.want {
			t.Errorf("%q: status %d, want %d: %s", tc.text, w.Code, tc.want, w.Body)
		}
		if w.Code >= 400 {
			mustBeProblem(t, tc.text, w)
		}
		allowed := w.Header().Get("Access-Control-Allow-Origin") != ""
		if want := w.Code < 400 && (strings.Contains(tc.text, "friend") || strings.Contains(tc.text, "evil")); allowed != want {
			t.Errorf("%q: other origin allowed: %v, want %v", tc.text, allowed, want)
		}
	}
}

func TestPreflight(t *testing.T) {
	g := New(Config{Origins: []string{"https://friend.example"}})
	w := serve(g, request(t, "OPTIONS /x HTTP/1.1\nHost: a\nOrigin: https://friend.example\nAccess-Control-Request-Method: POST"))
	for name, want := range map[string]string{
		"Access-Control-Allow-Origin":      "https://friend.example",
		"Access-Control-Allow-Methods":     "GET, POST, PUT",
		"Access-Control-Allow-Headers":     "Authorization, Content-Type",
		"Access-Control-Allow-Credentials": "",
		"Vary":                             "Origin",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// Every answer, also a refusal, has the headers of a careful site.
func TestHeaders(t *testing.T) {
	for _, text := range []string{"GET / HTTP/1.1\nHost: a", "GET // HTTP/1.1\nHost: a", "GET / HTTP/1.1\nHost: a\nOrigin: null"} {
		h := serve(New(Config{}), request(t, text)).Header()
		for name, want := range map[string]string{
			"X-Content-Type-Options":       "nosniff",
			"X-Frame-Options":              "DENY",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := h.Get(name); got != want {
				t.Errorf("%q: %s: %q, want %q", text, name, got, want)
			}
		}
		csp := h.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'self'") || !strings.Contains(csp, "frame-ancestors 'none'") || strings.Contains(csp, "unsafe") {
			t.Errorf("%q: %s", text, csp)
		}
		if len(h.Get("X-Request-Id")) != 16 || h.Get("Permissions-Policy") == "" {
			t.Errorf("%q: %v", text, h)
		}
	}
}

func TestRates(t *testing.T) {
	now := time.Unix(1000, 0)
	g := New(Config{Rate: 2, Burst: 3, MaxClients: 2, Now: func() time.Time { return now }})
	ask := func(address, path string) (int, string) {
		r := httptest.NewRequest("GET", path, nil)
		r.RemoteAddr = address
		w := serve(g, r)
		return w.Code, w.Header().Get("Retry-After")
	}
	for i, tc := range []struct {
		after   time.Duration
		address string
		want    int
	}{
		{0, "192.0.2.1:1", 200}, {0, "192.0.2.1:2", 200}, {0, "[::ffff:192.0.2.1]:3", 200},
		{0, "192.0.2.1:4", 429}, {0, "192.0.2.1:4", 429},
		{0, "192.0.2.2:1", 200}, // another client
		{500 * time.Millisecond, "192.0.2.1:1", 200},
		{0, "192.0.2.1:1", 429},
		{0, "[2001:db8::1]:1", 200}, // the third client: the one away longest is forgotten
		{0, "[2001:db8::2]:1", 200}, {0, "[2001:db8::3]:1", 200},
		{0, "[2001:db8:0:0:ffff::4]:1", 429}, // all of one network
		{0, "192.0.2.1:1", 429},
		{time.Hour, "192.0.2.1:1", 200}, {0, "192.0.2.1:1", 200}, {0, "192.0.2.1:1", 200}, {0, "192.0.2.1:1", 429},
		{0, "nonsense", 200},
	} {
		now = now.Add(tc.after)
		got, wait := ask(tc.address, "/")
		if got != tc.want || (got == 429) != (wait == "1") {
			t.Errorf("request %d, of %s: %d, Retry-After %q; want %d", i, tc.address, got, wait, tc.want)
		}
	}
	if n := len(g.rates.clients); n != 2 || g.rates.recent.Len() != 2 {
		t.Errorf("%d clients are remembered, want 2", n)
	}
	for range 10 {
		if code, _ := ask("192.0.2.1:1", "/healthz"); code != 200 {
			t.Errorf("/healthz: %d", code)
		}
	}
}

// Costly requests have a rate of their own, others are not counted with them.
func TestCostly(t *testing.T) {
	now := time.Unix(1000, 0)
	g := New(Config{Costly: func(r *http.Request) bool { return r.Method == "POST" }, CostlyRate: 20, Now: func() time.Time { return now }})
	for i, tc := range []struct {
		after   time.Duration
		method  string
		address string
		want    int
		wait    string
	}{
		{0, "POST", "192.0.2.1:1", 200, ""}, {0, "GET", "192.0.2.1:1", 200, ""}, {0, "POST", "192.0.2.1:1", 200, ""},
		{0, "POST", "192.0.2.1:1", 429, "180"}, {0, "GET", "192.0.2.1:1", 200, ""}, {0, "POST", "192.0.2.2:1", 200, ""},
		{time.Minute, "POST", "192.0.2.1:1", 429, "120"}, {2 * time.Minute, "POST", "192.0.2.1:1", 200, ""},
		{0, "POST", "192.0.2.1:1", 429, "180"},
	} {
		now = now.Add(tc.after)
		r := httptest.NewRequest(tc.method, "/", nil)
		r.RemoteAddr = tc.address
		w := serve(g, r)
		if got := w.Header().Get("Retry-After"); w.Code != tc.want || got != tc.wait {
			t.Errorf("request %d: %d, Retry-After %q; want %d, %q", i, w.Code, got, tc.want, tc.wait)
		}
	}
}

func TestProxy(t *testing.T) {
	for _, tc := range []struct {
		proxy   bool
		headers string
		want    string
	}{
		{false, "X-Forwarded-For: 198.51.100.7", "192.0.2.1/32"},
		{true, "X-Forwarded-For: 198.51.100.7", "198.51.100.7/32"},
		{true, "X-Forwarded-For: 203.0.113.9, 198.51.100.7", "198.51.100.7/32"},
		{true, "X-Forwarded-For: 203.0.113.9\nX-Forwarded-For: 198.51.100.7", "198.51.100.7/32"},
		{true, "X-Forwarded-For: 2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
		{true, "X-Other: a", "192.0.2.1/32"},
	} {
		r := request(t, "GET / HTTP/1.1\nHost: a\n"+tc.headers)
		if got := New(Config{Proxy: tc.proxy}).address(r).String(); got != tc.want {
			t.Errorf("%q: %s, want %s", tc.headers, got, tc.want)
		}
	}
}

// A client has so many requests at the same time, and not one more.
func TestPerClient(t *testing.T) {
	g := New(Config{PerClient: 2})
	entered, leave := make(chan struct{}), make(chan struct{})
	h := g.Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		entered <- struct{}{}
		<-leave
	}))
	done := make(chan struct{})
	for range 2 {
		go func() {
			h.ServeHTTP(httptest.NewRecorder(), request(t, "GET / HTTP/1.1\nHost: a"))
			done <- struct{}{}
		}()
		<-entered
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, request(t, "GET / HTTP/1.1\nHost: a"))
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
		t.Errorf("the third at once: %d", w.Code)
	}
	mustBeProblem(t, "the third at once", w)
	close(leave)
	<-done
	<-done
	if len(g.running.count) != 0 {
		t.Errorf("remembered after their end: %v", g.running.count)
	}
}

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
	if got := log.String(); !strings.Contains(got, "secret cause") || !strings.Contains(got, "gate_test.go") ||
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

// Connections beyond a limit are closed at once, and there is room again when
// one ends.
func TestConnections(t *testing.T) {
	for name, l := range map[string]*Listener{"of a client": {PerClient: 2}, "in all": {Total: 2}} {
		inner, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		l.Listener = inner
		s := httptest.NewUnstartedServer(echo)
		s.Listener.Close()
		s.Listener = l
		s.Start()
		address := inner.Addr().String()
		talk := func(c net.Conn) bool { // whether the server answers on it
			io.WriteString(c, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
			w, err := http.ReadResponse(bufio.NewReader(c), nil)
			if err == nil {
				w.Body.Close()
			}
			return err == nil
		}
		open := func() net.Conn {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { c.Close() })
			return c
		}
		first, second := open(), open()
		if !talk(first) || !talk(second) {
			t.Errorf("%s: two connections are refused", name)
		}
		if third := open(); talk(third) {
			t.Errorf("%s: a third connection is served", name)
		}
		first.Close()
		for !talk(open()) { // until the server has seen the end of the first
		}
		s.Close()
		if l.total != 0 || len(l.count) != 0 {
			t.Errorf("%s: %d connections, %v, after all have ended", name, l.total, l.count)
		}
	}
}

// Whatever the headers say, the answer is of the handler or a refusal in JSON.
func FuzzHeaders(f *testing.F) {
	f.Add("localhost", "http://localhost", "same-origin", "", "/")
	f.Add("[::1]:80", "null", "cross-site", "10.0.0.1, x", "/a//b")
	f.Add("a:b:c", "https://friend.example", "", "::1%eth0", "/%2e%2e/")
	g := New(Config{Hosts: []string{"localhost"}, Origins: []string{"https://friend.example"}, Rate: 1, Burst: 1, MaxClients: 3, Proxy: true})
	h := g.Wrap(echo)
	f.Fuzz(func(t *testing.T, host, origin, site, forwarded, path string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.Path = path
		r.Host = host
		r.Header.Set("Origin", origin)
		r.Header.Set("Sec-Fetch-Site", site)
		r.Header.Set("X-Forwarded-For", forwarded)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code >= 500 {
			t.Fatalf("status %d", w.Code)
		}
		if w.Code != http.StatusOK {
			mustBeProblem(t, path, w)
		} else if _, err := netip.ParseAddr(hostname(host)); err != nil && !g.hosts[hostname(host)] {
			t.Errorf("host %q passed", host)
		}
		if len(g.rates.clients) > 3 {
			t.Errorf("%d clients are remembered", len(g.rates.clients))
		}
	})
}

func BenchmarkGate(b *testing.B) {
	h := New(Config{Rate: 1e9, Burst: 1 << 30, Metrics: NewMetrics(prometheus.NewRegistry())}).Wrap(echo)
	r := httptest.NewRequest("GET", "/", bytes.NewReader(nil))
	b.ReportAllocs()
	for b.Loop() {
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
}
