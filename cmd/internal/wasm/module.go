package wasm

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// The parts of a WebAssembly module, version 1, that are read here
// (https://webassembly.github.io/spec/core/binary/modules.html).
const (
	wasmMagic     = "\x00asm\x01\x00\x00\x00"
	customSection = 0
	importSection = 2
	codeSection   = 10
	dataSection   = 11
	nameSection   = "\x04name" // what a custom one with the names of functions begins with
)

// section is a part of a module.
type section struct {
	kind byte
	body []byte
}

func (s section) isNames() bool {
	return s.kind == customSection && bytes.HasPrefix(s.body, []byte(nameSection))
}

// rework has functions flow as they do in Go, puts kernels in the place of some, leaves
// their names out, and joins what a program has in memory into segments that lie apart
// by more than gap zeros.
func rework(wasm []byte, gap uint64) ([]byte, error) {
	sections, err := readSections(wasm)
	if err != nil {
		return nil, err
	}
	kernels, err := kernelsOf(sections)
	if err != nil {
		return nil, err
	}
	reworked := slices.Clone(wasm[:len(wasmMagic)])
	for _, s := range sections {
		switch {
		case s.isNames():
			continue
		case s.kind == codeSection:
			s.body, err = restructure(s.body, kernels)
		case s.kind == dataSection:
			s.body, err = joinSegments(s.body, gap)
		}
		if err != nil {
			return nil, err
		}
		reworked = appendBytes(append(reworked, s.kind), s.body)
	}
	return reworked, nil
}

// readSections cuts a module into its sections.
func readSections(wasm []byte) (list []section, err error) {
	if len(wasm) < len(wasmMagic) || string(wasm[:len(wasmMagic)]) != wasmMagic {
		return nil, errors.New("it is no WebAssembly module of version 1")
	}
	for rest := wasm[len(wasmMagic):]; len(rest) > 0; {
		s := section{kind: rest[0]}
		if s.body, rest, err = cutBytes(rest[1:]); err != nil {
			return nil, fmt.Errorf("section %d: %w", s.kind, err)
		}
		list = append(list, s)
	}
	return list, nil
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
