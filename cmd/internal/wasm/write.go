package wasm

import (
	"encoding/binary"
	"fmt"
	"slices"
)

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
			if i+1 < len(steps) {
				// Go goes on at no call inside a block: it has none there but of what
				// panics and of what grows the stack, which leave the function
				// always. An engine that does not know would have the block go on
				// from there too, and load anew what a call may have changed.
				w.out = append(w.out, opUnreachable)
			}
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
