// Package problem writes the errors of the server's own API: a status and
// `{"error":{"code":…,"text":…}}`.
package problem

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"quadrille/cmd/client/web/host"
)

// The codes that do not come from a game's host.
const (
	NotAllowed  = "method-not-allowed"
	TooLarge    = "too-large"
	MediaType   = "wrong-content-type"
	TooMany     = "too-many-requests"
	SlowRequest = "request-timeout"
	Internal    = "internal"
)

// Detail is what an error says.
type Detail struct {
	Code string `json:"code"` // hyphenated word for programs
	Text string `json:"text"` // what is wrong and what would be right, for people
}

// Body is the JSON of an answer that is an error.
type Body struct {
	Error Detail `json:"error"`
}

// Error is an error with a status of its own, for what a host knows nothing
// of.
type Error struct {
	HTTP int // the status
	Detail
}

// Error returns the text.
func (e *Error) Error() string { return e.Text }

// Write answers with an error.
func Write(w http.ResponseWriter, status int, code, text string) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Del("Content-Length")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(Body{Detail{code, text}})
}

// retryAfter is how long a client is asked to wait when the server is busy, in
// seconds.
const retryAfter = 2

// Refuse answers with what a host's error means. An error that is no refusal
// is told as a server that is not available; it should be logged.
func Refuse(w http.ResponseWriter, err error) {
	status, detail := Of(err)
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", strconv.Itoa(retryAfter))
	}
	Write(w, status, detail.Code, detail.Text)
}

// Of returns the status and the words for an error.
func Of(err error) (int, Detail) {
	var own *Error
	var refusal *host.Error
	switch {
	case errors.As(err, &own):
		return own.HTTP, own.Detail
	case errors.As(err, &refusal):
		return Status(refusal.Kind), Detail{string(refusal.Kind), refusal.Text}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable, Detail{string(host.Busy), "the request was given up before it was done"}
	}
	return http.StatusServiceUnavailable, Detail{string(host.Unavailable), "the server cannot do this at present"}
}

// Status is the HTTP status of a kind of refusal.
func Status(kind host.Kind) int {
	switch kind {
	case host.NotFound:
		return http.StatusNotFound
	case host.Conflict, host.Illegal, host.Over:
		return http.StatusConflict
	case host.Forbidden:
		return http.StatusForbidden
	case host.Busy, host.Unavailable:
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}
