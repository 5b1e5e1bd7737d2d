// Package little is what package http is in a browser: requests, their handlers
// and a mux, with the names and meanings that they have in net/http, for requests
// that have come whole and from the page itself.
package little

import (
	"context"
	"io"
	"net/url"
	"strings"
)

// Handler answers requests.
type Handler interface {
	ServeHTTP(w ResponseWriter, r *Request)
}

// HandlerFunc is a function as a Handler.
type HandlerFunc func(w ResponseWriter, r *Request)

// ServeHTTP calls the function.
func (f HandlerFunc) ServeHTTP(w ResponseWriter, r *Request) { f(w, r) }

// ResponseWriter takes an answer: its headers, then its status, then its body.
type ResponseWriter interface {
	Header() Header
	Write(body []byte) (int, error) // after WriteHeader(200), if nobody called that
	WriteHeader(status int)
}

// Request is what somebody asks.
type Request struct {
	Method  string
	URL     *url.URL
	Header  Header
	Body    io.Reader
	Pattern string // that matched, in a handler of a ServeMux

	ctx    context.Context
	values map[string]string
}

// NewRequestWithContext makes a request. The error is of an address that is none.
func NewRequestWithContext(ctx context.Context, method, address string, body io.Reader) (*Request, error) {
	at, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	return &Request{Method: method, URL: at, Header: Header{}, Body: body, ctx: ctx}, nil
}

// Context ends when nobody waits for the answer any more.
func (r *Request) Context() context.Context { return r.ctx }

// PathValue is what the path has where the pattern has a name in braces.
func (r *Request) PathValue(name string) string { return r.values[name] }

// Header has the values of headers by their names in canonical form, such as
// Content-Type.
type Header map[string][]string

// Add adds a value.
func (h Header) Add(name, value string) {
	name = canonical(name)
	h[name] = append(h[name], value)
}

// Set replaces all values.
func (h Header) Set(name, value string) { h[canonical(name)] = []string{value} }

// Get is the first value, or empty.
func (h Header) Get(name string) string {
	if all := h.Values(name); len(all) > 0 {
		return all[0]
	}
	return ""
}

// Values are all values.
func (h Header) Values(name string) []string { return h[canonical(name)] }

// Del drops all values.
func (h Header) Del(name string) { delete(h, canonical(name)) }

// canonical writes a header's name of letters and hyphens with a capital at the
// beginning of each word.
func canonical(name string) string {
	words := strings.Split(strings.ToLower(name), "-")
	for i, word := range words {
		if word != "" {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, "-")
}

// ResponseController passes on what was written so far.
type ResponseController struct{ w ResponseWriter }

// NewResponseController is that of a writer.
func NewResponseController(w ResponseWriter) *ResponseController { return &ResponseController{w} }

// Flush passes on what was written, where the writer does not do so by itself.
func (c *ResponseController) Flush() error {
	if f, ok := c.w.(interface{ Flush() }); ok {
		f.Flush()
	}
	return nil
}
