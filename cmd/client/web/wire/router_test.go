//go:build !js

package wire

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quadrille/cmd/client/web/host"
)

// parts answers with the named parts of the path.
func parts(names ...string) Answer {
	return func(_ http.ResponseWriter, r *http.Request) (any, error) {
		values := []string{}
		for _, name := range names {
			values = append(values, r.PathValue(name))
		}
		return values, nil
	}
}

// router has an API with a form of its own below the prefix, and one of ours
// beside it.
func router(prefix string) *Router {
	document := API{Prefix: prefix, Form: Flat, Slash: true, Routes: []Route{
		{"GET", "/board", parts()},
		{"POST", "/board", parts()},
		{"PUT", "/move/{x}/{y}", parts("x", "y")},
		{"GET", "/", func(w http.ResponseWriter, _ *http.Request) (any, error) {
			io.WriteString(w, "hello")
			return nil, nil
		}},
		{"GET", "/fail/{how}", fail},
		{"GET", "/bad", func(http.ResponseWriter, *http.Request) (any, error) { return func() {}, nil }},
	}}
	own := API{Routes: []Route{{"GET", "/api/{id}", parts("id")}}}
	return NewRouter(slog.New(slog.DiscardHandler), document, own)
}

func fail(_ http.ResponseWriter, r *http.Request) (any, error) {
	if how := r.PathValue("how"); how != "secret" {
		return nil, host.Refuse(host.Kind(how), "the host's words")
	}
	return nil, errors.New("a secret")
}

func TestRouter(t *testing.T) {
	const nothing = `{"error":"there is no such path"}`
	tests := []struct {
		prefix, method, path string
		status               int
		want                 string // the body, without the end of its line
	}{
		{"", "GET", "/board", 200, `[]`},
		{"", "GET", "/board/", 200, `[]`},
		{"", "HEAD", "/board/", 200, `[]`},
		{"", "POST", "/board/", 200, `[]`},
		{"", "PUT", "/move/3/5", 200, `["3","5"]`},
		{"", "PUT", "/move/a%20b/%2Fx", 200, `["a b","/x"]`},
		{"", "PUT", "/move/%2e%2e/%2F%2F", 200, `["..","//"]`},
		{"", "GET", "/", 200, `hello`},
		{"/blokus", "GET", "/blokus", 200, `hello`},
		{"/blokus", "GET", "/blokus/", 200, `hello`},
		{"/blokus", "PUT", "/blokus/move/1/2", 200, `["1","2"]`},
		{"/blokus", "GET", "/api/x", 200, `["x"]`},
		{"/blokus", "GET", "/api/x/", 404, `{"error":{"code":"not-found","text":"there is no such path"}}`},
		{"/blokus", "PUT", "/api/x", 405, `{"error":{"code":"method-not-allowed","text":"this path takes GET, HEAD"}}`},
		{"/blokus", "PUT", "/blokusmove/1/2", 404, `{"error":{"code":"not-found","text":"there is no such path"}}`},
		{"/blokus", "PUT", "/blokus/nothing", 404, nothing},
		{"", "PUT", "/move/3", 404, nothing},
		{"", "PUT", "/move//5", 404, nothing},
		{"", "PUT", "/move/3/5/7", 404, nothing},
		{"", "GET", "//board", 307, `<a href="/board">Temporary Redirect</a>.` + "\n"},
		{"", "GET", "//nothing", 404, nothing},
		{"", "GET", "/move/3/5", 405, `{"error":"this path takes PUT"}`},
		{"", "PATCH", "/board", 405, `{"error":"this path takes GET, HEAD, POST"}`},
		{"", "GET", "/bad", 503, `{"error":"the server cannot do this at present"}`},
		{"", "GET", "/fail/secret", 503, `{"error":"the server cannot do this at present"}`},
		{"", "GET", "/fail/not-found", 404, `{"error":"the host's words"}`},
		{"", "GET", "/fail/forbidden", 403, `{"error":"the host's words"}`},
		{"", "GET", "/fail/illegal-move", 409, `{"error":"the host's words"}`},
		{"", "GET", "/fail/game-over", 409, `{"error":"the host's words"}`},
		{"", "GET", "/fail/conflict", 409, `{"error":"the host's words"}`},
		{"", "GET", "/fail/busy", 503, `{"error":"the host's words"}`},
		{"", "GET", "/fail/bad-option", 400, `{"error":"the host's words"}`},
	}
	for _, test := range tests {
		t.Run(test.method+test.path, func(t *testing.T) {
			w := httptest.NewRecorder()
			router(test.prefix).ServeHTTP(w, httptest.NewRequest(test.method, test.path, nil))
			if got := strings.TrimSuffix(w.Body.String(), "\n"); w.Code != test.status || got != test.want {
				t.Errorf("%d %s, want %d %s", w.Code, got, test.status, test.want)
			}
			if kind := w.Header().Get("Content-Type"); kind != "application/json" && w.Code != 307 && test.want != "hello" {
				t.Errorf("content type %q", kind)
			}
			if allow := w.Header().Get("Allow"); (allow != "") != (w.Code == 405) {
				t.Errorf("Allow: %q", allow)
			}
			if wait := w.Header().Get("Retry-After"); (wait != "") != (w.Code == 503) {
				t.Errorf("Retry-After: %q", wait)
			}
		})
	}
}

// FuzzPath tries any method and path: the answer is JSON, has a status that
// fits and never panics.
func FuzzPath(f *testing.F) {
	for _, path := range []string{"/board", "/move/3/5", "/move/%2f/%ff", "/", "//", "/fail/x", "/api/x"} {
		f.Add("GET", path)
		f.Add("POST", path)
	}
	f.Fuzz(func(t *testing.T, method, path string) {
		r, err := http.NewRequest(method, "http://127.0.0.1"+path, nil)
		if err != nil || r.URL.Host != "127.0.0.1" {
			return
		}
		w := httptest.NewRecorder()
		router("").ServeHTTP(w, r)
		if w.Code == 500 || w.Code < 200 {
			t.Errorf("%q %q: status %d", method, path, w.Code)
		}
		if w.Header().Get("Content-Type") == "application/json" && !json.Valid(w.Body.Bytes()) {
			t.Errorf("%q %q: %q is not JSON", method, path, w.Body)
		}
	})
}

// TestCompressed answers as ever to those who read no gzip, to short answers
// and refusals, and else with the same text compressed.
func TestCompressed(t *testing.T) {
	long := strings.Repeat("Four in a Square ", 500)
	answer := func(value any) Answer {
		return func(http.ResponseWriter, *http.Request) (any, error) { return value, nil }
	}
	m := NewRouter(slog.New(slog.DiscardHandler), API{Routes: []Route{
		{"GET", "/long", answer(long)}, {"GET", "/short", answer("short")}, {"POST", "/made", answer(Created{long})},
	}})
	tests := []struct {
		method, path, coding string
		status               int
		zipped               bool
	}{
		{"GET", "/long", "br, gzip", 200, true},
		{"GET", "/long", "br", 200, false},
		{"GET", "/long", "", 200, false},
		{"GET", "/short", "gzip", 200, false},
		{"POST", "/made", "gzip", 201, true},
		{"POST", "/long", "gzip", 405, false},
	}
	for range 2 { // the second time compressors are used again
		for _, test := range tests {
			r, w := httptest.NewRequest(test.method, test.path, nil), httptest.NewRecorder()
			r.Header.Set("Accept-Encoding", test.coding)
			m.ServeHTTP(w, r)
			var body io.Reader = w.Body
			zipped := w.Header().Get("Content-Encoding") == "gzip"
			if zipped {
				var err error
				if body, err = gzip.NewReader(body); err != nil {
					t.Fatal(err)
				}
			}
			var value any
			err := json.NewDecoder(body).Decode(&value)
			if w.Code != test.status || zipped != test.zipped || err != nil || zipped && value != long {
				t.Errorf("%+v: %d, zipped %v, %.40v, %v", test, w.Code, zipped, value, err)
			}
		}
	}
}
