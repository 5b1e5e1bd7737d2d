package api_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"quadrille/cmd/client/web/api"
	"quadrille/cmd/client/web/gate"
	"quadrille/cmd/client/web/webtest"
	"quadrille/cmd/client/web/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// served is the API over a fake, behind a gate, with a client that holds every
// answer against the document.
type served struct {
	t       testing.TB
	url     string
	client  *http.Client
	games   *fakeGames
	checker *webtest.Checker
}

// start serves the API of a server.
func start(t testing.TB, change ...func(*api.Config)) *served {
	t.Helper()
	return serve(t, api.New, change...)
}

// serve serves an API.
func serve(t testing.TB, routes func(api.Config) wire.API, change ...func(*api.Config)) *served {
	t.Helper()
	games := newFake()
	c := api.Config{Games: games, Competitions: fakeCompetitions{games}, Heartbeat: time.Hour}
	for _, f := range change {
		f(&c)
	}
	s := httptest.NewServer(gate.New(gate.Config{MaxBody: 4096}).Wrap(webtest.Route(routes(c))))
	t.Cleanup(s.Close)
	return &served{t, s.URL, s.Client(), games, webtest.NewChecker(t, document(t))}
}

// document is the OpenAPI document as the API serves it.
func document(t testing.TB) []byte {
	w := httptest.NewRecorder()
	webtest.Route(api.New(api.Config{})).ServeHTTP(w, httptest.NewRequest("GET", api.Prefix+"openapi.json", nil))
	return w.Body.Bytes()
}

// ask makes a request and returns the status and the body, which the document
// has promised. The body of the request counts as JSON.
func (s *served) ask(method, path, body string, headers ...string) (int, string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer w.Body.Close()
	text, err := io.ReadAll(w.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	s.checker.Check(s.t, r, []byte(body), w, text)
	return w.StatusCode, string(text)
}
