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

// Instructions that are looked at here.
const (
	opUnreachable = 0x00
	opNop         = 0x01
	opBlock       = 0x02
	opLoop        = 0x03
	opIf          = 0x04
	opBr          = 0x0c
	opBrIf        = 0x0d
	opBrTable     = 0x0e
	opReturn      = 0x0f
	opLocalGet    = 0x20
	opLocalSet    = 0x21
	opLocalTee    = 0x22
	opGlobalGet   = 0x23
	opGlobalSet   = 0x24
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

// restructure does that to the body of the code section. Functions whose flow is
// another, such as those written in assembly, stay as they are, and so do those with
// instructions that a later Go writes: they are right, and only slower.
func restructure(body []byte) ([]byte, error) {
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

// The label of the end, which is not reached, of where a function is left, and of
// what nothing but tables before it jumps to; those of blocks are their numbers, and
// those of loops the numbers of their heads and the number of blocks more.
const (
	labelEnd = -1 - iota
	labelUnwind
	labelNone
)

// writer writes a function.
type writer struct {
	*flow
	out    []byte
	labels []int          // of what is open
	used   map[int]bool   // labels of blocks to which something jumps
	tables map[int][]bool // by the head of a loop, -1 for the function: the blocks at which it is entered
}

// write returns the body of the function with the flow that it has in Go.
func (g *flow) write() []byte {
	w := writer{flow: g, used: map[int]bool{}, tables: map[int][]bool{}}
	for at := range g.blocks {
		if g.resumes(at) {
			w.enter(-1, at)
		}
	}
	for from, block := range g.blocks {
		for _, s := range block {
			if s.jump && s.to > from {
				w.enter(from, s.to)
			}
		}
	}
	w.out = slices.Clone(g.head)
	if g.unwind {
		w.open(opBlock, labelUnwind)
	}
	w.open(opBlock, labelEnd)
	w.region(0, len(g.blocks)-1, -1)
	w.close()
	w.out = append(w.out, opUnreachable)
	if g.unwind {
		w.close()
		w.out = append(w.out, opI32Const, 1)
	}
	return append(w.out, opEnd)
}

// enters says whether a loop has a block and not from, which is -1 for where the
// function starts.
func (w *writer) enters(head, from, to int) bool {
	last := w.loops[head]
	return head <= to && to <= last && (from < head || from > last)
}

// outer is the head of the outermost loop that has a block and not from, or -1.
func (w *writer) outer(from, to int) int {
	for _, head := range w.heads {
		if w.enters(head, from, to) {
			return head
		}
	}
	return -1
}

// enter notes that a block is gone to from another one before it, or from the
// function's start (-1): what is used, and the tables that lead there.
func (w *writer) enter(from, to int) {
	if from < 0 {
		w.note(-1, to)
	} else if head := w.outer(from, to); head >= 0 {
		w.used[head] = true
	} else {
		w.used[to] = true
	}
	for _, head := range w.heads {
		if head < to && w.enters(head, from, to) {
			w.note(head, to)
		}
	}
}

// note has the table of a loop lead to a block in it.
func (w *writer) note(head, to int) {
	if w.tables[head] == nil {
		w.tables[head] = make([]bool, len(w.blocks))
	}
	w.tables[head][to] = true
	w.used[w.unit(head, to)] = true
}

// unit is what a table leads to for a block: the block, or the head of the outermost
// loop with it inside the loop that has the table.
func (w *writer) unit(table, to int) int {
	for _, head := range w.heads {
		if head > table && head < to && to <= w.loops[head] {
			return head
		}
	}
	return to
}

// region writes the blocks from first to last, which are the loop whose head is
// first when that is table.
func (w *writer) region(first, last, table int) {
	var units []int
	for at := first; at <= last; at++ {
		units = append(units, at)
		if w.loops[at] >= 0 && at != table {
			at = w.loops[at]
		}
	}
	for _, at := range slices.Backward(units[1:]) {
		if w.used[at] {
			w.open(opBlock, at)
		}
	}
	if entered := w.tables[table]; entered != nil && slices.Contains(entered[first+1:], true) {
		w.table(first, entered, table)
	}
	for i, at := range units {
		if i > 0 && w.used[at] {
			w.close()
		}
		if w.loops[at] >= 0 && at != table {
			w.open(opLoop, len(w.blocks)+at)
			w.region(at, w.loops[at], at)
			w.close()
		} else {
			w.block(at)
		}
	}
}

// table writes the look at local 0 that leads to where a loop or the function is
// entered in its midst, and to the end for what no call has written down.
func (w *writer) table(first int, entered []bool, head int) {
	low, high := len(w.flow.table), -1
	for value, to := range w.flow.table {
		if entered[to] || to == first {
			low, high = min(low, value), max(high, value)
		}
	}
	w.out = append(w.out, opLocalGet, 0)
	w.open(opIf, labelNone)
	w.out = append(w.out, opLocalGet, 0)
	if low > 0 {
		w.out = append(appendSigned(append(w.out, opI32Const), int64(low)), opI32Sub)
	}
	w.out = binary.AppendUvarint(append(w.out, opBrTable), uint64(high-low+1))
	for value := low; value <= high; value++ {
		to := w.flow.table[value]
		switch unit := w.unit(head, to); {
		case to == first || entered[to] && unit == first:
			w.depth(labelNone)
		case entered[to]:
			w.depth(unit)
		default:
			w.depth(labelEnd)
		}
	}
	w.depth(labelEnd)
	w.close()
}

// block writes a block.
func (w *writer) block(at int) {
	steps := w.blocks[at]
	for i := 0; i < len(steps); i++ {
		s := steps[i]
		switch {
		case s.jump:
			w.jump(opBr, at, s)
		case s.bytes == nil:
			w.branch(opBrIf, labelUnwind)
		case s.op == opIf && i+2 < len(steps) && steps[i+1].jump && steps[i+2].op == opEnd && !w.sets(at, steps[i+1].to):
			w.jump(opBrIf, at, steps[i+1])
			i += 2
		default:
			w.out = append(w.out, s.bytes...)
			if s.op >= opBlock && s.op <= opIf {
				w.labels = append(w.labels, labelNone)
			} else if s.op == opEnd {
				w.labels = w.labels[:len(w.labels)-1]
			}
		}
	}
	if next := at + 1; w.tables[next] != nil && !(len(steps) > 0 && steps[len(steps)-1].leaves()) {
		w.set(0) // it falls into a loop
	}
}

// loop is the head of the loop to whose head a jump goes, or -1.
func (w *writer) loop(from, to int) int {
	if to <= from {
		return to
	}
	return w.outer(from, to)
}

// sets says whether a jump must set local 0, since it goes to a loop with a table.
func (w *writer) sets(from, to int) bool {
	head := w.loop(from, to)
	return head >= 0 && w.tables[head] != nil
}

// jump writes a jump.
func (w *writer) jump(op byte, from int, s step) {
	head := w.loop(from, s.to)
	if w.sets(from, s.to) {
		value := s.value
		if head == s.to {
			value = 0
		}
		w.set(value)
	}
	switch {
	case s.to <= from:
		w.branch(op, len(w.blocks)+s.to)
	case head >= 0:
		w.branch(op, head)
	default:
		w.branch(op, s.to)
	}
}

// set sets local 0.
func (w *writer) set(value int64) {
	w.out = appendSigned(append(w.out, opI32Const), value)
	w.out = append(w.out, opLocalSet, 0)
}

func (w *writer) branch(op byte, label int) {
	w.out = append(w.out, op)
	w.depth(label)
}

// depth writes how many labels are inside one that is open.
func (w *writer) depth(label int) {
	for i, l := range slices.Backward(w.labels) {
		if l == label {
			w.out = binary.AppendUvarint(w.out, uint64(len(w.labels)-1-i))
			return
		}
	}
	panic(fmt.Sprintf("label %d is not open", label)) // we have opened what is used
}

func (w *writer) open(op byte, label int) {
	w.out = append(w.out, op, noResult)
	w.labels = append(w.labels, label)
}

func (w *writer) close() {
	w.out = append(w.out, opEnd)
	w.labels = w.labels[:len(w.labels)-1]
}

// appendSigned appends a number that is not negative as LEB128 with a sign.
func appendSigned(to []byte, n int64) []byte {
	for n > 0x3f {
		to = append(to, byte(n)|0x80)
		n >>= 7
	}
	return append(to, byte(n))
}
