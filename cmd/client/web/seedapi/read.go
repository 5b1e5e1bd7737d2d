package seedapi

import (
	"bytes"
	"io"
	"net/http"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/wire"
)

// read reads a JSON body into the value. An empty body leaves it as it is.
// Fields that the value does not have are passed over.
func read(r *http.Request, value any) error {
	body, err := io.ReadAll(r.Body)
	switch {
	case err != nil:
		return host.Refuse(host.BadRequest, "the body could not be read to its end")
	case len(bytes.TrimSpace(body)) == 0:
		return nil
	}
	return wire.Decode(body, value, wire.Lenient())
}
