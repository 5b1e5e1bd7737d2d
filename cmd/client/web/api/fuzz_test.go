package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quadrille/cmd/client/web/api"
	"quadrille/cmd/client/web/gate"
	"quadrille/cmd/client/web/webtest"
)

// Whatever a request is, the answer has a status below 500 or is one that the
// fake host never gives, and an error is JSON with a code and a text.
func FuzzRequest(f *testing.F) {
	for _, s := range []struct{ method, path, query, kind, auth, body string }{
		{"GET", "catalogue", "", "", "", ""},
		{"POST", "games", "", "application/json", "", `{"game":"fake"}`},
		{"POST", "games/game/act", "", "application/json", "Bearer x", `{"action":"place 1"}`},
		{"POST", "games/game/undo", "", "application/json", "", `{"to":1}`},
		{"POST", "games/game/move", "", "application/json;charset=x", "", `{"level":1}`},
		{"PUT", "games/game/seats", "", "application/json", "Basic", `[]`},
		{"GET", "games/game", "at=1", "", "", ""},
		{"GET", "games/game/analysis", "movetime=5&exact=true", "", "", ""},
		{"GET", "games/game/review", "movetime=5&level=3", "", "", ""},
		{"POST", "positions", "", "application/json", "", `{"game":"fake","rules":{"size":"4"},"turns":["a"],"pending":["place 1"],"move":"b"}`},
		{"GET", "analysis", "game=fake&rules=size=4&fen=8&turns=a+b&pending=place+1%3B+slide+2&depth=3", "", "", ""},
		{"HEAD", "games/game/events", "", "", "", ""},
		{"GET", "games/../x", "%", "", "", ""},
	} {
		f.Add(s.method, s.path, s.query, s.kind, s.auth, s.body)
	}
	h := gate.New(gate.Config{MaxBody: 4096}).Wrap(webtest.Route(api.New(api.Config{Games: newFake(), Competitions: fakeCompetitions{newFake()}})))
	f.Fuzz(func(t *testing.T, method, path, query, kind, auth, body string) {
		if strings.HasSuffix(path, "/events") && method == http.MethodGet {
			method = http.MethodHead // the stream would not end
		}
		r := httptest.NewRequest("GET", "/", strings.NewReader(body))
		r.Method = method
		r.URL.Path = api.Prefix + path
		r.URL.RawQuery = query
		r.Header.Set("Content-Type", kind)
		r.Header.Set("Authorization", auth)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code >= 500 {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		if w.Code < 400 {
			return
		}
		var e struct{ Error struct{ Code, Text string } }
		if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil || e.Error.Code == "" || e.Error.Text == "" {
			t.Errorf("%d %s is no error in JSON: %v", w.Code, w.Body, err)
		}
	})
}
