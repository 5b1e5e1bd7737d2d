package route

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quadrille/cmd/client/web/host"
)

// echo answers with the named parts of the path.
func echo(names ...string) Answer {
	return func(r *http.Request) (any, error) {
		values := []string{}
		for _, name := range names {
			values = append(values, r.PathValue(name))
		}
		return values, nil
	}
}

func table(prefix string) *Table {
	return &Table{Prefix: prefix, Routes: []Route{
		{Path: "/board", Methods: map[string]Answer{"GET": echo(), "POST": echo()}},
		{Path: "/move/{x}/{y}", Methods: map[string]Answer{"PUT": echo("x", "y")}},
		{Path: "/", Methods: map[string]Answer{"GET": func(*http.Request) (any, error) { return Page{"text/plain", []byte("hello")}, nil }}},
		{Path: "/read", Methods: map[string]Answer{"POST": func(r *http.Request) (any, error) {
			var body struct {
				N *int `json:"n"`
			}
			err := Read(r, &body)
			return body.N, err
		}}},
		{Path: "/fail/{how}", Methods: map[string]Answer{"GET": fail}},
	}}
}

func fail(r *http.Request) (any, error) {
	switch how := r.PathValue("how"); how {
	case "teapot":
		return nil, Refuse(http.StatusTeapot, "short and stout")
	case "secret":
		return nil, errors.New("a secret")
	default:
		return nil, host.Refuse(host.Kind(how), "the host's words")
	}
}

func TestAnswers(t *testing.T) {
	tests := []struct {
		prefix, method, path, body string
		status                     int
		want                       string // the body, without the end of its line
	}{
		{"", "GET", "/board", "", 200, `[]`},
		{"", "GET", "/board/", "", 200, `[]`},
		{"", "HEAD", "/board/", "", 200, `[]`},
		{"", "POST", "/board/", "", 200, `[]`},
		{"", "PUT", "/move/3/5", "", 200, `["3","5"]`},
		{"", "PUT", "/move/a%20b/%2F", "", 200, `["a b","/"]`},
		{"", "GET", "/", "", 200, `hello`},
		{"/blokus", "GET", "/blokus", "", 200, `hello`},
		{"/blokus", "PUT", "/blokus/move/1/2", "", 200, `["1","2"]`},
		{"/blokus", "PUT", "/blokusmove/1/2", "", 404, `{"error":"there is nothing at \"/blokusmove/1/2\""}`},
		{"/blokus", "PUT", "/move/1/2", "", 404, `{"error":"there is nothing at \"/move/1/2\""}`},
		{"", "PUT", "/move/3", "", 404, `{"error":"there is nothing at \"/move/3\""}`},
		{"", "PUT", "/move//5", "", 404, `{"error":"there is nothing at \"/move//5\""}`},
		{"", "PUT", "/move/3/5/7", "", 404, `{"error":"there is nothing at \"/move/3/5/7\""}`},
		{"", "GET", "//board", "", 404, `{"error":"there is nothing at \"//board\""}`},
		{"", "PUT", "/move/%ff/5", "", 404, `{"error":"there is nothing at \"/move/?/5\""}`},
		{"", "GET", "/move/3/5", "", 405, `{"error":"this path takes PUT, not GET"}`},
		{"", "PATCH", "/board", "", 405, `{"error":"this path takes GET or POST, not PATCH"}`},
		{"", "POST", "/read", `{"n":7,"m":[1]}`, 200, `7`},
		{"", "POST", "/read", ` `, 200, `null`},
		{"", "POST", "/read", `{"n":"7"}`, 400, `{"error":"the body is not what is expected here: n may not be string"}`},
		{"", "POST", "/read", `[]`, 400, `{"error":"the body is not what is expected here: the whole may not be array"}`},
		{"", "POST", "/read", `{"n":7`, 400, `{"error":"the body is not what is expected here: no JSON: unexpected end of JSON input"}`},
		{"", "POST", "/read", "\xff", 400, `{"error":"the body is not UTF-8"}`},
		{"", "POST", "/read", strings.Repeat(" ", MaxBody+1), 413, `{"error":"the body is longer than 65536 bytes"}`},
		{"", "GET", "/fail/teapot", "", 418, `{"error":"short and stout"}`},
		{"", "GET", "/fail/secret", "", 503, `{"error":"the server could not do that; nothing has changed, try again"}`},
		{"", "GET", "/fail/not-found", "", 404, `{"error":"the host's words"}`},
		{"", "GET", "/fail/forbidden", "", 403, `{"error":"the host's words"}`},
		{"", "GET", "/fail/illegal-move", "", 409, `{"error":"the host's words"}`},
		{"", "GET", "/fail/game-over", "", 409, `{"error":"the host's words"}`},
		{"", "GET", "/fail/conflict", "", 409, `{"error":"the host's words"}`},
		{"", "GET", "/fail/busy", "", 503, `{"error":"the host's words"}`},
		{"", "GET", "/fail/bad-option", "", 400, `{"error":"the host's words"}`},
	}
	for _, test := range tests {
		t.Run(test.method+test.path, func(t *testing.T) {
			w := httptest.NewRecorder()
			table(test.prefix).ServeHTTP(w, httptest.NewRequest(test.method, test.path, strings.NewReader(test.body)))
			if got := strings.TrimSuffix(w.Body.String(), "\n"); w.Code != test.status || got != test.want {
				t.Errorf("%d %s, want %d %s", w.Code, got, test.status, test.want)
			}
			if kind := w.Header().Get("Content-Type"); kind != "application/json" && test.want != "hello" {
				t.Errorf("content type %q", kind)
			}
			if allow := w.Header().Get("Allow"); (allow != "") != (w.Code == 405) {
				t.Errorf("Allow: %q", allow)
			}
		})
	}
}

// FuzzPath tries any method, path and body: the answer is JSON, has a status
// that fits and never panics.
func FuzzPath(f *testing.F) {
	for _, path := range []string{"/board", "/move/3/5", "/move/%2f/%ff", "/", "//", "/fail/x", "/read"} {
		f.Add("GET", path, "")
		f.Add("POST", path, `{"n":1}`)
	}
	f.Fuzz(func(t *testing.T, method, path, body string) {
		r, err := http.NewRequest(method, "http://127.0.0.1"+path, strings.NewReader(body))
		if err != nil || r.URL.Host != "127.0.0.1" {
			return
		}
		w := httptest.NewRecorder()
		table("").ServeHTTP(w, r)
		if w.Code == 500 || w.Code < 200 {
			t.Errorf("%q %q: status %d", method, path, w.Code)
		}
		if w.Header().Get("Content-Type") == "application/json" && !json.Valid(w.Body.Bytes()) {
			t.Errorf("%q %q: %q is no JSON", method, path, w.Body)
		}
	})
}
