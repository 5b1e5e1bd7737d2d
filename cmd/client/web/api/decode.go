package api

import (
	"io"
	"strings"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/http"
	"quadrille/cmd/client/web/wire"
)

// body reads the body of a request, which has no query, into a value: one JSON
// value whose objects have fields that are known, spelled exactly and not
// repeated. Without a body, the value stays as it is when one is not needed.
func body(r *http.Request, needed bool, to any) error {
	if err := noQuery(r); err != nil {
		return err
	}
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return host.Refuse(host.BadRequest, "the body could not be read to its end")
	}
	if len(text) == 0 && !needed {
		return nil
	}
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";") // what follows is of no use for JSON
	if !strings.EqualFold(strings.TrimSpace(kind), "application/json") {
		return host.Refuse(wire.MediaType, "the body must be JSON, with Content-Type: application/json")
	}
	return wire.Decode(text, to, wire.Strict())
}
