package api

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"quadrille/cmd/client/web/gate"
	"quadrille/cmd/client/web/host"
	"quadrille/protocol/driver"
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
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return host.Refuse(gate.MediaType, "the body must be JSON, with Content-Type: application/json")
	}
	return decode(text, to)
}

// decode reads one JSON value strictly.
func decode(text []byte, to any) error {
	err := json.Unmarshal(text, to, json.RejectUnknownMembers(true), json.WithUnmarshalers(json.UnmarshalFromFunc(refuseNull)))
	var refusal *host.Error
	var syntax *jsontext.SyntacticError
	var wrong *json.SemanticError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refusal):
		return refusal
	case errors.Is(err, jsontext.ErrDuplicateName) && errors.As(err, &syntax):
		return host.Refuse(host.BadRequest, "%s is given twice", place(syntax.JSONPointer))
	case errors.Is(err, json.ErrUnknownName) && errors.As(err, &wrong):
		return host.Refuse(host.BadRequest, "%s is not a field of this request", place(wrong.JSONPointer))
	case errors.As(err, &wrong) && wrong.GoType != nil:
		return host.Refuse(host.BadRequest, "%s must be %s, not a JSON %s", place(wrong.JSONPointer), wanted(wrong.GoType), wrong.JSONKind)
	}
	return host.Refuse(host.BadRequest, "the body is not JSON: %s", strings.TrimPrefix(err.Error(), "jsontext: "))
}

// refuseNull refuses null for a value of any type, and reads no other.
func refuseNull(d *jsontext.Decoder, _ any) error {
	if d.PeekKind() == 'n' {
		return host.Refuse(host.BadRequest, "%s is null; leave out what is not given", place(d.StackPointer()))
	}
	return json.SkipFunc
}

// place names a place in the body for people.
func place(p jsontext.Pointer) string {
	if p == "" {
		return "the body"
	}
	return driver.Clip(strings.ReplaceAll(strings.TrimPrefix(string(p), "/"), "/", "."))
}

// wanted names a type as JSON people do.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return "a whole number within its range"
}
