package wasm

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// The parts of a WebAssembly module, version 1, that are read here
// (https://webassembly.github.io/spec/core/binary/modules.html).
const (
	wasmMagic   = "\x00asm\x01\x00\x00\x00"
	codeSection = 10
	dataSection = 11
)

// rework has functions flow as they do in Go, and joins what a program has in memory
// into segments that lie apart by more than gap zeros.
func rework(wasm []byte, gap uint64) ([]byte, error) {
	if len(wasm) < len(wasmMagic) || string(wasm[:len(wasmMagic)]) != wasmMagic {
		return nil, errors.New("it is no WebAssembly module of version 1")
	}
	reworked := slices.Clone(wasm[:len(wasmMagic)])
	for rest := wasm[len(wasmMagic):]; len(rest) > 0; {
		kind := rest[0]
		body, after, err := cutBytes(rest[1:])
		if err != nil {
			return nil, fmt.Errorf("section %d: %w", kind, err)
		}
		rest = after
		switch kind {
		case codeSection:
			body, err = restructure(body)
		case dataSection:
			body, err = joinSegments(body, gap)
		}
		if err != nil {
			return nil, err
		}
		reworked = appendBytes(append(reworked, kind), body)
	}
	return reworked, nil
}

// cutNumber reads an unsigned LEB128 number, and returns what follows.
func cutNumber(text []byte) (n uint64, after []byte, err error) {
	n, size := binary.Uvarint(text)
	if size <= 0 {
		return 0, nil, errors.New("a number is cut off or too large")
	}
	return n, text[size:], nil
}

// cutBytes reads bytes with their number before them, and returns what follows.
func cutBytes(text []byte) (bytes, after []byte, err error) {
	n, rest, err := cutNumber(text)
	if err != nil || n > uint64(len(rest)) {
		return nil, nil, cmp.Or(err, errors.New("it is cut off"))
	}
	return rest[:n], rest[n:], nil
}

func appendBytes(to, bytes []byte) []byte {
	return append(binary.AppendUvarint(to, uint64(len(bytes))), bytes...)
}

// appendSigned appends a number that is not negative as LEB128 with a sign.
func appendSigned(to []byte, n int64) []byte {
	for n > 0x3f {
		to = append(to, byte(n)|0x80)
		n >>= 7
	}
	return append(to, byte(n))
}
