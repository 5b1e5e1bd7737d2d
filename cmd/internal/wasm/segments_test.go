package wasm

import (
	"bytes"
	"strings"
	"testing"
)

// module is a WebAssembly module with a section before its data, and one after.
func module(body string) string {
	return wasmMagic + "\x05\x03\x01\x00\x20" + "\x0b" + string(rune(len(body))) + body + "\x00\x01\x00"
}

// Segments up to two zeros apart become one, and what is no module is refused. The
// bytes are written by hand after the specification.
func TestJoinSegments(t *testing.T) {
	for _, tc := range []struct {
		name, body, want string // what is wanted without \x01, or the error
	}{
		{"none", "\x00", "\x00"},
		{"near", "\x02\x00\x41\x08\x0b\x02ab\x00\x41\x0c\x0b\x01c", "\x01\x00\x41\x08\x0b\x05ab\x00\x00c"},
		{"not in order", "\x02\x00\x41\x0c\x0b\x01c\x00\x41\x08\x0b\x02ab", "\x01\x00\x41\x08\x0b\x05ab\x00\x00c"},
		{"far", "\x02\x00\x41\x08\x0b\x02ab\x00\x41\x0d\x0b\x01c", "\x02\x00\x41\x08\x0b\x02ab\x00\x41\x0d\x0b\x01c"},
		{"at 64, whose sign takes a byte", "\x02\x00\x41\xc0\x00\x0b\x01a\x00\x41\xc1\x00\x0b\x01b", "\x01\x00\x41\xc0\x00\x0b\x02ab"},
		{"one on another", "\x02\x00\x41\x08\x0b\x02ab\x00\x41\x09\x0b\x01c", "two segments"},
		{"a passive one", "\x01\x01\x02ab", "constant address"},
		{"of another memory", "\x01\x02\x01\x41\x08\x0b\x01a", "constant address"},
		{"at no constant", "\x01\x00\x23\x00\x0b\x01a", "constant address"},
		{"at an expression", "\x01\x00\x41\x08\x41\x01\x6a\x0b\x01a", "not a constant"},
		{"at -1", "\x01\x00\x41\xff\xff\xff\xff\x0f\x0b\x01a", "not a constant"},
		{"at -1 in one byte", "\x01\x00\x41\x7f\x0b\x01a", "not a constant"},
		{"cut off", "\x01\x00\x41\x08\x0b\x03a", "cut off"},
		{"without a number", "\x01\x00\x41\x80", "a number"},
	} {
		got, err := rework([]byte(module(tc.body)), 2)
		if err != nil && !strings.Contains(err.Error(), tc.want) || err == nil && string(got) != module(tc.want) {
			t.Errorf("%s: %q, %v; want %q", tc.name, got, err, tc.want)
		}
	}
	for _, text := range []string{"", "\x00asm", "\x00asm\x02\x00\x00\x00", wasmMagic + "\x0b", wasmMagic + "\x0b\x05\x00"} {
		if _, err := rework([]byte(text), 2); err == nil {
			t.Errorf("%q was taken for a module", text)
		}
	}
}

// The memory is as it was, whatever the module.
func FuzzJoinSegments(f *testing.F) {
	for _, body := range []string{"\x00", "\x02\x00\x41\x08\x0b\x02ab\x00\x41\x0c\x0b\x01c", "\x02\x00\x41\xc0\x00\x0b\x01a\x00\x41\x01\x0b\x01b"} {
		f.Add(body, uint64(2))
	}
	f.Fuzz(func(t *testing.T, body string, gap uint64) {
		before, err := readSegments([]byte(body))
		if err != nil {
			return
		}
		for _, s := range before {
			if s.at > 1<<16 {
				return // more zeros than a test should write
			}
		}
		joined, err := joinSegments([]byte(body), gap)
		if err != nil {
			return
		}
		after, err := readSegments(joined)
		if err != nil || len(after) > len(before) || !bytes.Equal(memory(before), memory(after)) {
			t.Errorf("%q becomes %q, %v", body, joined, err)
		}
	})
}

// memory is what segments put into it, up to its last byte that is not zero.
func memory(list []segment) []byte {
	var m []byte
	for _, s := range list {
		m = append(m, make([]byte, max(0, int(s.end())-len(m)))...)
		copy(m[s.at:], s.bytes)
	}
	return bytes.TrimRight(m, "\x00")
}
