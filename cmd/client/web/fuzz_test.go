package web_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"quadrille/cmd/client/web"
	"quadrille/cmd/client/web/webtest"
)

// speak sends bytes to a server and says that there are no more. It returns the
// answers, which end when the server closes the connection.
func speak(t *testing.T, address string, text []byte) (answers []*http.Response) {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	go func() { // the server may answer and close before it has read everything
		c.Write(text)
		c.(*net.TCPConn).CloseWrite()
	}()
	r := bufio.NewReader(c)
	for {
		w, err := http.ReadResponse(r, nil)
		if err != nil {
			return answers
		}
		body, _ := io.ReadAll(w.Body)
		w.Body.Close()
		w.Body = io.NopCloser(bytes.NewReader(body))
		answers = append(answers, w)
	}
}

// mustBeWell checks the answer to any request whatever.
func mustBeWell(t *testing.T, w *http.Response) {
	t.Helper()
	body, _ := io.ReadAll(w.Body)
	switch {
	case w.StatusCode < 400:
		return
	case w.StatusCode >= 500 && w.StatusCode != http.StatusServiceUnavailable && w.StatusCode != http.StatusNotImplemented &&
		w.StatusCode != http.StatusHTTPVersionNotSupported:
		t.Errorf("status %d: %s", w.StatusCode, body)
	case w.Header.Get("X-Request-Id") == "": // of net/http, which no handler saw
		return
	}
	if len(body) > 0 && (!json.Valid(body) || w.Header.Get("Content-Type") != "application/json") {
		t.Errorf("status %d %v: %s is not JSON", w.StatusCode, w.Header, body)
	}
	if bytes.Contains(body, []byte("goroutine ")) || bytes.Contains(body, []byte(".go:")) {
		t.Errorf("a trace: %s", body)
	}
}

// wire writes a request as it goes over the wire.
func wire(text string) []byte { return []byte(strings.ReplaceAll(text, "\n", "\r\n")) }

var noRequests = []struct {
	text string
	want int
}{
	{"GET / HTTP/1.1\n\n", 400},
	{"GET / HTTP/1.1\nHost: a b\n\n", 400},
	{"GET / HTTP/1.1\nHost: a\nHost: b\n\n", 400},
	{"GET /%zz HTTP/1.1\nHost: localhost\n\n", 400},
	{"GET nothing HTTP/1.1\nHost: localhost\n\n", 400},
	{"GET / HTTP/9.9\nHost: localhost\n\n", 505},
	{"nonsense\n\n", 400},
	{"\x16\x03\x01\x00\xa5\x01", 400},
	{"GET / HTTP/1.1\nHost: localhost\nNo header\n\n", 400},
	{"GET / HTTP/1.1\nHost: localhost\nX: " + strings.Repeat("x", 50_000) + "\n\n", 431},
	{"POST / HTTP/1.1\nHost: localhost\nContent-Length: -1\n\n", 400},
	{"POST / HTTP/1.1\nHost: localhost\nContent-Length: 1\nContent-Length: 2\n\n", 400},
	{"POST /api/v1/games HTTP/1.1\nHost: localhost\nTransfer-Encoding: gzip\n\n", 501},
	{"POST /api/v1/games HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\nzz\n", 400},
	{"POST /api/v1/games HTTP/1.1\nHost: localhost\nContent-Length: 10\n\nabc", 400},
	{"CONNECT localhost:80 HTTP/1.1\nHost: localhost\n\n", 405},
	{"OPTIONS * HTTP/1.1\nHost: localhost\n\n", 200},
	{"GET http://evil.example/ HTTP/1.1\nHost: localhost\n\n", 403},
	{"GET / HTTP/1.0\n\n", 403},
	{"GET /healthz HTTP/1.0\nHost: localhost\n\n", 200},
}

// What is no HTTP request is told so.
func TestNoRequests(t *testing.T) {
	s := webtest.Start(t)
	for _, tc := range noRequests {
		answers := speak(t, strings.TrimPrefix(s.URL(), "http://"), wire(tc.text))
		if len(answers) == 0 || answers[0].StatusCode != tc.want {
			t.Errorf("%.80q: %v, want %d", tc.text, answers, tc.want)
			continue
		}
		mustBeWell(t, answers[0])
	}
}

// Whatever bytes come over the wire, no answer is a failure of the server, and
// every refusal of an HTTP request is JSON. The games are real ones, played by engine processes.
func FuzzWire(f *testing.F) {
	s := webtest.Start(f, func(c *web.Config) {
		c.Games.MaxThink, c.Games.MaxGames, c.Gate.BodyTime, c.Games.Engines = 10*time.Millisecond, 500, time.Second, 1
		c.Square4.MoveTime = 10 * time.Millisecond
	})
	c := &client{Server: s, t: f, url: s.URL()}
	path := c.create(`{"game":"square4","seats":[{"kind":"person"},{"kind":"person"}]}`).path
	for _, tc := range noRequests {
		f.Add(wire(tc.text))
	}
	for _, text := range []string{
		"POST /api/v1/games HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 18\n\n{\"game\":\"square4\"}",
		"POST " + path + "/act HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 23\n\n{\"action\":\"place 0 2\"}  ",
		"POST " + path + "/undo HTTP/1.1\nHost: localhost\n\n",
		"POST " + path + "/move HTTP/1.1\nHost: localhost\n\n",
		"POST " + path + "/try HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 20\n\n{\"action\":\"slide 3\"}",
		"PUT " + path + "/seats HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 19\n\n[{\"kind\":\"person\"}]",
		"GET " + path + "/events HTTP/1.1\nHost: localhost\n\n",
		"GET " + path + "/analysis?depth=1 HTTP/1.1\nHost: localhost\n\n",
		"POST /api/v1/positions HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 47\n\n{\"game\":\"teeko\",\"turns\":[\"b2\"],\"action\":\"pass\"}",
		"GET /api/v1/analysis?game=othello&turns=d3&depth=1 HTTP/1.1\nHost: localhost\n\n",
		"GET " + path + "?at=0 HTTP/1.1\nHost: localhost\n\nGET " + path + "/record HTTP/1.1\nHost: localhost\n\n",
		"POST /games HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 22\n\n{\"piecesPerPlayer\": 8}",
		"POST /games/x/move HTTP/1.1\nHost: localhost\nContent-Length: 2\n\n{}",
		"POST /othello/move/key0/3/2 HTTP/1.1\nHost: localhost\n\n",
		"POST /othello/set_name/key1/%2F%00%ff HTTP/1.1\nHost: localhost\n\n",
		"PUT /blokus/move/0/0/F/90 HTTP/1.1\nHost: localhost\n\n",
		"POST /blokus/board/ HTTP/1.1\nHost: localhost\n\n",
		"GET /static/index.html HTTP/1.1\nHost: localhost\nRange: bytes=0-1\n\n",
		"GET / HTTP/1.1\nHost: localhost\nExpect: 100-continue\nContent-Length: 4\n\nabcd",
	} {
		f.Add(wire(text))
	}
	address := strings.TrimPrefix(s.URL(), "http://")
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, w := range speak(t, address, text) {
			mustBeWell(t, w)
		}
	})
}
