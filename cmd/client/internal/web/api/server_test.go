package api

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"go.uber.org/goleak"

	"quadrille/cmd/client/internal/web/gate"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// served is the API over a fake, behind a gate, with a client that holds every
// answer against the document.
type served struct {
	t       testing.TB
	url     string
	client  *http.Client
	games   *fakeGames
	checker *checker
}

func start(t testing.TB, change ...func(*Config)) *served {
	t.Helper()
	games := newFake()
	c := Config{Games: games, Heartbeat: time.Hour}
	for _, f := range change {
		f(&c)
	}
	s := httptest.NewServer(gate.New(gate.Config{MaxBody: 4096}).Wrap(New(c)))
	t.Cleanup(s.Close)
	return &served{t, s.URL, s.Client(), games, newChecker(t)}
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
	s.checker.check(s.t, r, []byte(body), w, text)
	return w.StatusCode, string(text)
}

// checker holds requests and answers against the document.
type checker struct {
	doc    *openapi3.T
	router routers.Router
}

func newChecker(t testing.TB) *checker {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(document)
	if err != nil {
		t.Fatal(err)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return &checker{doc, router}
}

// check holds an answer against the document, and when the request succeeded,
// the request too. Paths that the document does not have must not be found.
func (c *checker) check(t testing.TB, r *http.Request, body []byte, w *http.Response, text []byte) {
	t.Helper()
	if w.StatusCode >= 500 && w.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("%s %s: status %d", r.Method, r.URL, w.StatusCode)
	}
	if w.StatusCode >= 400 {
		c.schema(t, "Error", text)
	}
	if r.Method == http.MethodHead || w.StatusCode == http.StatusMethodNotAllowed {
		return
	}
	route, params, err := c.router.FindRoute(r)
	if err != nil {
		if w.StatusCode < 400 {
			t.Errorf("%s %s: %d, and the document has no such path", r.Method, r.URL, w.StatusCode)
		}
		return
	}
	again := r.Clone(t.Context())
	again.Body = io.NopCloser(bytes.NewReader(body))
	in := &openapi3filter.RequestValidationInput{Request: again, PathParams: params, Route: route, Options: &openapi3filter.Options{
		AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true}}
	if w.StatusCode < 400 {
		if err := openapi3filter.ValidateRequest(t.Context(), in); err != nil {
			t.Errorf("%s %s %s succeeded, and the document forbids it: %v", r.Method, r.URL, body, err)
		}
	}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: w.StatusCode, Header: w.Header, Options: in.Options}
	out.SetBodyBytes(text)
	if strings.HasPrefix(w.Header.Get("Content-Type"), "text/event-stream") {
		out.Options = &openapi3filter.Options{ExcludeResponseBody: true, IncludeResponseStatus: true}
	}
	if err := openapi3filter.ValidateResponse(t.Context(), out); err != nil {
		t.Errorf("%s %s: %d %s is not as the document says: %v", r.Method, r.URL, w.StatusCode, text, err)
	}
}

// schema holds a JSON text against a schema of the document.
func (c *checker) schema(t testing.TB, name string, text []byte) {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Errorf("%s is not JSON: %v", text, err)
		return
	}
	if err := c.doc.Components.Schemas[name].Value.VisitJSON(value); err != nil {
		t.Errorf("%s is no %s of the document: %v", text, name, err)
	}
}
