package wasm

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
)

// segment is bytes that are in memory at an address when the program begins.
type segment struct {
	at    uint64
	bytes []byte
}

func (s segment) end() uint64 { return s.at + uint64(len(s.bytes)) }

// joinSegments joins the segments of the data section. Go's linker leaves out runs of
// eight zeros and needs up to 100,000 segments for the rest; their addresses are most
// of what is left when the program is packed, and zeros pack to nothing. Browsers also
// load few segments faster than many.
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
		body = appendSigned(append(body, 0, opI32Const), int64(s.at))
		body = appendBytes(append(body, opEnd), s.bytes)
	}
	return body
}
