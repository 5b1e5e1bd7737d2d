// Package route carries the HTTP side of the small JSON interfaces that
// programs speak to: paths with named parts, methods, bodies, and refusals
// that are JSON whatever is wrong.
package route

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxBody is the longest body that is read, in bytes.
const MaxBody = 1 << 16

// Answer handles a request. Its value is written as JSON with status 200, or
// as it is when it is a Page. Named parts of the path are r.PathValue's.
type Answer func(r *http.Request) (any, error)

// Route is a path and what may be done with it. The path is parts joined by
// slashes, a part like {name} standing for any text but none; a slash at the
// end may be there or not.
type Route struct {
	Path    string
	Methods map[string]Answer
}

// Page is an answer that is no JSON.
type Page struct {
	Type string // as in Content-Type
	Body []byte
}

// Table is a handler of routes. All fields but Routes may be left out.
type Table struct {
	// Prefix is a path that stands before all routes, such as /blokus.
	Prefix string
	Routes []Route
	// Refused makes the body of a refusal; without it that is {"error": text}.
	Refused func(r *http.Request, refusal *Refusal) any
	Log     *slog.Logger
}

// ServeHTTP finds the route and writes its answer.
func (t *Table) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	route, ok := t.find(r)
	if !ok {
		t.refuse(w, r, Refuse(http.StatusNotFound, "there is nothing at %q", clip(r.URL.Path)))
		return
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	answer, ok := route.Methods[method]
	if !ok {
		allowed := route.allowed()
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		t.refuse(w, r, Refuse(http.StatusMethodNotAllowed, "this path takes %s, not %s", strings.Join(allowed, " or "), clip(r.Method)))
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, MaxBody)
	value, err := answer(r)
	if err != nil {
		t.refuse(w, r, t.refusalOf(r, err))
		return
	}
	t.write(w, http.StatusOK, value)
}

// find returns the route of the request and sets the named parts.
func (t *Table) find(r *http.Request) (Route, bool) {
	parts, ok := split(r.URL.EscapedPath(), t.Prefix)
	if !ok {
		return Route{}, false
	}
	for _, route := range t.Routes {
		if values, ok := match(route.Path, parts); ok {
			for name, value := range values {
				r.SetPathValue(name, value)
			}
			return route, true
		}
	}
	return Route{}, false
}

// split takes the prefix off an escaped path and returns the parts of the
// rest, unescaped. A slash at the end makes no part.
func split(path, prefix string) (parts []string, ok bool) {
	rest, ok := strings.CutPrefix(path, prefix)
	if !ok || rest != "" && rest[0] != '/' {
		return nil, false
	}
	rest = strings.TrimSuffix(strings.TrimPrefix(rest, "/"), "/")
	if rest == "" {
		return nil, true
	}
	for _, part := range strings.Split(rest, "/") {
		text, err := url.PathUnescape(part)
		if err != nil || text == "" || !utf8.ValidString(text) {
			return nil, false
		}
		parts = append(parts, text)
	}
	return parts, true
}

// match compares the parts of a path with a pattern.
func match(pattern string, parts []string) (values map[string]string, ok bool) {
	want, _ := split(pattern, "")
	if len(want) != len(parts) {
		return nil, false
	}
	values = map[string]string{}
	for i, part := range want {
		if name, named := strings.CutPrefix(part, "{"); named {
			values[strings.TrimSuffix(name, "}")] = parts[i]
		} else if part != parts[i] {
			return nil, false
		}
	}
	return values, true
}

func (r Route) allowed() []string {
	var methods []string
	for method := range r.Methods {
		methods = append(methods, method)
	}
	slices.Sort(methods)
	return methods
}

func (t *Table) refuse(w http.ResponseWriter, r *http.Request, refusal *Refusal) {
	var body any = map[string]string{"error": refusal.Text}
	if t.Refused != nil {
		body = t.Refused(r, refusal)
	}
	if refusal.Status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	t.write(w, refusal.Status, body)
}

func (t *Table) write(w http.ResponseWriter, status int, value any) {
	page, ok := value.(Page)
	if !ok {
		body, err := json.Marshal(value)
		if err != nil {
			t.logger().Error("answer cannot be written as JSON", "err", err)
			status, body = http.StatusServiceUnavailable, []byte(`{"error":"the answer cannot be written"}`)
		}
		page = Page{Type: "application/json", Body: append(body, '\n')}
	}
	w.Header().Set("Content-Type", page.Type)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(page.Body) // the client may be gone
}

func (t *Table) logger() *slog.Logger {
	if t.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return t.Log
}

// Read reads a JSON body into the value. An empty body leaves it as it is.
// Fields that the value does not have are passed over. The error is a
// *Refusal.
func Read(r *http.Request, value any) error {
	body, err := io.ReadAll(r.Body)
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return Refuse(http.StatusRequestEntityTooLarge, "the body is longer than %d bytes", MaxBody)
	case err != nil:
		return Refuse(http.StatusBadRequest, "the body cannot be read")
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return nil
	}
	if !utf8.Valid(body) {
		return Refuse(http.StatusBadRequest, "the body is not UTF-8")
	}
	if err := json.Unmarshal(body, value); err != nil {
		return Refuse(http.StatusBadRequest, "the body is not what is expected here: %s", plain(err))
	}
	return nil
}

// plain says what is wrong with JSON without the words of the Go language.
func plain(err error) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		field := kind.Field
		if field == "" {
			field = "the whole"
		}
		return field + " may not be " + kind.Value
	}
	return "no JSON: " + strings.TrimPrefix(err.Error(), "json: ")
}

// clip shortens what a client has sent so that it can be quoted.
func clip(text string) string {
	const most = 60
	text = strings.ToValidUTF8(text, "?")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
