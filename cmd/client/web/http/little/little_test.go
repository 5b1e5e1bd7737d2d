package little

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	ours "quadrille/cmd/client/web/http"
)

// patterns are of every kind that the API has.
var patterns = []string{
	"GET /api/games", "POST /api/games", "GET /api/games/{id}", "POST /api/games/{id}/act", "PUT /api/games/{id}/seats",
	"GET /api/games/{id}/list/{name}", "DELETE /api/games",
}

// heard is what came of a request: its status, who answered and what with, and
// which methods are allowed.
func heard(status int, who, allow string) string { return fmt.Sprintf("%d %s %s", status, who, allow) }

// answerLittle asks our mux.
func answerLittle(t *testing.T, method, address string) string {
	mux := NewServeMux()
	who := ""
	for _, p := range patterns {
		mux.Handle(p, HandlerFunc(func(w ResponseWriter, r *Request) {
			who = fmt.Sprintf("%s %s %q %q", p, r.Pattern, r.PathValue("id"), r.PathValue("name"))
			w.WriteHeader(StatusTeapot)
		}))
	}
	r, err := NewRequestWithContext(t.Context(), method, address, nil)
	if err != nil {
		return "no address"
	}
	w := &writer{header: Header{}}
	mux.ServeHTTP(w, r)
	return heard(w.status, who, w.header.Get("allow"))
}

// StatusTeapot is one that neither mux answers by itself.
const StatusTeapot = http.StatusTeapot

type writer struct {
	header Header
	status int
}

func (w *writer) Header() Header                 { return w.header }
func (w *writer) WriteHeader(status int)         { w.status = status }
func (w *writer) Write(text []byte) (int, error) { return len(text), nil }

// answerHTTP asks that of net/http.
func answerHTTP(t *testing.T, method, address string) string {
	mux := http.NewServeMux()
	who := ""
	for _, p := range patterns {
		mux.HandleFunc(p, func(w http.ResponseWriter, r *http.Request) {
			who = fmt.Sprintf("%s %s %q %q", p, r.Pattern, r.PathValue("id"), r.PathValue("name"))
			w.WriteHeader(StatusTeapot)
		})
	}
	r, err := http.NewRequestWithContext(t.Context(), method, address, nil)
	if err != nil {
		return "no address"
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	return heard(w.Code, who, w.Header().Get("Allow"))
}

// Requests go where net/http has them go.
func TestServeMux(t *testing.T) {
	for _, at := range []string{
		"/api/games", "/api/games?from=3", "/api/games/", "/api/games/abc", "/api/games/a%20b", "/api/games/a%2Fb", "/api/games/abc/act", "/api/games/abc/act/",
		"/api/games/abc/seats", "/api/games/abc/list/x", "/api/games/abc/list/", "/api/games/abc/list/x/y", "/api", "/", "/api/game", "/api/games/abc/%61ct", "/api/games/%C3%A9", "/api/games/%",
	} {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"} {
			if got, want := answerLittle(t, method, at), answerHTTP(t, method, at); got != want {
				t.Errorf("%s %s: %s, and net/http has %s", method, at, got, want)
			}
		}
	}
}

// Headers are found however their names are written.
func TestHeader(t *testing.T) {
	ours, theirs := Header{}, http.Header{}
	for _, h := range []struct {
		Add, Set func(name, value string)
		Del      func(name string)
	}{{ours.Add, ours.Set, ours.Del}, {theirs.Add, theirs.Set, theirs.Del}} {
		h.Add("accept", "a")
		h.Add("ACCEPT", "b")
		h.Set("x-request-id", "1")
		h.Set("X-Request-Id", "2")
		h.Add("content-length", "3")
		h.Del("Content-Length")
	}
	for _, name := range []string{"Accept", "aCCept", "X-REQUEST-ID", "Content-Length", "-", ""} {
		if ours.Get(name) != theirs.Get(name) || !slices.Equal(ours.Values(name), theirs.Values(name)) {
			t.Errorf("%q: %q, and net/http has %q", name, ours.Values(name), theirs.Values(name))
		}
	}
	if got, want := fmt.Sprint(ours), strings.TrimSpace(fmt.Sprint(theirs)); got != want {
		t.Errorf("%s, and net/http has %s", got, want)
	}
}

// The numbers are those of net/http.
func TestStatuses(t *testing.T) {
	for got, want := range map[int]int{
		ours.StatusOK: http.StatusOK, ours.StatusCreated: http.StatusCreated, ours.StatusBadRequest: http.StatusBadRequest,
		ours.StatusForbidden: http.StatusForbidden, ours.StatusNotFound: http.StatusNotFound, ours.StatusMethodNotAllowed: http.StatusMethodNotAllowed,
		ours.StatusRequestTimeout: http.StatusRequestTimeout, ours.StatusConflict: http.StatusConflict,
		ours.StatusRequestEntityTooLarge: http.StatusRequestEntityTooLarge, ours.StatusUnsupportedMediaType: http.StatusUnsupportedMediaType,
		ours.StatusTooManyRequests: http.StatusTooManyRequests, ours.StatusInternalServerError: http.StatusInternalServerError,
		ours.StatusServiceUnavailable: http.StatusServiceUnavailable,
	} {
		if got != want {
			t.Errorf("%d, want %d", got, want)
		}
	}
}
