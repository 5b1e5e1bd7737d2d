package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quadrille/cmd/client/web"
	"quadrille/cmd/client/web/webtest"
)

// Refusals have one form in our own API and the documents' form in theirs,
// also those that the gate gives before any of them is asked.
func TestFormOfRefusals(t *testing.T) {
	s := webtest.Start(t, func(c *web.Config) { c.Gate.MaxBody, c.Gate.MaxFile = 10, 10 })
	tests := []struct {
		method, path, body, origin string
		status                     int
		want                       string
	}{
		{"POST", "/games", `{"piecesPerPlayer": 8}`, "", 413, `{"error":"the body is larger than 10 bytes"}`},
		{"GET", "/games/abc", "", "http://evil.example", 403, `{"error":"pages of http://evil.example may`},
		{"GET", "/othello/boards/nokey", "", "", 404, `{"error":"there is no such key"}`},
		{"POST", "/blokus/pass/", "0123456789a", "", 413, `{"error":"the body is larger than 10 bytes"}`},
		{"POST", "/api/v1/games", "0123456789a", "", 413, `{"error":{"code":"too-large",`},
		{"GET", "/gamesome", "", "", 404, `{"error":{"code":"not-found",`},
	}
	for _, test := range tests {
		r, err := http.NewRequest(test.method, s.URL()+test.path, strings.NewReader(test.body))
		if err != nil {
			t.Fatal(err)
		}
		if test.origin != "" {
			r.Header.Set("Origin", test.origin)
		}
		resp, err := s.Client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != test.status || !strings.HasPrefix(string(body), test.want) || resp.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %s: %d %s, want %d %s", test.method, test.path, resp.StatusCode, body, test.status, test.want)
		}
	}
}

// Programs that ask again and again without a pause are held up at the root of
// a document's API, where they would take a refusal for an answer, and refused
// elsewhere.
func TestImpatientProgram(t *testing.T) {
	listen := freeAddress(t)
	s := webtest.Start(t, func(c *web.Config) { c.OthelloListen, c.Gate.Rate, c.Gate.Burst = listen, 2, 1 })
	for range 3 {
		if status := get(t, s, "http://"+listen+"/move_needed/key0"); status != 200 {
			t.Errorf("status %d at the root of the document's API", status)
		}
	}
	refused := false
	for range 50 {
		refused = refused || get(t, s, s.URL()+"/othello/move_needed/key0") == 429
	}
	if !refused {
		t.Error("nothing is refused at the first address")
	}
}

func get(t *testing.T, s *webtest.Server, url string) int {
	resp, err := s.Client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

// freeAddress is an address that nothing listens at.
func freeAddress(t *testing.T) string {
	s := httptest.NewServer(nil)
	defer s.Close()
	return s.Listener.Addr().String()
}
