package wire

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/http"
)

// The kinds of refusal that a host of games knows nothing of.
const (
	NotAllowed  host.Kind = "method-not-allowed"
	TooLarge    host.Kind = "too-large"
	MediaType   host.Kind = "wrong-content-type"
	TooMany     host.Kind = "too-many-requests"
	SlowRequest host.Kind = "request-timeout"
	Internal    host.Kind = "internal"
)

// statuses are the HTTP statuses of the kinds of refusal; all others are 400.
var statuses = map[host.Kind]int{
	host.NotFound:    http.StatusNotFound,
	host.Forbidden:   http.StatusForbidden,
	host.Conflict:    http.StatusConflict,
	host.TooSoon:     http.StatusConflict,
	host.Illegal:     http.StatusConflict,
	host.Over:        http.StatusConflict,
	host.Busy:        http.StatusServiceUnavailable,
	host.Unavailable: http.StatusServiceUnavailable,
	host.Gone:        http.StatusServiceUnavailable,
	NotAllowed:       http.StatusMethodNotAllowed,
	TooLarge:         http.StatusRequestEntityTooLarge,
	MediaType:        http.StatusUnsupportedMediaType,
	TooMany:          http.StatusTooManyRequests,
	SlowRequest:      http.StatusRequestTimeout,
	Internal:         http.StatusInternalServerError,
}

// Form makes the JSON body of an error as the clients of an API expect it.
type Form func(r *http.Request, e *host.Error) any

// Coded is the form of our own API: {"error":{"code":…,"text":…}}.
func Coded(_ *http.Request, e *host.Error) any { return map[string]*host.Error{"error": e} }

// Flat is the form of the documents' APIs: {"error": text}.
func Flat(_ *http.Request, e *host.Error) any { return map[string]string{"error": e.Text} }

// Explain returns what a client may know of an error. What nobody expected should be
// logged; its text is not for clients.
func Explain(err error) *host.Error {
	var refusal *host.Error
	switch {
	case errors.As(err, &refusal):
		return refusal
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return host.Refuse(host.Busy, "the request was canceled before it was done")
	}
	return host.Unwritten(err)
}

// retryAfter is how long a client is asked to wait when the server is busy, in
// seconds.
const retryAfter = 2

// WriteError answers with a refusal in a form.
func WriteError(w http.ResponseWriter, r *http.Request, form Form, e *host.Error) {
	status, ok := statuses[e.Kind]
	if !ok {
		status = http.StatusBadRequest
	}
	w.Header().Del("Content-Length")
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", strconv.Itoa(retryAfter))
	}
	text, _ := json.Marshal(form(r, e)) // of strings: cannot fail
	writeText(w, status, append(text, '\n'))
}
