package route

import (
	"errors"
	"fmt"
	"net/http"

	"quadrille/cmd/client/web/host"
)

// Refusal is an error that the client is told.
type Refusal struct {
	Status int // of HTTP
	// Text says what is wrong and what would be right.
	Text string
}

// Error returns the text.
func (r *Refusal) Error() string { return r.Text }

// Refuse makes a Refusal.
func Refuse(status int, format string, args ...any) *Refusal {
	return &Refusal{Status: status, Text: fmt.Sprintf(format, args...)}
}

// statuses of the host's refusals; others are 400.
var statuses = map[host.Kind]int{
	host.NotFound: http.StatusNotFound, host.Forbidden: http.StatusForbidden,
	host.Conflict: http.StatusConflict, host.Illegal: http.StatusConflict, host.Over: http.StatusConflict,
	host.Busy: http.StatusServiceUnavailable, host.Unavailable: http.StatusServiceUnavailable,
}

// refusalOf turns any error into what the client is told. What nobody
// expected is logged and not told.
func (t *Table) refusalOf(r *http.Request, err error) *Refusal {
	var refusal *Refusal
	var refused *host.Error
	switch {
	case errors.As(err, &refusal):
		return refusal
	case errors.As(err, &refused):
		status, ok := statuses[refused.Kind]
		if !ok {
			status = http.StatusBadRequest
		}
		return &Refusal{Status: status, Text: refused.Text}
	}
	if r.Context().Err() == nil { // else nobody waits for the answer
		t.logger().Error("request failed", "method", r.Method, "err", err)
	}
	return Refuse(http.StatusServiceUnavailable, "the server could not do that; nothing has changed, try again")
}
