package gate

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
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
	local := Config{Hosts: []string{"localhost", "Games.example"}, Origins: []string{"https://Friend.example:443/", "capacitor://friend", "http://friend.example:3000"}}
	files := Config{Origins: []string{"null"}}
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
		{local, "POST / HTTP/1.1\nHost: localhost\nOrigin: capacitor://friend", 200},
		{local, "POST / HTTP/1.1\nHost: localhost\nOrigin: http://friend.example:3000", 200},
		{local, "POST / HTTP/1.1\nHost: localhost\nOrigin: http://friend.example:3001", 403},
		{files, "POST / HTTP/1.1\nHost: localhost\nOrigin: null", 200},
		{files, "POST / HTTP/1.1\nHost: localhost\nOrigin: http://evil.example", 403},
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
		if want := w.Code < 400 && (strings.Contains(tc.text, "friend") || strings.Contains(tc.text, "evil") || strings.Contains(tc.text, "null")); allowed != want {
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
		"Access-Control-Allow-Headers":     "Authorization, *",
		"Access-Control-Allow-Credentials": "",
		"Vary":                             "Origin",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	w = serve(g, request(t, "OPTIONS /x HTTP/1.1\nHost: a\nOrigin: https://friend.example\nAccess-Control-Request-Method: POST\nAccess-Control-Request-Private-Network: true"))
	if w.Header().Get("Access-Control-Allow-Private-Network") != "true" {
		t.Errorf("from the public network: %v", w.Header())
	}
}

// Who looks for the reason finds in the log and in the answer what would let the
// page in.
func TestRefusedOriginIsTold(t *testing.T) {
	var log bytes.Buffer
	g := New(Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
	w := serve(g, request(t, "GET / HTTP/1.1\nHost: a\nOrigin: http://localhost:3000"))
	for where, text := range map[string]string{"answer": w.Body.String(), "log": log.String()} {
		if !strings.Contains(text, "--allow-origin http://localhost:3000") {
			t.Errorf("the %s does not tell: %s", where, text)
		}
	}
}

func TestCheckOrigin(t *testing.T) {
	for text, ok := range map[string]bool{
		"*": true, "null": true, "https://example.org": true, "https://example.org/": true, "http://localhost:3000": true,
		"http://[::1]:3000": true, "capacitor://localhost": true, "chrome-extension://abcdefgh": true,
		"": false, "localhost:3000": false, "example.org": false, "https://example.org/path": false, "https://*.example.org": false,
		"http://localhost:*": false, "https://u@example.org": false, "https://": false, "file://": false, "https://example.org/?x": false,
	} {
		if err := CheckOrigin(text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Every answer, also a refusal, has the headers of a careful site.
func TestHeaders(t *testing.T) {
	for _, text := range []string{"GET / HTTP/1.1\nHost: a", "GET / HTTP/1.1\nHost: a\nOrigin: null"} {
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
		if g.rates.Len() > 3 {
			t.Errorf("%d clients are remembered", g.rates.Len())
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
