package gate

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"quadrille/cmd/client/web/limits"
	"quadrille/cmd/client/web/store"
)

func TestRates(t *testing.T) {
	now := time.Unix(1000, 0)
	g := New(Config{Rate: 2, Burst: 3, MaxClients: 2, Now: func() time.Time { return now },
		Free: func(r *http.Request) bool { return r.URL.Path == "/healthz" }})
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
	if n := g.rates.Len(); n != 2 {
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
	if n, clients := g.running.Taken(); n != 0 || clients != 0 {
		t.Errorf("remembered after their end: %d of %d clients", n, clients)
	}
}

// Connections beyond a limit are closed at once, and there is room again when
// one ends.
func TestConnections(t *testing.T) {
	for name, l := range map[string]*Listener{"of a client": Limit(nil, 2, 0), "in all": Limit(nil, 0, 2)} {
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
		if n, clients := l.places.Taken(); n != 0 || clients != 0 {
			t.Errorf("%s: %d connections of %d clients after all have ended", name, n, clients)
		}
	}
}

// away is what has the numbers of all processes and is not there.
type away struct{}

func (away) Spend(context.Context, string, limits.Rate, int, time.Duration) (time.Duration, error) {
	return 0, store.ErrAway
}

func (away) Hold(context.Context, string, int, int) (int, error) { return 0, store.ErrAway }

// While what clients do at all processes is not known a request that changes something
// is refused, with the reason; others go by what is known here.
func TestSharedIsAway(t *testing.T) {
	post := func(r *http.Request) bool { return r.Method == "POST" }
	for name, c := range map[string]Config{
		"rate": {Rate: 1e-3, Burst: 2}, "costly": {Costly: post, CostlyRate: 20}, "running": {PerClient: 2},
	} {
		c.Shared = away{}
		g := New(c)
		w := serve(g, request(t, "POST / HTTP/1.1\nHost: a"))
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), store.ErrAway.Error()) {
			t.Errorf("%s: POST: %d %s", name, w.Code, w.Body)
		}
		mustBeProblem(t, name, w)
		if w := serve(g, request(t, "GET / HTTP/1.1\nHost: a")); w.Code != http.StatusOK {
			t.Errorf("%s: GET: %d %s", name, w.Code, w.Body)
		}
		if n, _ := g.running.Taken(); n != 0 {
			t.Errorf("%s: %d requests are still running", name, n)
		}
		if w := serve(g, request(t, "GET / HTTP/1.1\nHost: a")); name == "rate" && w.Code != http.StatusTooManyRequests {
			t.Errorf("%s: GET beyond the rate: %d %s", name, w.Code, w.Body)
		}
	}
}
