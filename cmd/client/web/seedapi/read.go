package seedapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"

	"quadrille/cmd/client/web/host"
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
	case !utf8.Valid(body):
		return host.Refuse(host.BadRequest, "the body is not UTF-8")
	}
	var wrong *json.UnmarshalTypeError
	err = json.Unmarshal(body, value)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong) && wrong.Field != "":
		return host.Refuse(host.BadRequest, "%s may not be a JSON %s", wrong.Field, wrong.Value)
	case errors.As(err, &wrong):
		return host.Refuse(host.BadRequest, "the body may not be a JSON %s", wrong.Value)
	}
	return host.Refuse(host.BadRequest, "the body is not JSON: %s", strings.TrimPrefix(err.Error(), "json: "))
}
