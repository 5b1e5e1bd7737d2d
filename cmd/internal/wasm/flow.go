package wasm

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Go's compiler gives every function of WebAssembly the same flow of control: a
// loop around all basic blocks, at whose head a table leads to the block whose
// number is in local 0 (called PC_B in cmd/internal/obj/wasm). Each jump sets the
// number and goes to the head, so that an indirect branch stands for each direct
// one, and engines see neither loops nor branches (https://go.dev/issue/65440).
// The table is needed only where a function is entered in its midst: after a call,
// when a goroutine that had been left goes on.
//
// restructure gives functions the flow they had in Go: a jump forward leaves the
// blocks between, one back goes to the head of a loop of its own. A loop that is
// entered in its midst has a table of its own, looked at when local 0 is not 0.

// restructure does that to the body of the code section, but for functions that have
// kernels, by their numbers there. Functions whose flow is another, such as those written in assembly, stay as they are, and so do those with
// instructions that a later Go writes: they are right, and only slower.
func restructure(body []byte, kernels map[int][]byte) ([]byte, error) {
	n, rest, err := cutNumber(body)
	if err != nil {
		return nil, err
	}
	out := binary.AppendUvarint(make([]byte, 0, len(body)), n)
	for i := range n {
		var f []byte
		if f, rest, err = cutBytes(rest); err != nil {
			return nil, fmt.Errorf("function %d: %w", i, err)
		}
		if kernel := kernels[int(i)]; kernel != nil {
			out = appendBytes(out, kernel)
			continue
		}
		g, ok, err := readFlow(f)
		if err != nil && !errors.Is(err, errUnknown) {
			return nil, fmt.Errorf("function %d: %w", i, err)
		}
		if ok {
			f = g.write()
		}
		out = appendBytes(out, f)
	}
	if len(rest) > 0 {
		return nil, errors.New("something follows the last function")
	}
	return out, nil
}

// flow is a function as Go's compiler makes it.
type flow struct {
	head   []byte // what is before the first block: locals, the stack's pointer
	unwind bool   // whether calls leave the function when a goroutine is left
	table  []int  // the block for each value of local 0; the last one for larger ones
	blocks [][]step
	loops  []int // for each block the last one of the loop whose head it is, or -1
	heads  []int // the blocks that are heads of loops
}

// step is an instruction or, where that has no bytes, a jump to a block with the
// value of local 0 that led there, or a branch out of the function, if on top of
// the stack is not 0, after a call.
type step struct {
	instruction
	jump  bool
	to    int
	value int64
}

// leaves says whether what follows is not reached.
func (s step) leaves() bool {
	return s.jump || s.op == opReturn || s.bytes != nil && s.op == opUnreachable
}

// readFlow reads the body of a function. It is not ok when it has another flow.
func readFlow(f []byte) (g flow, ok bool, err error) {
	n, rest, err := cutNumber(f)
	if err != nil {
		return g, false, err
	}
	for range n {
		if _, rest, err = cutNumber(rest); err != nil || len(rest) == 0 {
			return g, false, cmp.Or(err, errors.New("its locals are cut off"))
		}
		rest = rest[1:]
	}
	before := len(f) - len(rest)
	var list []instruction
	for len(rest) > 0 {
		var i instruction
		if i, rest, err = cutInstruction(rest); err != nil {
			return g, false, err
		}
		list = append(list, i)
	}

	// The stack's pointer, the block to leave the function, the loop and the table.
	if len(list) < 4 || !list[0].is(opGlobalGet, 0) || !list[1].is(opLocalSet, 1) {
		return g, false, nil
	}
	g.head = f[:before+len(list[0].bytes)+len(list[1].bytes)]
	list = list[2:]
	if list[0].op == opBlock && list[1].op == opLoop {
		g.unwind, list = true, list[1:]
	}
	if list[0].op != opLoop {
		return g, false, nil
	}
	list = list[1:]
	open := 0
	for open < len(list) && list[open].op == opBlock {
		open++
	}
	list = list[open:]
	if open == 0 || len(list) < 3 || !list[0].is(opLocalGet, 0) || list[1].op != opBrTable || list[2].op != opEnd {
		return g, false, nil
	}
	numbers := list[1].bytes[1:]
	size, numbers, err := cutNumber(numbers)
	if err != nil {
		return g, false, err
	}
	for range size + 1 {
		var to uint64
		if to, numbers, err = cutNumber(numbers); err != nil || to >= uint64(open) {
			return g, false, err
		}
		g.table = append(g.table, int(to))
	}
	if g.table[0] != 0 { // where a function starts
		return g, false, nil
	}
	list = list[3:]

	for range open {
		block, after, ok := g.readBlock(list, open-1-len(g.blocks))
		if !ok {
			return g, false, nil
		}
		g.blocks, list = append(g.blocks, block), after
	}
	end := []byte{opUnreachable, opEnd}
	if g.unwind {
		end = []byte{opUnreachable, opEnd, opI32Const, opEnd}
	}
	if !slices.EqualFunc(list, end, func(i instruction, op byte) bool { return i.op == op }) || g.unwind && list[2].n != 1 {
		return g, false, nil
	}
	g.findLoops()
	return g, true, nil
}

// readBlock reads a block and the end that follows it; left is how many blocks are
// behind it. Local 0 must be read nowhere but where the block has just set it.
func (g *flow) readBlock(list []instruction, left int) (block []step, after []instruction, ok bool) {
	deep := 0
	for at := 0; at < len(list); at++ {
		i := list[at]
		s := step{instruction: i}
		switch {
		case i.op == opEnd && deep == 0:
			return block, list[at+1:], true
		case i.op == opEnd:
			deep--
		case i.op >= opBlock && i.op <= opIf:
			deep++
		case i.op == opBrTable, i.is(opLocalTee, 0):
			return nil, nil, false
		case i.is(opLocalGet, 0): // Go keeps the target of an indirect call there
			if at < 2 || !list[at-1].is(opI32Const, 0) || !list[at-2].is(opLocalSet, 0) {
				return nil, nil, false
			}
		case (i.op == opBr || i.op == opBrIf) && i.n >= int64(deep):
			switch out := i.n - int64(deep) - int64(left); {
			case out == 1 && g.unwind && i.op == opBrIf: // out of the function
				s = step{}
			case out == 0 && i.op == opBr && at >= 2 && list[at-2].op == opI32Const && list[at-2].n >= 0 && list[at-1].is(opLocalSet, 0):
				value := min(list[at-2].n, int64(len(g.table)-1))
				block = block[:len(block)-2]
				s = step{jump: true, value: value, to: g.table[value]}
			default:
				return nil, nil, false
			}
		}
		block = append(block, s)
	}
	return nil, nil, false
}

// findLoops has each loop reach from its head to the last block that jumps there,
// and to the end of each loop that begins in it.
func (g *flow) findLoops() {
	g.loops = slices.Repeat([]int{-1}, len(g.blocks))
	for from, block := range g.blocks {
		for _, s := range block {
			if s.jump && s.to <= from {
				g.loops[s.to] = from
			}
		}
	}
	for head := len(g.loops) - 1; head >= 0; head-- {
		for inner := head + 1; inner <= g.loops[head]; inner++ {
			g.loops[head] = max(g.loops[head], g.loops[inner])
		}
	}
	for head, last := range g.loops {
		if last >= 0 {
			g.heads = append(g.heads, head)
		}
	}
}

// resumes says whether a goroutine that was left may go on at a block: the first
// one, or what follows a call. A call with which a block begins counts as well: Go
// goes on at that of deferred functions after a panic. Where a function ends in a
// panic, a nop is before that call.
func (g *flow) resumes(at int) bool {
	if at == 0 {
		return true
	}
	if before := g.blocks[at-1]; len(before) > 0 {
		if last := before[len(before)-1]; last.bytes == nil && !last.jump {
			return true
		}
	}
	b := g.blocks[at]
	if len(b) > 0 && b[0].op == opNop {
		b = b[1:]
	}
	// The stack's pointer less 8.
	return len(b) > 3 && b[0].is(opLocalGet, 1) && b[1].is(opI32Const, 8) && b[2].op == opI32Sub && b[3].is(opLocalTee, 1)
}
