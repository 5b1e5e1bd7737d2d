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
	opI32Const  = 0x41
	opEnd       = 0x0b
)

// segment is bytes that are in memory at an address when the program begins.
type segment struct {
	at    uint64
	bytes []byte
}

func (s segment) end() uint64 { return s.at + uint64(len(s.bytes)) }

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

// joinSegments joins the segments of the data section. Go's linker leaves out runs of eight zeros and needs up to
// 100,000 segments for the rest; their addresses are most of what is left when the
// program is packed, and zeros pack to nothing. Browsers also load few segments
// faster than many.
func joinSegments(body []byte, gap uint64) ([]byte, error) {
	list, err := readSegments(body)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b segment) int { return cmp.Compare(a.at, b.at) })
	var joined []segment
	for _, s := range list {
		last := len(joined) - 1
		switch {
		case last >= 0 && s.at < joined[last].end():
			return nil, fmt.Errorf("two segments have the byte at address %d", s.at)
		case last >= 0 && s.at-joined[last].end() <= gap:
			zeros := make([]byte, s.at-joined[last].end())
			joined[last].bytes = append(append(joined[last].bytes, zeros...), s.bytes...)
		default:
			joined = append(joined, segment{s.at, slices.Clip(s.bytes)}) // what follows it in body stays
		}
	}
	return writeSegments(joined), nil
}

// readSegments reads the segments of a program with one memory, whose addresses
// are constants.
func readSegments(body []byte) ([]segment, error) {
	n, rest, err := cutNumber(body)
	if err != nil {
		return nil, err
	}
	var list []segment
	for i := range n {
		if len(rest) < 2 || rest[0] != 0 || rest[1] != opI32Const {
			return nil, fmt.Errorf("segment %d is not at a constant address of the only memory", i)
		}
		var s segment
		constant := rest[2:]
		if s.at, rest, err = cutNumber(constant); err != nil {
			return nil, err
		}
		negative := constant[len(constant)-len(rest)-1]&0x40 != 0
		if len(rest) == 0 || rest[0] != opEnd || negative || s.at >= 1<<31 {
			return nil, fmt.Errorf("the address of segment %d is not a constant below 2 GiB", i)
		}
		if s.bytes, rest, err = cutBytes(rest[1:]); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

func writeSegments(list []segment) []byte {
	body := binary.AppendUvarint(nil, uint64(len(list)))
	for _, s := range list {
		body = binary.AppendUvarint(append(body, 0, opI32Const), s.at)
		// The constant has a sign, in the highest bit but one of its last byte.
		if last := len(body) - 1; body[last]&0x40 != 0 {
			body[last] |= 0x80
			body = append(body, 0)
		}
		body = appendBytes(append(body, opEnd), s.bytes)
	}
	return body
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
