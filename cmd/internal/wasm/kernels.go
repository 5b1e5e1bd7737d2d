package wasm

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// Go writes none of WebAssembly's vectors, and keeps in memory what it has too few
// registers for. A function that is worth it is written here, and takes the place of the
// one in Go that does the same. Browsers have had vectors since 2023, before other things
// that the page needs.

// kernels are functions by their packages and names as the name section has them, where
// Go's linker writes "_" for what stands in no word. Each returns without a call, so that
// no goroutine is left in it.
func kernels() map[string]map[string][]byte {
	return map[string]map[string][]byte{
		"quadrille_ai_othellobot_pattern.": {"playVector": playVector(), "sumVector": sumVector()},
		"quadrille_ai_blokusbot_prior.":    {"sumRows": sumRows(), "rateRows": rateRows()},
	}
}

// Types and instructions that only kernels have. Those of vectors are the numbers that
// follow opVector.
const (
	typeI32  = 0x7f
	typeI64  = 0x7e
	typeV128 = 0x7b

	opI64Load   = 0x29
	opI32Load8U = 0x2d
	opI32Load16 = 0x2e // with its sign
	opI32LoadU  = 0x2f // 16 bits without one
	opI32Store  = 0x36
	opI64Store  = 0x37
	opI64Const  = 0x42
	opI32Eqz    = 0x45
	opI32Ne     = 0x47
	opI64Eqz    = 0x50
	opI32Add    = 0x6a
	opI32Mul    = 0x6c
	opI32Shl    = 0x74
	opI32ShrS   = 0x75
	opI32ShrU   = 0x76
	opI64Ctz    = 0x7a
	opI64Sub    = 0x7d
	opI64And    = 0x83
	opI32Wrap   = 0xa7
	opI64Extend = 0xac // of 32 bits with their sign
	opVector    = 0xfd

	vectorLoad  = 0
	vectorStore = 11
	vectorConst = 12
	vectorLane  = 27 // of 32 bits
	vectorXor   = 0x51
	vectorAdd   = 0x8e // of eight numbers of 16 bits, as below
	vectorSub   = 0x91
	vectorMax   = 0x98
	vectorAdd32 = 0xae // of four numbers of 32 bits
	vectorDot   = 0xba // four sums of two products each
	vectorAdd64 = 0xce // of two numbers of 64 bits
)

// kernel is a function that is being written. Local 1 is the stack's pointer, at which
// there is the address that Go returns to, and behind it the arguments and results, in
// eight bytes each.
type kernel struct{ code []byte }

const stack = 1

// vectorSize is the bytes of a vector.
const vectorSize = 16

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

// load loads a vector.
func (k *kernel) load(address byte, offset int) {
	k.op(opLocalGet, address)
	k.at(offset, opVector, vectorLoad)
}

// row loads a row of package prior, two vectors, into two locals or adds it to them.
func (k *kernel) row(address, to byte, add bool) {
	for half := range byte(2) {
		k.load(address, int(half)*vectorSize)
		if add {
			k.op(opLocalGet, to+half)
			k.vector(vectorAdd64)
		}
		k.op(opLocalSet, to+half)
	}
}

// constant is a vector.
func (k *kernel) constant(bytes ...byte) {
	k.vector(vectorConst)
	k.op(bytes...)
}

// number is a number that needs more than a byte.
func (k *kernel) number(n int64) { k.code = appendSigned(append(k.code, opI32Const), n) }

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
		vectors                = 7
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

	k.op(opBlock, noResult, opLoop, noResult)
	k.op(opLocalGet, flips, opI64Eqz, opBrIf, 1)
	k.op(opLocalGet, flips, opI64Ctz)
	powers()
	for v := range byte(vectors) {
		k.op(opLocalGet, sums+v)
		k.load(place, int(v)*vectorSize)
		k.vector(vectorAdd)
		k.op(opLocalSet, sums+v)
	}
	k.op(opLocalGet, flips, opLocalGet, flips, opI64Const, 1, opI64Sub, opI64And, opLocalSet, flips)
	k.op(opBr, 0, opEnd, opEnd)

	k.argument(3)
	powers()
	for v := range byte(vectors) {
		at := int(v) * vectorSize
		k.op(opLocalGet, to)
		k.load(power, none+at)
		k.load(from, at)
		k.vector(vectorSub)
		k.load(place, at)
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

// sumRows is that of package prior, whose rows are two vectors each.
func sumRows() []byte {
	const (
		sums, left, capacity, of, to = 2, 3, 4, 5, 6
		place                        = 7
		sum                          = 8     // the first of 2
		features, size               = 6, 16 // of a sum, behind the number of the row
		row                          = 5     // of the bytes of a row the binary logarithm
	)
	var k kernel
	k.begin(2, 7, typeI32, 2, typeV128)
	k.pointers(sums, left, capacity, of, to)
	rowOf := func(offset int, table byte) { // by the number there in a sum
		k.op(opLocalGet, sums)
		k.at(offset, opI32LoadU)
		k.op(opI32Const, row, opI32Shl, opLocalGet, table, opI32Add, opLocalSet, place)
	}

	k.op(opBlock, noResult, opLoop, noResult)
	k.op(opLocalGet, left, opI32Eqz, opBrIf, 1)
	for f := range features {
		rowOf(2+2*f, of)
		k.row(place, sum, f > 0)
	}
	rowOf(0, to)
	for half := range byte(2) {
		k.op(opLocalGet, place, opLocalGet, sum+half)
		k.at(int(half)*vectorSize, opVector, vectorStore)
	}
	k.op(opLocalGet, sums, opI32Const, size, opI32Add, opLocalSet, sums)
	k.op(opLocalGet, left, opI32Const, 1, opI32Sub, opLocalSet, left)
	k.op(opBr, 0, opEnd, opEnd)
	return k.end()
}

// rateRows is that of package prior.
func rateRows() []byte {
	const (
		list, left, capacity, rows, stage, places, ratings = 2, 3, 4, 5, 6, 7, 8
		orientation, place, from, to                       = 9, 10, 11, 12
		sum, out, middle, least                            = 13, 15, 17, 18 // the first two 2 each

		cells, orientations = 400, 91
		row, offsetBytes    = 5, 6                // the binary logarithms of the bytes of a row, and of the offsets of an orientation
		weights             = orientations << row // in a stage, behind the rows of the pieces
		offsets             = 2 * cells           // in places, behind the origins
		counts              = offsets + orientations<<offsetBytes
		outShift            = 10
	)
	var k kernel
	k.begin(2, 12, typeI32, 6, typeV128)
	k.pointers(list, left, capacity, rows, stage, places, ratings)
	for half := range byte(2) {
		k.load(stage, weights+int(half)*vectorSize)
		k.op(opLocalSet, out+half)
	}
	lowest := []byte{0, 0x80}
	k.constant(slices.Repeat(lowest, 8)...)
	k.op(opLocalSet, middle)
	k.constant(append(make([]byte, 14), lowest...)...)
	k.op(opLocalSet, least)

	k.op(opBlock, noResult, opLoop, noResult)
	k.op(opLocalGet, left, opI32Eqz, opBrIf, 1)
	k.op(opLocalGet, list)
	k.at(0, opI32LoadU)
	k.op(opLocalTee, place)
	k.number(5243) // 2^21/400, which is exact below 43,690
	k.op(opI32Mul, opI32Const, 21, opI32ShrU, opLocalTee, orientation, opI32Const, row, opI32Shl, opLocalGet, stage, opI32Add, opLocalSet, from)
	k.row(from, sum, false)
	k.op(opLocalGet, place, opLocalGet, orientation)
	k.number(cells)
	k.op(opI32Mul, opI32Sub, opI32Const, 1, opI32Shl, opLocalGet, places, opI32Add)
	k.at(0, opI32LoadU)
	k.op(opLocalGet, rows, opI32Add, opLocalSet, place)
	k.op(opLocalGet, orientation, opI32Const, offsetBytes, opI32Shl, opLocalGet, places, opI32Add, opLocalTee, from)
	k.op(opLocalGet, orientation, opLocalGet, places, opI32Add)
	k.at(counts, opI32Load8U)
	k.op(opI32Const, 1, opI32Shl, opI32Add, opLocalSet, to)

	k.op(opLoop, noResult)
	k.op(opLocalGet, from)
	k.at(offsets, opI32LoadU)
	k.op(opLocalGet, place, opI32Add, opLocalSet, orientation)
	k.row(orientation, sum, true)
	k.op(opLocalGet, from, opI32Const, 2, opI32Add, opLocalTee, from, opLocalGet, to, opI32Ne, opBrIf, 0, opEnd)

	k.op(opLocalGet, ratings)
	for half := range byte(2) {
		k.op(opLocalGet, sum+half, opLocalGet, middle)
		k.vector(vectorXor)
		if half == 0 { // lanes below 0 are taken for 0, and the last one as it is
			k.constant(make([]byte, vectorSize)...)
		} else {
			k.op(opLocalGet, least)
		}
		k.vector(vectorMax)
		k.op(opLocalGet, out+half)
		k.vector(vectorDot)
	}
	k.vector(vectorAdd32)
	k.op(opLocalSet, sum)
	for lane := range byte(4) {
		k.op(opLocalGet, sum, opVector, vectorLane, lane)
		if lane > 0 {
			k.op(opI32Add)
		}
	}
	k.op(opI32Const, outShift, opI32ShrS)
	k.at(0, opI32Store)
	k.op(opLocalGet, list, opI32Const, 2, opI32Add, opLocalSet, list)
	k.op(opLocalGet, ratings, opI32Const, 4, opI32Add, opLocalSet, ratings)
	k.op(opLocalGet, left, opI32Const, 1, opI32Sub, opLocalSet, left)
	k.op(opBr, 0, opEnd, opEnd)
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
	for pkg, kernels := range kernels() {
		missing := 0
		for name, body := range kernels {
			if at, ok := names[pkg+name]; ok {
				bodies[at-int(imports)] = body
			} else {
				missing++
			}
		}
		if missing > 0 && hasPackage(names, pkg) {
			return nil, fmt.Errorf("it has not all functions of %s that have kernels: were they renamed, or inlined?", strings.TrimSuffix(pkg, "."))
		}
	}
	return bodies, nil
}

// hasPackage says whether functions of a package are in a program, which may be another
// than those that play.
func hasPackage(names map[string]int, pkg string) bool {
	for name := range names {
		if strings.HasPrefix(name, pkg) {
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
