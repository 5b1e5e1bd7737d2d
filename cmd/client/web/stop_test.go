package web_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quadrille/cmd/client/web"
	"quadrille/cmd/client/web/store/sqlite"
	"quadrille/cmd/internal/enginecmd"
	"quadrille/protocol/driver"
	"quadrille/protocol/driver/drivertest"
)

// When the server stops, streams and their searches end at once, the port is
// free and no engine is left. That no goroutine is, TestMain sees.
func TestStopEndsStreams(t *testing.T) {
	c := start(t, func(c *web.Config) { c.Grace = time.Hour })
	g := c.create(`{"game":"square4"}`)
	events, analysis := c.stream(g.path+"/events"), c.stream(g.path+"/analysis?movetime=600000")
	event(events)
	event(analysis)
	address := strings.TrimPrefix(c.URL(), "http://")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	for events.Scan() || analysis.Scan() {
	}
	if n := c.Host().Stats().Engines; n != 0 {
		t.Errorf("%d engines are left", n)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatalf("the port is not free: %v", err)
	}
	l.Close()
	if err := c.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
}

// think asks for a move and waits until the engine thinks about it. The answer
// is in the channel when it comes.
func (g *game) think(body string) <-chan int {
	g.t.Helper()
	status := make(chan int, 1)
	go func() {
		n := 0
		defer func() { status <- n }() // also when ask ends the test
		n, _, _ = g.ask("POST", g.path+"/move", body)
	}()
	for g.state().Thinking == "" {
		time.Sleep(time.Millisecond)
	}
	return status
}

// heldUntil opens engines that hear of no search before the channel is closed.
func heldUntil(free <-chan struct{}) func(context.Context) (*driver.Engine, error) {
	return func(ctx context.Context) (*driver.Engine, error) {
		return driver.Attach(ctx, drivertest.Inside("engine", func(args []string, in io.Reader, out, errs io.Writer) int {
			from, to := io.Pipe()
			go func() {
				defer to.Close()
				for lines := bufio.NewScanner(in); lines.Scan(); {
					if strings.HasPrefix(lines.Text(), "go ") {
						<-free
					}
					if _, err := fmt.Fprintln(to, lines.Text()); err != nil {
						return
					}
				}
			}()
			defer from.Close()
			return enginecmd.Main(args, from, out, errs)
		}), driver.Config{})
	}
}

// A request that is being answered when the server stops is answered.
func TestStopLetsRequestsEnd(t *testing.T) {
	free := make(chan struct{})
	c := start(t, func(c *web.Config) { c.Grace, c.Games.Open = time.Hour, heldUntil(free) })
	status := c.create(`{"game":"square4"}`).think(`{"nodes":1000}`)
	closed := make(chan error, 1)
	go func() { closed <- c.Close() }()
	address := strings.TrimPrefix(c.URL(), "http://")
	for conn, err := net.Dial("tcp", address); err == nil; conn, err = net.Dial("tcp", address) {
		conn.Close() // until it has begun to stop
	}
	close(free)
	if err := <-closed; err != nil {
		t.Fatal(err)
	}
	if got := <-status; got != 200 {
		t.Errorf("status %d", got)
	}
}

// One that takes too long is cut off: its search stops, and the client is told
// so or gets what was found.
func TestStopCutsRequestsOff(t *testing.T) {
	c := start(t, func(c *web.Config) { c.Grace = time.Millisecond })
	status := c.create(`{"game":"square4"}`).think(`{"movetime":600000}`)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if got := <-status; got != 200 && got != 503 {
		t.Errorf("status %d", got)
	}
}

// A connection on which nothing was asked, such as a browser opens for later,
// holds nothing up.
func TestStopClosesUnused(t *testing.T) {
	c := start(t, func(c *web.Config) { c.Grace = time.Millisecond })
	conn, err := net.Dial("tcp", strings.TrimPrefix(c.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	c.ask("GET", "/healthz", "") // accepted after it
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Read(make([]byte, 1)); err == nil {
		t.Error("it was answered")
	}
}

// A server that cannot start leaves nothing behind.
func TestStartFails(t *testing.T) {
	c := start(t)
	taken := strings.TrimPrefix(c.URL(), "http://")
	dir := t.TempDir()
	for name, config := range map[string]web.Config{
		"taken":          {Listen: taken, Data: dir},
		"second taken":   {Listen: "127.0.0.1:0", BlokusListen: taken, Data: dir},
		"no address":     {Listen: "nonsense", Data: dir},
		"a file as data": {Listen: "127.0.0.1:0", Data: "server_test.go"},
		"no engine":      {Listen: "127.0.0.1:0", Data: dir},
	} {
		if s, err := web.Start(t.Context(), config); err == nil {
			t.Errorf("%s: started", name)
			s.Close()
		}
	}
}

// Who has closed his half of the connection after the question, as nc does with
// a pipe, is told how it is.
func TestHealthOfHalfClosed(t *testing.T) {
	s := start(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Health(httptest.NewRequestWithContext(ctx, "GET", "/healthz", nil)); err != nil {
		t.Error(err)
	}
}

// What the counts and the health say.
func TestHealthAndMetrics(t *testing.T) {
	c := start(t, func(c *web.Config) { c.Metrics = "127.0.0.1:0" })
	if status, _, body := c.ask("GET", "/healthz", ""); status != 200 || body != "{\"status\":\"ok\"}\n" {
		t.Errorf("healthz: %d %s", status, body)
	}
	g := c.create(`{"game":"teeko"}`)
	g.must("GET", "", "")
	c.ask("GET", "/api/v1/games/none", "")
	c.ask("GET", "/", "", "Origin", "null")
	if status, _, _ := c.ask("GET", "/metrics", ""); status != 404 {
		t.Errorf("metrics at the address of the page: %d", status)
	}
	id := g.state().ID
	c.url = c.Places()[1].URL
	for path, want := range map[string]int{"/healthz": 200, "/": 404, "/api/v1/catalogue": 404, "/games": 404} {
		if status, _, _ := c.ask("GET", path, ""); status != want {
			t.Errorf("%s at the address of the metrics: %d, want %d", path, status, want)
		}
	}
	_, h, body := c.ask("GET", "/metrics", "")
	if !strings.HasPrefix(h.Get("Content-Type"), "text/plain") {
		t.Errorf("metrics: %v", h)
	}
	for _, want := range []string{
		`quadrille_http_requests_total{method="POST",route="/api/v1/games",status="201"} 1`,
		`quadrille_http_requests_total{method="GET",route="/api/v1/games/{id}",status="200"} 2`,
		`quadrille_http_requests_total{method="GET",route="/api/v1/games/{id}",status="404"} 1`,
		`quadrille_http_refused_total{reason="origin"} 1`,
		`quadrille_games_stored 1`,
		`quadrille_writable 1`,
		`quadrille_games_in_memory 1`,
		`quadrille_http_requests_running 1`,
		`go_goroutines `,
	} {
		if !strings.Contains(body, "\n"+want) {
			t.Errorf("metrics lack %s", want)
		}
	}
	if strings.Contains(body, id) {
		t.Error("metrics tell a game's id")
	}
}

// While changes cannot be written the health and every change say so, in each
// API, and nothing changes; then all goes on as before.
func TestUnwritable(t *testing.T) {
	var data string
	c := start(t, func(c *web.Config) { data = c.Data })
	g := c.create(`{"game":"teeko"}`)
	path := filepath.Join(data, sqlite.FileName)
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ method, path, body string }{
		{"POST", g.path + "/act", `{"move":"a1"}`},
		{"POST", "/api/v1/games", `{"game":"teeko"}`},
		{"POST", "/games", ""},
		{"POST", "/blokus/board/", ""},
		{"POST", "/othello/set_name/key0/Ann", ""},
		{"GET", "/healthz", ""},
	} {
		status, h, body := c.ask(tc.method, tc.path, tc.body)
		if status != 503 || h.Get("Retry-After") == "" || !strings.Contains(body, "removed") || strings.Contains(body, data) {
			t.Errorf("%s %s: %d %v %s", tc.method, tc.path, status, h, body)
		}
	}
	if s := g.state(); s.Version != 1 || len(s.Turns) != 0 {
		t.Errorf("what was refused has changed the game: %+v", s)
	}
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	g.must("POST", "/act", `{"move":"a1"}`)
	if status, _, body := c.ask("GET", "/healthz", ""); status != 200 {
		t.Errorf("health after it: %d %s", status, body)
	}
}

// Limits that the server is started with hold, a client's share of the games
// among them.
func TestLimits(t *testing.T) {
	c := start(t, func(c *web.Config) { c.Games.MaxGames = 8; c.Gate.Rate = 1e-9; c.Gate.Burst = 4 })
	for i, want := range []int{201, 201, 503, 429} { // the document was the first request
		status, h, body := c.ask("POST", "/api/v1/games", `{"game":"othello"}`)
		if status != want || (status >= 429) != (h.Get("Retry-After") != "") {
			t.Errorf("game %d: %d %v %s, want %d", i+1, status, h, body, want)
		}
	}
	for path, want := range map[string]int{"/healthz": 200, "/": 200, "/static/nothing": 404, "/api/v1/catalogue": 429} {
		if status, _, _ := c.ask("GET", path, ""); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
	if stats := c.Host().Stats(); stats.Stored != 2 {
		t.Errorf("%+v", stats)
	}
}

// A share is that of a client as the proxy names it, of IPv6 that of a network.
// What fills the server for one leaves room for others.
func TestShares(t *testing.T) {
	c := start(t, func(c *web.Config) { c.Games.MaxGames = 8; c.Gate.Proxy = true })
	for i, tc := range []struct {
		client string
		want   int
	}{
		{"192.0.2.1", 201}, {"192.0.2.1", 201}, {"192.0.2.1", 503}, {"192.0.2.2", 201},
		{"2001:db8::1", 201}, {"2001:db8::2", 201}, {"2001:db8::3", 503}, {"2001:db8:0:1::1", 201},
		{"198.51.100.9, 192.0.2.1", 503}, // the last is whom the proxy saw
	} {
		status, _, body := c.ask("POST", "/api/v1/games", `{"game":"othello"}`, "X-Forwarded-For", tc.client)
		if status != tc.want || status == 503 && !strings.Contains(body, "the share of one client") {
			t.Errorf("game %d, of %s: %d %s, want %d", i+1, tc.client, status, body, tc.want)
		}
	}
}

// New games have a rate of their own, whichever API is asked for them.
func TestNewGames(t *testing.T) {
	c := start(t, func(c *web.Config) { c.Gate.CostlyRate = 30; c.BlokusListen = "127.0.0.1:0" })
	for i, tc := range []struct {
		site       int
		path, body string
		want       int
	}{
		{0, "/api/v1/games", `{"game":"teeko"}`, 201}, {0, "/games", "", 200}, {0, "/blokus/board/", "", 200},
		{0, "/api/v1/games", `{"game":"teeko"}`, 429}, {0, "/games", "", 429}, {0, "/blokus/board", "", 429},
		{1, "/board/", "", 200}, {1, "/board", "", 200}, {1, "/board", "", 200}, {1, "/board", "", 429},
	} {
		c.url = c.Places()[tc.site].URL
		if status, _, body := c.ask("POST", tc.path, tc.body); status != tc.want {
			t.Errorf("game %d: %d %s, want %d", i+1, status, body, tc.want)
		}
	}
	if status, _, _ := c.ask("GET", "/board", ""); status != 200 {
		t.Errorf("what makes no game: %d", status)
	}
}
