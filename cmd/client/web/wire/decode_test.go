package wire

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	json2 "github.com/go-json-experiment/json"

	"quadrille/cmd/client/web/host"
)

// What decode takes is JSON of the type, and means what a plain decoder that
// knows only these fields reads.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		`{"game":"square4","rules":{"pieces":"8"},"seats":[{"kind":"engine","level":3}],"tokens":true}`,
		`{"seats":[{"kind":"engine","level":3.0}]}`, `{"game":"a","game":"b"}`, `{"Game":"a"}`, `{"game":null}`, `{} {}`, `[`, `{"seats":[{"kind":1}]}`, "{\"fen\":\"\xff\"}", `{"rules":{"a":"1","a":"2"}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var got, want host.Spec
		err := Decode(text, &got, Strict())
		if err != nil {
			if _, ok := err.(*host.Error); !ok {
				t.Errorf("%T %v is no refusal", err, err)
			}
			return
		}
		d := json.NewDecoder(strings.NewReader(string(text)))
		d.DisallowUnknownFields()
		var number *json.UnmarshalTypeError
		if err := d.Decode(&want); errors.As(err, &number) && strings.HasPrefix(number.Value, "number ") {
			return // 8.0, which that decoder takes for no integer
		} else if err != nil {
			t.Fatalf("%s was taken, and is wrong: %v", text, err)
		}
		if _, err := d.Token(); err != io.EOF {
			t.Errorf("%s was taken, and something follows", text)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	})
}

// Whole numbers are integers however they are written, in bodies of either kind.
func TestIntegers(t *testing.T) {
	for text, want := range map[string]struct {
		n  int64
		ok bool
	}{
		"8": {8, true}, "8.0": {8, true}, "8.000": {8, true}, "8e0": {8, true}, "8E+0": {8, true}, "80e-1": {8, true}, "0.8e1": {8, true},
		"-0": {0, true}, "-0.0": {0, true}, "-3.0": {-3, true}, "9007199254740992": {1 << 53, true}, "9007199254740993": {1<<53 + 1, true},
		"1e15": {1e15, true}, "8.5": {}, "1e-1": {}, "1e400": {}, "1e999999999": {}, "99999999999999999999": {}, "1e17": {},
		"+8": {}, "08": {}, "0x8": {}, "8.": {}, ".8": {}, "": {}, " 8": {}, "NaN": {}, "Infinity": {}, "1_000": {}, "8,0": {}, "٨": {},
	} {
		if n, ok := Whole(text); n != want.n && want.ok || ok != want.ok {
			t.Errorf("%q: %d %v, want %d %v", text, n, ok, want.n, want.ok)
		}
	}
	for _, tc := range []struct {
		body, text string // the refusal's; empty when it is taken
	}{
		{`{"i":8.0,"p":8e0,"u":8.00}`, ""}, {`{"i":8,"p":8,"u":8}`, ""},
		{`{"u":-1}`, "u must be a whole number within its range, not -1"},
		{`{"p":8.5}`, "p must be a whole number within its range, not 8.5"},
		{`{"p":"8"}`, "p must be a whole number within its range, not a JSON string"},
		{`{"f":"4.5"}`, "f must be a number, not a JSON string"},
		{`{"f":[4.5]}`, "f must be a number, not a JSON ["},
		{`{"i":true}`, "i must be a whole number within its range, not a JSON true"},
		{`{"i":1e400}`, "i must be a whole number within its range, not 1e400"},
	} {
		for name, how := range map[string]json2.Options{"strict": Strict(), "lenient": Lenient()} {
			var got struct {
				I int     `json:"i"`
				P *int    `json:"p"`
				U uint64  `json:"u"`
				F float64 `json:"f"`
			}
			err := Decode([]byte(tc.body), &got, how)
			if tc.text == "" && (err != nil || got.I != 8 || got.P == nil || *got.P != 8 || got.U != 8) || tc.text != "" && (err == nil || err.Error() != tc.text) {
				t.Errorf("%s %s: %+v %v, want %q", name, tc.body, got, err, tc.text)
			}
		}
	}
}
