package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

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
		return host.Refuse(host.BadRequest, "the body cannot be read to its end")
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
	if !utf8.Valid(text) {
		return host.Refuse(host.BadRequest, "the body is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	err := walk(d, reflect.TypeOf(to), "the body", 0)
	if err == nil {
		if _, end := d.Token(); end != io.EOF {
			return host.Refuse(host.BadRequest, "something follows the JSON value of the body")
		}
		err = json.Unmarshal(text, to)
	}
	var refusal *host.Error
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refusal):
		return err
	case errors.As(err, &wrong):
		where := wrong.Field
		if where == "" {
			where = "the body"
		}
		return host.Refuse(host.BadRequest, "%s must be %s, not a JSON %s", where, wanted(wrong.Type), wrong.Value)
	}
	return host.Refuse(host.BadRequest, "the body is not JSON: %v", err)
}

// maxDepth is how deep JSON values may be nested.
const maxDepth = 16

// walk reads a value and refuses what encoding/json would let pass: fields
// that the type does not have or that differ in case, repeated fields, null.
func walk(d *json.Decoder, t reflect.Type, where string, depth int) error {
	token, err := d.Token()
	if err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	if token == nil {
		return host.Refuse(host.BadRequest, "%s is null; leave out what is not given", where)
	}
	if depth > maxDepth {
		return host.Refuse(host.BadRequest, "the body is nested more than %d deep", maxDepth)
	}
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch token {
	case json.Delim('{'):
		return walkObject(d, t, where, depth)
	case json.Delim('['):
		return walkArray(d, t, where, depth)
	}
	return nil
}

func walkArray(d *json.Decoder, t reflect.Type, where string, depth int) error {
	var elem reflect.Type
	if t != nil && t.Kind() == reflect.Slice {
		elem = t.Elem()
	}
	for i := 0; d.More(); i++ {
		if err := walk(d, elem, fmt.Sprintf("%s[%d]", where, i), depth+1); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

func walkObject(d *json.Decoder, t reflect.Type, where string, depth int) error {
	fields := fieldsOf(t)
	seen := map[string]bool{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string) // a key is always a string
		elem, ok := fields[name]
		switch {
		case seen[name]:
			return host.Refuse(host.BadRequest, "field %q is there twice", driver.Clip(name))
		case fields != nil && !ok:
			return host.Refuse(host.BadRequest, "%s has no field %q; its fields: %s", where, driver.Clip(name),
				strings.Join(slices.Sorted(maps.Keys(fields)), " "))
		case t != nil && t.Kind() == reflect.Map:
			elem = t.Elem()
		}
		seen[name] = true
		if err := walk(d, elem, driver.Clip(name), depth+1); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// fieldsOf returns the JSON fields of a struct with their types, or nil for
// another type.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	fields := map[string]reflect.Type{}
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name != "" && name != "-" {
			fields[name] = f.Type
		}
		if f.Anonymous {
			maps.Copy(fields, fieldsOf(f.Type))
		}
	}
	return fields
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
