package webtest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// Checker holds requests and answers of /api/v1 against its OpenAPI document.
type Checker struct {
	doc    *openapi3.T
	router routers.Router
}

// NewChecker reads the document.
func NewChecker(t testing.TB, document []byte) *Checker {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(document)
	if err != nil {
		t.Fatal(err)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return &Checker{doc, router}
}

// Check holds an answer against the document, and when the request succeeded,
// the request too. Paths that the document does not have must not be found.
func (c *Checker) Check(t testing.TB, r *http.Request, body []byte, w *http.Response, text []byte) {
	t.Helper()
	if w.StatusCode >= 500 && w.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("%s %s: status %d", r.Method, r.URL, w.StatusCode)
	}
	if w.StatusCode >= 400 {
		c.Schema(t, "Error", text)
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

// Schema holds a JSON text against a schema of the document.
func (c *Checker) Schema(t testing.TB, name string, text []byte) {
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

// Document is the document.
func (c *Checker) Document() *openapi3.T { return c.doc }
