package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"

	"quadrille/cmd/client/web/problem"
)

// documentPaths are where the documents' APIs are on the first address.
var documentPaths = []string{"/games", "/othello", "/blokus"}

// isDocument says whether a path belongs to a document's API.
func isDocument(path string) bool {
	for _, p := range documentPaths {
		if path == p || strings.HasPrefix(path, p+"/") {
			return true
		}
	}
	return false
}

// flat gives the refusals of the gate the form that the documents' APIs have,
// {"error": text}, for the requests that are of one.
func flat(next http.Handler, of func(path string) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !of(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		f := &flatWriter{ResponseWriter: w}
		next.ServeHTTP(f, r)
		f.end()
	})
}

// flatWriter keeps the body of a refusal until its end.
type flatWriter struct {
	http.ResponseWriter
	refusing bool
	body     bytes.Buffer
}

func (w *flatWriter) WriteHeader(status int) {
	w.refusing = status >= 400
	w.ResponseWriter.WriteHeader(status)
}

func (w *flatWriter) Write(b []byte) (int, error) {
	if w.refusing {
		return w.body.Write(b)
	}
	return w.ResponseWriter.Write(b)
}

// end writes a refusal: one of the gate's in the other form, any other as it
// is.
func (w *flatWriter) end() {
	if !w.refusing {
		return
	}
	var refusal problem.Body
	body := w.body.Bytes()
	if json.Unmarshal(body, &refusal) == nil && refusal.Error.Code != "" {
		body, _ = json.Marshal(map[string]string{"error": refusal.Error.Text}) // of strings: cannot fail
	}
	w.ResponseWriter.Write(body)
}

// Unwrap is for http.ResponseController.
func (w *flatWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
