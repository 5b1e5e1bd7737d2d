package wasm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// Go writes none of WebAssembly's vectors, and keeps in memory what it has too few
// registers for. A function that is worth it is written here, and takes the place of the
// one in Go that does the same. Browsers have had vectors since 2023, before other things
// that the page needs.

// kernels are functions by their names in the name section, where Go's linker writes "_"
// for what stands in no word. Each returns without a call, so that no goroutine is left
// in it.
func kernels() map[string][]byte {
	return map[string][]byte{
		patterns + "playVector": playVector(),
		patterns + "sumVector":  sumVector(),
	}
}

const patterns = "quadrille_ai_othellobot_pattern."

// Types and instructions that only kernels have. Those of vectors are the numbers that
// follow opVector.
const (
	typeI32  = 0x7f
	typeI64  = 0x7e
	typeV128 = 0x7b

	opI64Load   = 0x29
	opI32Load16 = 0x2e // with its sign
	opI32LoadU  = 0x2f // 16 bits without one
	opI64Store  = 0x37
	opI64Const  = 0x42
	opI64Eqz    = 0x50
	opI32Add    = 0x6a
	opI32Shl    = 0x74
	opI64Ctz    = 0x7a
	opI64Sub    = 0x7d
	opI64And    = 0x83
	opI32Wrap   = 0xa7
	opI64Extend = 0xac // of 32 bits with their sign
	opVector    = 0xfd

	vectorLoad  = 0
	vectorStore = 11
	vectorAdd   = 0x8e // of eight numbers of 16 bits, as below
	vectorSub   = 0x91
)

// kernel is a function that is being written. Local 1 is the stack's pointer, at which
// there is the address that Go returns to, and behind it the arguments and results, in
// eight bytes each.
type kernel struct{ code []byte }

const stack = 1

// begin declares locals, numbers of them and their types by turns, the first of which is
// the stack's pointer.
func (k *kernel) begin(kinds byte, locals ...byte) {
	k.op(kinds)
	k.op(locals...)
	k.op(opGlobalGet, 0, opLocalSet, stack)
}

// end returns.
func (k *kernel) end() []byte {
	k.op(opLocalGet, stack, opI32Const, 8, opI32Add, opGlobalSet, 0, opI32Const, 0, opEnd)
	return k.code
}

func (k *kernel) op(bytes ...byte) { k.code = append(k.code, bytes...) }

// at is an instruction at an offset from an address, which need not be aligned.
func (k *kernel) at(offset int, op ...byte) {
	k.code = binary.AppendUvarint(append(append(k.code, op...), 0), uint64(offset))
}

// vector is an instruction of vectors but for those at addresses.
func (k *kernel) vector(n uint64) { k.code = binary.AppendUvarint(append(k.code, opVector), n) }

// argument loads an argument.
func (k *kernel) argument(n int) {
	k.op(opLocalGet, stack)
	k.at(8+8*n, opI64Load)
}

// pointers has arguments, from the first on, in locals.
func (k *kernel) pointers(locals ...byte) {
	for i, local := range locals {
		k.argument(i)
		k.op(opI32Wrap, opLocalSet, local)
	}
}

// playVector is that of package pattern: the 14 words of lanes are 7 vectors of 8 numbers.
func playVector() []byte {
	const (
		to, from, power, place = 2, 3, 4, 5
		flips                  = 6
		sums                   = 7 // the first of 7
		vectors, size          = 7, 16
		lanes                  = 7 // of the 128 bytes of lanes the binary logarithm
		none                   = 64 << lanes
	)
	var k kernel
	k.begin(3, 5, typeI32, 1, typeI64, vectors, typeV128)
	k.pointers(to, from, power)
	k.argument(4)
	k.op(opLocalSet, flips)
	powers := func() { // of the square that is a number on top of the stack
		k.op(opI32Wrap, opI32Const, lanes, opI32Shl, opLocalGet, power, opI32Add, opLocalSet, place)
	}
	load := func(address byte, offset int) {
		k.op(opLocalGet, address)
		k.at(offset, opVector, vectorLoad)
	}

	k.op(opBlock, noResult, opLoop, noResult)
	k.op(opLocalGet, flips, opI64Eqz, opBrIf, 1)
	k.op(opLocalGet, flips, opI64Ctz)
	powers()
	for v := range byte(vectors) {
		k.op(opLocalGet, sums+v)
		load(place, int(v)*size)
		k.vector(vectorAdd)
		k.op(opLocalSet, sums+v)
	}
	k.op(opLocalGet, flips, opLocalGet, flips, opI64Const, 1, opI64Sub, opI64And, opLocalSet, flips)
	k.op(opBr, 0, opEnd, opEnd)

	k.argument(3)
	powers()
	for v := range byte(vectors) {
		at := int(v) * size
		k.op(opLocalGet, to)
		load(power, none+at)
		load(from, at)
		k.vector(vectorSub)
		load(place, at)
		k.op(opLocalGet, sums+v, opLocalGet, sums+v)
		k.vector(vectorAdd)
		k.vector(vectorAdd)
		k.vector(vectorSub)
		k.at(at, opVector, vectorStore)
	}
	return k.end()
}

// sumVector is that of package pattern, without vectors, which cannot load from several
// places, but with nothing in memory that has no need to be.
func sumVector() []byte {
	const entries, state = 2, 3
	var k kernel
	k.begin(1, 3, typeI32)
	k.pointers(entries, state)
	k.op(opLocalGet, stack)
	feature, table := 0, 0
	for _, p := range []struct{ features, entries int }{
		{4, 59049}, {4, 59049}, {4, 59049}, {8, 59049}, {4, 19683}, {4, 6561}, {4, 6561}, {4, 6561},
		{2, 6561}, {4, 2187}, {4, 729}, {4, 243}, {4, 81},
	} {
		for range p.features {
			k.op(opLocalGet, state)
			k.at(2*feature, opI32LoadU)
			k.op(opI32Const, 1, opI32Shl, opLocalGet, entries, opI32Add)
			k.at(2*table, opI32Load16)
			if feature > 0 {
				k.op(opI32Add)
			}
			feature++
		}
		table += p.entries
	}
	k.op(opI64Extend)
	k.at(8+8*2, opI64Store)
	return k.end()
}

// kernelsOf are the kernels of a module by the numbers of the functions that they take
// the place of, less those that it imports.
func kernelsOf(sections []section) (map[int][]byte, error) {
	var imports uint64
	var names map[string]int
	var err error
	for _, s := range sections {
		switch {
		case s.kind == importSection:
			imports, _, err = cutNumber(s.body) // Go imports nothing but functions
		case s.isNames():
			names, err = functionNames(s.body[len(nameSection):])
		}
		if err != nil {
			return nil, fmt.Errorf("section %d: %w", s.kind, err)
		}
	}
	bodies := map[int][]byte{}
	for name, body := range kernels() {
		if at, ok := names[name]; ok {
			bodies[at-int(imports)] = body
		}
	}
	if len(bodies) != len(kernels()) && hasPatterns(names) {
		return nil, errors.New("it has not all functions that have kernels: were they renamed, or inlined?")
	}
	return bodies, nil
}

// hasPatterns says whether functions of package pattern are in a program, which may be
// another than those that play.
func hasPatterns(names map[string]int) bool {
	for name := range names {
		if strings.HasPrefix(name, patterns) {
			return true
		}
	}
	return false
}

// functionNames reads a name section, behind its own name.
func functionNames(body []byte) (map[string]int, error) {
	const functions = 1
	names := map[string]int{}
	for rest := body; len(rest) > 0; {
		kind := rest[0]
		part, after, err := cutBytes(rest[1:])
		if err != nil {
			return nil, err
		}
		if rest = after; kind != functions {
			continue
		}
		n, part, err := cutNumber(part)
		for ; err == nil && n > 0; n-- {
			var index uint64
			var name []byte
			if index, part, err = cutNumber(part); err == nil {
				name, part, err = cutBytes(part)
				names[string(name)] = int(index)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return names, nil
}
