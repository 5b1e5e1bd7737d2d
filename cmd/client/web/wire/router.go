package wire

import (
	"errors"
	"log/slog"
	"strings"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/http"
)

// Answer handles a request. Its value is written as JSON with status 200, or 201
// when it is Created, unless it is nil: then the answer has been written. The error, which must
// come before anything is written, is told to the client.
type Answer func(w http.ResponseWriter, r *http.Request) (any, error)

// Route is a method on a path, as http.ServeMux writes paths. GET stands for
// HEAD, too.
type Route struct {
	Method, Path string
	Answer       Answer
}

// API is routes with the form of the errors at all paths that begin with a
// prefix.
type API struct {
	// Prefix, such as /blokus, stands before the paths of all routes; with "" the
	// API is at the root.
	Prefix string
	Form   Form // Coded by default
	Routes []Route
	// Slash lets every path end with a slash or not, as it likes.
	Slash bool
}

// Router finds the handler of a request and writes errors.
type Router struct {
	mux  *http.ServeMux
	apis []API
	log  *slog.Logger // of errors that nobody expected
	zips zips
}

// NewRouter makes a router of the routes of several APIs.
func NewRouter(log *slog.Logger, apis ...API) *Router {
	router := &Router{mux: http.NewServeMux(), apis: apis, log: log}
	for _, api := range apis {
		for _, route := range api.Routes {
			for _, pattern := range api.patterns(route) {
				router.mux.Handle(pattern, router.handler(route.Answer))
			}
		}
	}
	return router
}

// patterns are those of a route for http.ServeMux.
func (a API) patterns(r Route) []string {
	path := a.Prefix + r.Path
	if !a.Slash {
		return []string{r.Method + " " + path}
	}
	path = strings.TrimSuffix(path, "/")
	patterns := []string{r.Method + " " + path + "/{$}"}
	if path != "" {
		patterns = append(patterns, r.Method+" "+path)
	}
	return patterns
}

func (m *Router) handler(answer Answer) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		value, err := answer(w, r)
		if err == nil && value != nil {
			err = m.zips.writeJSON(w, r, value)
		}
		if err != nil {
			m.refuse(w, r, err)
		}
	})
}

// ServeHTTP answers a request.
func (m *Router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	unfound, pattern := m.mux.Handler(r)
	if pattern != "" {
		m.mux.ServeHTTP(w, r)
		return
	}
	verdict := verdict{header: w.Header()}
	unfound.ServeHTTP(&verdict, r)
	if verdict.status == http.StatusMethodNotAllowed {
		m.refuse(w, r, host.Refuse(NotAllowed, "this path takes %s", w.Header().Get("Allow")))
		return
	}
	m.refuse(w, r, host.Refuse(host.NotFound, "there is no such path"))
}

// verdict is what http.ServeMux says of a request that is none of its routes':
// that the path is not found, or with the header Allow that the method is not
// allowed. Its text is dropped.
type verdict struct {
	header http.Header
	status int
}

func (v *verdict) Header() http.Header            { return v.header }
func (v *verdict) WriteHeader(status int)         { v.status = status }
func (v *verdict) Write(text []byte) (int, error) { return len(text), nil }

// refuse answers with an error. One that nobody expected is logged.
func (m *Router) refuse(w http.ResponseWriter, r *http.Request, err error) {
	var refusal *host.Error
	if !errors.As(err, &refusal) && r.Context().Err() == nil { // else nobody waits for the answer
		m.log.Error("unexpected error", "id", w.Header().Get("X-Request-Id"), "route", r.Pattern, "error", err)
	}
	WriteError(w, r, m.Form, Explain(err))
}

// Form is the form of an error at the path of a request.
func (m *Router) Form(r *http.Request, e *host.Error) any {
	form, length := Coded, -1
	for _, api := range m.apis {
		rest, ok := strings.CutPrefix(r.URL.Path, api.Prefix)
		if ok && (rest == "" || rest[0] == '/') && len(api.Prefix) > length && api.Form != nil {
			form, length = api.Form, len(api.Prefix)
		}
	}
	return form(r, e)
}
