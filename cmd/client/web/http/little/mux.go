package little

import (
	"maps"
	"net/url"
	"slices"
	"strings"
)

// ServeMux finds the handler of a request by its method and its path.
type ServeMux struct{ routes []route }

// route is a pattern with its handler.
type route struct {
	pattern, method string
	path            []string // {name} stands for anything
	handler         Handler
}

// NewServeMux is a mux without patterns.
func NewServeMux() *ServeMux { return &ServeMux{} }

// Handle adds a pattern: a method, a blank, and a path whose segments may be {name},
// which is anything that is not empty. GET stands for HEAD, too. No path may match
// two patterns of a method.
func (m *ServeMux) Handle(pattern string, h Handler) {
	method, path, _ := strings.Cut(pattern, " ")
	m.routes = append(m.routes, route{pattern, method, strings.Split(path, "/"), h})
}

// Handler is the handler of a request and its pattern. Without one the pattern is
// empty, and the handler answers 404, or 405 with the methods that the path takes.
func (m *ServeMux) Handler(r *Request) (Handler, string) {
	path := strings.Split(r.URL.EscapedPath(), "/")
	allowed := map[string]bool{}
	for _, route := range m.routes {
		if _, ok := route.match(path); !ok {
			continue
		}
		if r.Method == route.method || r.Method == "HEAD" && route.method == "GET" {
			return route.handler, route.pattern
		}
		allowed[route.method] = true
		if route.method == "GET" {
			allowed["HEAD"] = true
		}
	}
	return refusal(slices.Sorted(maps.Keys(allowed))), ""
}

// refusal answers a request that no handler is for.
func refusal(allowed []string) Handler {
	return HandlerFunc(func(w ResponseWriter, _ *Request) {
		if len(allowed) == 0 {
			w.WriteHeader(404)
			return
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		w.WriteHeader(405)
	})
}

// ServeHTTP has the handler of a request answer it.
func (m *ServeMux) ServeHTTP(w ResponseWriter, r *Request) {
	h, pattern := m.Handler(r)
	for _, route := range m.routes {
		if route.pattern == pattern {
			r.Pattern = pattern
			r.values, _ = route.match(strings.Split(r.URL.EscapedPath(), "/"))
		}
	}
	h.ServeHTTP(w, r)
}

// match says whether the segments of a path are as the route has them, and what
// stands for its names.
func (r route) match(path []string) (map[string]string, bool) {
	if len(path) != len(r.path) {
		return nil, false
	}
	values := map[string]string{}
	for i, segment := range path {
		text, err := url.PathUnescape(segment)
		name, isName := strings.CutPrefix(r.path[i], "{")
		switch {
		case err != nil || text == "" && isName || !isName && text != r.path[i]:
			return nil, false
		case isName:
			values[strings.TrimSuffix(name, "}")] = text
		}
	}
	return values, true
}
