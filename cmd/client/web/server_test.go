package web_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"quadrille/cmd/client/web"
	"quadrille/cmd/client/web/webtest"
)

// client makes requests of a server and holds answers of /api/v1 against its
// document.
type client struct {
	*webtest.Server
	t     testing.TB
	check *webtest.Checker
	url   string // of the address that is asked
}

func start(t testing.TB, change ...func(*web.Config)) *client {
	t.Helper()
	s := webtest.Start(t, change...)
	c := &client{Server: s, t: t, url: s.URL()}
	_, _, document := c.ask("GET", "/api/v1/openapi.json", "")
	c.check = webtest.NewChecker(t, []byte(document))
	return c
}

// ask makes a request; headers are names and values.
func (c *client) ask(method, path, body string, headers ...string) (status int, h http.Header, answer string) {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.url+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
			continue
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	w, err := c.Client.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer w.Body.Close()
	text, err := io.ReadAll(w.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	if c.check != nil && c.url == c.URL() && strings.HasPrefix(path, "/api/v1/") {
		c.check.Check(c.t, r, []byte(body), w, text)
	}
	return w.StatusCode, w.Header, string(text)
}

// stream opens a stream of events.
func (c *client) stream(path string) *bufio.Scanner {
	c.t.Helper()
	ctx, cancel := context.WithCancel(c.t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", c.url+path, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	w, err := c.Client.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { cancel(); w.Body.Close() })
	if w.StatusCode != http.StatusOK {
		c.t.Fatalf("%s: status %d", path, w.StatusCode)
	}
	lines := bufio.NewScanner(w.Body)
	lines.Buffer(nil, 4<<20)
	return lines
}

// event reads the next event of a stream.
func event(lines *bufio.Scanner) (name, data string, ok bool) {
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), ": ")
		switch {
		case key == "event":
			name = value
		case key == "data":
			data = value
		case lines.Text() == "" && name != "":
			return name, data, true
		}
	}
	return "", "", false
}

// Every wrong request gets an error in JSON with the right status, wherever it
// goes. None is a failure of the server.
func TestRefusals(t *testing.T) {
	c := start(t, func(c *web.Config) {
		c.Gate.MaxBody, c.Gate.MaxFile = 10_000, 50_000
		c.OthelloListen, c.BlokusListen = "127.0.0.1:0", "127.0.0.1:0"
	})
	big := strings.Repeat("x", 10_001)
	huge := strings.Repeat(big, 10)
	for _, tc := range []struct {
		site               int
		method, path, body string
		headers            []string
		want               int
	}{
		{0, "GET", "/nothing", "", nil, 404},
		{0, "GET", "/api", "", nil, 404},
		{0, "GET", "/api/v1", "", nil, 404},
		{0, "GET", "/api/v2/games", "", nil, 404},
		{0, "GET", "/g", "", nil, 404},
		{0, "GET", "/g/", "", nil, 404},
		{0, "GET", "/g/NO", "", nil, 404},
		{0, "GET", "/g/a/b", "", nil, 404},
		{0, "GET", "/static/", "", nil, 404},
		{0, "GET", "/static/nothing.js", "", nil, 404},
		{0, "GET", "/static/../page.go", "", nil, 404},
		{0, "GET", "/static/..%2f..%2fpage.go", "", nil, 404},
		{0, "GET", "//nothing", "", nil, 404},
		{0, "GET", "/favicon.ico", "", nil, 404},
		{0, "POST", "/", "{}", nil, 405},
		{0, "DELETE", "/g/abc", "", nil, 405},
		{0, "PUT", "/static/app.js", "", nil, 405},
		{0, "POST", "/healthz", "", nil, 405},
		{0, "GET", "/metrics", "", nil, 404},
		{0, "GET", "/", "", []string{"Origin", "http://evil.example"}, 403},
		{0, "GET", "/healthz", "", []string{"Host", "rebound.example"}, 403},
		{0, "POST", "/api/v1/games", `{"game":"square4"}`, []string{"Origin", "http://evil.example"}, 403},
		{0, "OPTIONS", "/api/v1/games", "", []string{"Origin", "http://evil.example", "Access-Control-Request-Method", "POST"}, 403},
		{0, "POST", "/games", "", []string{"Origin", "null"}, 403},
		{0, "POST", "/api/v1/games", huge, nil, 413},
		{0, "POST", "/api/v1/records", huge, nil, 413},
		{0, "POST", "/api/v1/records", `{"record":"` + big + `"}`, nil, 400},
		{0, "POST", "/api/v1/positions", big, nil, 413},
		{0, "POST", "/games", big, nil, 413},
		{0, "POST", "/othello/move/key0/1/1", big, nil, 413},
		{0, "POST", "/api/v1/games", `{"game":"chess"}`, nil, 400},
		{0, "POST", "/api/v1/games", `{"game":"square4; quit"}`, nil, 400},
		{0, "POST", "/api/v1/games", `{}`, nil, 400},
		{0, "POST", "/api/v1/games", `{"game":"square4","rules":{"pieces":"99"}}`, nil, 400},
		{0, "POST", "/api/v1/games", `{"game":"square4","rules":{"nothing":"1"}}`, nil, 400},
		{0, "POST", "/api/v1/games", `{"game":"square4","rules":{"pieces=8 slideback":"true"}}`, nil, 400},
		{0, "POST", "/api/v1/games", `{"game":"square4","fen":"nonsense"}`, nil, 400},
		{0, "POST", "/api/v1/games", `{"game":"square4","seats":[{"kind":"ghost"}]}`, nil, 400},
		{0, "POST", "/api/v1/games", `{"game":"square4","seats":[{"kind":"engine","level":11}]}`, nil, 400},
		{0, "POST", "/api/v1/games", `{"record":"nonsense"}`, nil, 400},
		{0, "GET", "/api/v1/games/aaaaaaaaaaaa", "", nil, 404},
		{0, "GET", "/games/nothing", "", nil, 404},
		{0, "DELETE", "/games", "", nil, 405},
		{0, "POST", "/games/x/nothing", "{}", nil, 404},
		{0, "GET", "/othello/boards/nobody", "", nil, 404},
		{0, "GET", "/othello/nothing", "", nil, 404},
		{0, "GET", "/blokus/nothing", "", nil, 404},
		{0, "PUT", "/blokus/move/a/b/c/d", "", nil, 400},
		{1, "GET", "/boards/nobody", "", nil, 404},
		{1, "GET", "/api/v1/catalogue", "", nil, 404},
		{1, "GET", "/boards/key0", "", []string{"Host", "rebound.example"}, 403},
		{2, "GET", "/players/black", "", nil, 404},
		{2, "GET", "/board", "", []string{"Origin", "http://evil.example"}, 403},
	} {
		c.url = c.Places()[tc.site].URL
		status, h, body := c.ask(tc.method, tc.path, tc.body, tc.headers...)
		if status != tc.want || h.Get("Content-Type") != "application/json" || !strings.HasPrefix(body, `{`) {
			t.Errorf("%s %s %.60s: %d %s %.200s, want %d", tc.method, tc.path, tc.body, status, h.Get("Content-Type"), body, tc.want)
		}
		if h.Get("Content-Security-Policy") == "" || h.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s %s: headers %v", tc.method, tc.path, h)
		}
	}
}

// What is refused about a game that is there. The game stays as it is.
func TestGameRefusals(t *testing.T) {
	c := start(t)
	g := c.create(`{"game":"square4"}`)
	guarded := c.create(`{"game":"square4","tokens":true}`)
	lost := c.create(`{"game":"square4"}`)
	lost.must("POST", "/resign", `{"seat":"p1"}`)
	for _, tc := range []struct {
		game               *game
		method, path, body string
		want               int
		code               string
	}{
		{g, "POST", "/act", `{"action":"slide 3"}`, 409, "illegal-move"},
		{g, "POST", "/act", `{"action":"place 0 9"}`, 400, ""},
		{g, "POST", "/act", `{"action":"quit"}`, 400, "bad-argument"},
		{g, "POST", "/act", `{"action":"go infinite"}`, 400, "bad-argument"},
		{g, "POST", "/act", `{"action":"place 0 2; quit"}`, 400, "bad-argument"},
		{g, "POST", "/act", `{"action":"setoption name Level value 1"}`, 400, "bad-argument"},
		{g, "POST", "/act", `{"action":"undo"}`, 400, "bad-argument"},
		{g, "POST", "/act", `{"action":"é"}`, 400, "bad-argument"},
		{g, "POST", "/act", `{"move":"0.0s2"}`, 409, "illegal-move"},
		{g, "POST", "/act", `{"move":"0.0s1 8.0s4"}`, 400, "bad-argument"},
		{g, "POST", "/act", `{"move":"none"}`, 409, "illegal-move"},
		{g, "POST", "/act", `{"move":"0.0s1","version":77}`, 409, "conflict"},
		{g, "POST", "/try", `{"action":"stop"}`, 200, "illegal-move"},
		{g, "POST", "/undo", `{"turns":1}`, 400, "bad-argument"},
		{g, "POST", "/undo", `{"to":5}`, 400, ""},
		{g, "POST", "/resign", `{"seat":"p3"}`, 400, "bad-argument"},
		{g, "PUT", "/seats", `[{"kind":"person"},{"kind":"person"},{"kind":"person"}]`, 400, "bad-argument"},
		{g, "PUT", "/seats", `[{"kind":"engine","level":-1}]`, 400, ""},
		{g, "GET", "/list/nothing", ``, 400, ""},
		{g, "GET", "?at=7", ``, 400, ""},
		{guarded, "POST", "/act", `{"move":"0.0s1"}`, 403, "forbidden"},
		{guarded, "POST", "/restart", ``, 403, "forbidden"},
		{guarded, "POST", "/resign", `{"seat":"p1"}`, 403, "forbidden"},
		{guarded, "POST", "/move", ``, 403, "forbidden"},
		{guarded, "PUT", "/seats", `[{"kind":"person"}]`, 403, "forbidden"},
		{lost, "POST", "/act", `{"move":"0.0s1"}`, 409, "game-over"},
		{lost, "POST", "/resign", `{"seat":"p1"}`, 409, "game-over"},
		{lost, "POST", "/move", ``, 409, "game-over"},
	} {
		before := tc.game.state()
		status, _, body := c.ask(tc.method, tc.game.path+tc.path, tc.body)
		if status != tc.want || !strings.Contains(body, tc.code) {
			t.Errorf("%s %s %s: %d %s, want %d %s", tc.method, tc.path, tc.body, status, body, tc.want, tc.code)
		}
		if after := tc.game.state(); after.Version != before.Version {
			t.Errorf("%s %s %s changed the game", tc.method, tc.path, tc.body)
		}
	}
}

// A number that is whole is an integer, however it is written, in every body and
// query.
func TestWholeNumbers(t *testing.T) {
	c := start(t)
	g := c.create(`{"game":"othello","seats":[{"kind":"person"},{"kind":"person"}]}`)
	g.must("POST", "/act", `{"move":"d3","version":1.0}`)
	g.must("POST", "/move", `{"level":1e0,"nodes":1e2,"depth":2.0}`)
	g.must("POST", "/hint", `{"movetime":1.0e1}`)
	g.must("POST", "/undo", `{"turns":1.0}`)
	g.must("PUT", "/seats", `[{"kind":"engine","level":1.0},{"kind":"person"}]`)
	g.must("GET", "?at=0", "")
	for _, body := range []string{`{"turns":1.5}`, `{"turns":1e400}`, `{"turns":"1.0"}`} {
		if status, _, text := c.ask("POST", g.path+"/undo", body); status != 400 {
			t.Errorf("%s: %d %s", body, status, text)
		}
	}
	if s := g.state(); len(s.Turns) != 1 {
		t.Errorf("turns %v", s.Turns)
	}
}
