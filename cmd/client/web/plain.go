package web

import (
	"net/http"
	"strings"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/problem"
)

// plain makes JSON of the errors that a handler writes as plain text, as
// net/http's own functions do.
func plain(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(&plainWriter{ResponseWriter: w}, r)
	})
}

// plainWriter replaces the body of an error in plain text.
type plainWriter struct {
	http.ResponseWriter
	replaced bool
}

func (w *plainWriter) WriteHeader(status int) {
	if status < 400 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	w.replaced = true
	code, text := string(host.BadRequest), "the request is wrong"
	switch status {
	case http.StatusNotFound:
		code, text = string(host.NotFound), "there is no such path"
	case http.StatusMethodNotAllowed:
		code, text = problem.NotAllowed, "this path takes "+w.Header().Get("Allow")
	}
	problem.Write(w.ResponseWriter, status, code, text)
}

func (w *plainWriter) Write(b []byte) (int, error) {
	if w.replaced {
		return len(b), nil
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap is for http.ResponseController.
func (w *plainWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
