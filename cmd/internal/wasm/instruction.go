package wasm

import (
	"cmp"
	"errors"
)

// Instructions that are looked at here.
const (
	opUnreachable = 0x00
	opNop         = 0x01
	opBlock       = 0x02
	opLoop        = 0x03
	opIf          = 0x04
	opEnd         = 0x0b
	opBr          = 0x0c
	opBrIf        = 0x0d
	opBrTable     = 0x0e
	opReturn      = 0x0f
	opLocalGet    = 0x20
	opLocalSet    = 0x21
	opLocalTee    = 0x22
	opGlobalGet   = 0x23
	opGlobalSet   = 0x24
	opI32Const    = 0x41
	opI32Sub      = 0x6b
	opMore        = 0xfc
	noResult      = 0x40 // the type of a block
)

// instruction is one instruction: its code, its last number if it has one, and its
// bytes.
type instruction struct {
	op    byte
	n     int64
	bytes []byte
}

func (i instruction) is(op byte, n int64) bool { return i.op == op && i.n == n }

// errUnknown is that an instruction is none of those that Go 1.26 writes.
var errUnknown = errors.New("an unknown instruction")

// cutInstruction reads an instruction, and returns what follows.
func cutInstruction(code []byte) (i instruction, after []byte, err error) {
	if len(code) == 0 {
		return i, nil, errors.New("a function is cut off")
	}
	i.op = code[0]
	at := 1
	number := func() { // LEB128, whose sign is read where it matters
		var n uint64
		for shift := 0; ; shift += 7 {
			if at >= len(code) || shift > 63 {
				err = errors.New("a number of an instruction is cut off or too large")
				return
			}
			b := code[at]
			at++
			n |= uint64(b&0x7f) << shift
			if b < 0x80 {
				if i.op == opI32Const && b&0x40 != 0 {
					n |= ^uint64(0) << min(63, shift+6)
				}
				i.n = int64(n)
				return
			}
		}
	}
	switch op := i.op; {
	case op == opUnreachable, op == opNop, op == 0x05, op == opEnd, op == opReturn, op == 0x1a, op == 0x1b, op >= 0x45 && op <= 0xc4:
	case op >= opBlock && op <= opIf, op == opBr, op == opBrIf, op == 0x10, op >= opLocalGet && op <= opGlobalSet,
		op >= 0x3f && op <= 0x42:
		number()
	case op == 0x11, op >= 0x28 && op <= 0x3e:
		number()
		number()
	case op == 0x43:
		at += 4
	case op == 0x44:
		at += 8
	case op == opBrTable:
		number()
		for n := uint64(i.n); err == nil; n-- {
			if number(); n == 0 {
				break
			}
		}
	case op == opMore:
		number()
		switch kind := i.n; {
		case kind >= 0 && kind <= 7:
		case kind == 8, kind == 10:
			number()
			number()
		case kind == 9, kind == 11:
			number()
		default:
			err = cmp.Or(err, errUnknown)
		}
	default:
		err = errUnknown
	}
	if err == nil && at > len(code) {
		err = errors.New("an instruction is cut off")
	}
	if err != nil {
		return i, nil, err
	}
	i.bytes = code[:at]
	return i, code[at:], nil
}
