package wire

import (
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"quadrille/cmd/client/web/host"
	"quadrille/protocol/driver"
)

// Strict is for Decode: objects have fields that are known, spelled exactly and
// not repeated, and nothing is null.
func Strict() json.Options {
	return json.JoinOptions(json.RejectUnknownMembers(true),
		json.WithUnmarshalers(json.JoinUnmarshalers(json.UnmarshalFromFunc(refuseNull), integers())))
}

// Lenient is for Decode: fields that are not known are passed over, the last of
// several counts, capitals do not matter, and null is as if it were not given.
func Lenient() json.Options {
	return json.JoinOptions(jsontext.AllowDuplicateNames(true), json.MatchCaseInsensitiveNames(true),
		json.WithUnmarshalers(integers()))
}

// Decode reads one JSON value. A number that is whole is an integer however it
// is written: 8.0 and 8e0 are 8, as they are for JavaScript and for JSON
// Schema. Errors are refusals.
func Decode(text []byte, to any, how json.Options) error {
	err := json.Unmarshal(text, to, how)
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

// integers reads numbers by their value.
func integers() *json.Unmarshalers {
	return json.JoinUnmarshalers(
		json.UnmarshalFromFunc(func(d *jsontext.Decoder, to *int) error {
			return integer(d, func(n int64) bool { *to = int(n); return int64(*to) == n })
		}),
		json.UnmarshalFromFunc(func(d *jsontext.Decoder, to *uint64) error {
			return integer(d, func(n int64) bool { *to = uint64(n); return n >= 0 })
		}))
}

// integer reads a number and gives it to set, which says whether it fits.
func integer(d *jsontext.Decoder, set func(int64) bool) error {
	if d.PeekKind() != '0' {
		return json.SkipFunc // not a number; the error is the package's
	}
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	if n, ok := Whole(string(value)); !ok || !set(n) {
		return host.Refuse(host.BadRequest, "%s must be a whole number within its range, not %s", place(d.StackPointer()), driver.Clip(string(value)))
	}
	return nil
}

// mostExact is up to where every whole number is one of JavaScript's.
const mostExact = 1 << 53

// Whole reads a JSON number that is whole, whether written as 8, 8.0 or 8e0.
func Whole(text string) (int64, bool) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, jsontext.Value(text).IsValid() // +8 and 08 are none
	}
	if v := jsontext.Value(text); !v.IsValid() || v.Kind() != '0' {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return int64(f), err == nil && f == math.Trunc(f) && math.Abs(f) <= mostExact
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
	case reflect.Float64:
		return "a number"
	case reflect.Slice:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return "a whole number within its range"
}
