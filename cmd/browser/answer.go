package main

import (
	"log/slog"
	"runtime/debug"

	"quadrille/cmd/client/web/http"
)

// reader is who asked, to whom an answer goes in pieces.
type reader interface {
	begin(status int, header http.Header)
	part(text []byte) // not kept
	end()
}

// answer is the http.ResponseWriter of a request whose answer goes to a reader. It
// passes on what is written at once.
type answer struct {
	to     reader
	header http.Header
	begun  bool
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if !a.begun {
		a.begun = true
		a.to.begin(status, a.header)
	}
}

func (a *answer) Write(text []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	a.to.part(text)
	return len(text), nil
}

// Flush has nothing to do.
func (a *answer) Flush() {}

// respond has a handler answer a request to a reader, whatever becomes of it: a
// panic of one answer ends no other, and is told to the log.
func respond(h http.Handler, r *http.Request, to reader, log *slog.Logger) {
	a := &answer{to: to, header: http.Header{}}
	defer to.end()
	defer func() {
		status := http.StatusOK
		if p := recover(); p != nil {
			status = http.StatusInternalServerError
			log.Error("panic", "method", r.Method, "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
		}
		a.WriteHeader(status)
	}()
	h.ServeHTTP(a, r)
}
