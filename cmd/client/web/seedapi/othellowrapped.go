package seedapi

import (
	"net/http"
	"strings"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/wire"
)

// The answers of the original server, whose error is null when there is none.
type (
	wrappedBoards struct {
		Error  *string `json:"error"`
		Boards []Grid  `json:"boards"` // one; the original's list has more only for spectators
	}
	wrappedNeeded struct {
		Error  *string `json:"error"`
		Needed bool    `json:"needed"`
	}
	wrappedError struct {
		Error *string `json:"error"`
	}
)

// done is the answer to a POST that was done. The document says only that
// errors are returned if they occurred, so the bare answer is an object that
// has none.
func (a *Othello) done() any {
	if a.config.Wrapped {
		return wrappedError{}
	}
	return struct{}{}
}

// form is that of errors.
func (a *Othello) form(r *http.Request, e *host.Error) any {
	switch {
	case a.config.Wrapped && strings.Contains(r.URL.Path, "/boards/"):
		return wrappedBoards{Error: &e.Text, Boards: []Grid{}}
	case a.config.Wrapped && strings.Contains(r.URL.Path, "/move_needed/"):
		return wrappedNeeded{Error: &e.Text}
	}
	return wire.Flat(r, e)
}
