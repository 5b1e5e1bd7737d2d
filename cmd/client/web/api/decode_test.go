package api

import (
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"

	"quadrille/cmd/client/web/host"
)

// What decode takes is JSON of the type, and means what a plain decoder that
// knows only these fields reads.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		`{"game":"square4","rules":{"pieces":"8"},"seats":[{"kind":"engine","level":3}],"tokens":true}`,
		`{"game":"a","game":"b"}`, `{"Game":"a"}`, `{"game":null}`, `{} {}`, `[`, `{"seats":[{"kind":1}]}`, "{\"fen\":\"\xff\"}", `{"rules":{"a":"1","a":"2"}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var got, want host.Spec
		err := decode(text, &got)
		if err != nil {
			if _, ok := err.(*host.Error); !ok {
				t.Errorf("%T %v is no refusal", err, err)
			}
			return
		}
		d := json.NewDecoder(strings.NewReader(string(text)))
		d.DisallowUnknownFields()
		if err := d.Decode(&want); err != nil {
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
