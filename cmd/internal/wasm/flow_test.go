package wasm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// graph writes a function as Go's compiler does, of blocks that a text describes,
// each with two bytes: how it ends, and where it jumps. Each calls function 1 with
// its number first. Its value of local 0 is twice its number, or one more.
//
//	r  returns
//	j  jumps
//	i  asks function 0 whether it jumps, and goes on
//	c  calls function 2, and leaves the function if that says so
//	d  the same as deferred functions are called: it is gone on at the block itself
//	e  the same behind a nop
//	p  asks function 0 whether it panics, by function 3, and goes on
func graph(text string) []byte {
	n := len(text) / 2
	jump := func(to byte, deep int) []byte {
		b := append([]byte{opI32Const}, signed(2*(int(to)%n)+int(to)/n%2)...)
		return append(b, opLocalSet, 0, opBr, byte(deep))
	}
	list := []byte{opBlock, noResult, opLoop, noResult}
	// Where a goroutine goes on is a block of its own, after a call.
	var blocks [][]byte
	for i := range n {
		kind, to := text[2*i], text[2*i+1]
		b := append([]byte{opI32Const}, signed(i)...)
		b = append(b, 0x10, 1)
		left := n - 1 - i // blocks that are open, the last of which the loop is around
		switch kind {
		case 'r':
			b = append(b, opI32Const, 0, opReturn)
		case 'j':
			b = append(b, jump(to, left)...)
		case 'i':
			b = append(b, 0x10, 0, opIf, noResult)
			b = append(append(b, jump(to, left+1)...), opEnd)
		case 'c':
			b = append(b, 0x10, 2, opBrIf, byte(left+1))
		case 'p':
			b = append(b, 0x10, 0, opIf, noResult, 0x10, 3, opBrIf, byte(left+2), opEnd)
		case 'd', 'e':
			b = append([]byte{opLocalGet, 1, opI32Const, 8, opI32Sub, opLocalTee, 1, opGlobalSet, 0}, b...)
			b = append(b, 0x10, 2, opBrIf, byte(left+1))
			if kind == 'e' {
				b = append([]byte{opNop}, b...)
			}
		}
		blocks = append(blocks, b)
	}
	list = append(list, []byte(strings.Repeat(string([]byte{opBlock, noResult}), n))...)
	list = append(list, opLocalGet, 0, opBrTable)
	list = binary.AppendUvarint(list, uint64(2*n-1))
	for i := range 2 * n {
		list = append(list, byte(i/2))
	}
	list = append(list, opEnd)
	for _, b := range blocks {
		list = append(append(list, b...), opEnd)
	}
	f := []byte{1, 1, 0x7f, opGlobalGet, 0, opLocalSet, 1}
	return append(append(f, list...), opUnreachable, opEnd, opI32Const, 1, opEnd)
}

func signed(n int) []byte { return appendSigned(nil, int64(n)) }

// interpreter runs what graph writes.
type interpreter struct {
	choices []byte // what functions 0 and 2 return, a bit each
	asked   int
	trace   []string
	steps   int
}

func (p *interpreter) choose() int64 {
	at := p.asked
	p.asked++
	if at/8 >= len(p.choices) {
		return 0
	}
	return int64(p.choices[at/8] >> (at % 8) & 1)
}

// call runs a function until it returns or is left, or has run for long.
func (p *interpreter) call(t *testing.T, f []byte, entry int64) (result int64) {
	rest := f[3:] // behind its locals
	var list []instruction
	var ends []int // the end of each block
	for open := []int{}; len(rest) > 0; {
		i, after, err := cutInstruction(rest)
		if err != nil {
			t.Fatal(err)
		}
		rest = after
		ends = append(ends, 0)
		switch {
		case i.op >= opBlock && i.op <= opIf:
			open = append(open, len(list))
		case i.op == opEnd && len(open) > 0:
			ends[open[len(open)-1]] = len(list)
			open = open[:len(open)-1]
		}
		list = append(list, i)
	}
	locals := []int64{entry, 0}
	var stack []int64
	pop := func() int64 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		return n
	}
	var open []int
	at := 0
	leave := func(deep int64) { // takes a branch
		to := open[len(open)-1-int(deep)]
		open = open[:len(open)-1-int(deep)]
		if list[to].op == opLoop {
			at = to - 1 // which opens it again
		} else {
			at = ends[to]
		}
	}
	for ; ; at++ {
		if p.steps++; p.steps > 2000 {
			return 0
		}
		i := list[at]
		switch i.op {
		case opBlock, opLoop:
			open = append(open, at)
		case opIf:
			if pop() != 0 {
				open = append(open, at)
			} else {
				at = ends[at]
			}
		case opEnd:
			if len(open) == 0 {
				return pop()
			}
			open = open[:len(open)-1]
		case opBr:
			leave(i.n)
		case opBrIf:
			if pop() != 0 {
				leave(i.n)
			}
		case opBrTable:
			size, numbers, _ := cutNumber(i.bytes[1:])
			n := min(uint64(uint32(pop())), size)
			var to uint64
			for range n + 1 {
				to, numbers, _ = cutNumber(numbers)
			}
			leave(int64(to))
		case opI32Const:
			stack = append(stack, i.n)
		case opI32Sub:
			n := pop()
			stack = append(stack, pop()-n)
		case opLocalGet:
			stack = append(stack, locals[i.n])
		case opLocalSet:
			locals[i.n] = pop()
		case opLocalTee:
			locals[i.n] = stack[len(stack)-1]
		case opGlobalGet:
			stack = append(stack, 0)
		case opGlobalSet:
			pop()
		case opReturn:
			return pop()
		case opUnreachable:
			p.trace = append(p.trace, "unreachable")
			return 0
		case 0x10:
			switch i.n {
			case 1:
				p.trace = append(p.trace, fmt.Sprint(pop()))
			case 3:
				p.trace = append(p.trace, "panic")
				stack = append(stack, 1)
			default:
				stack = append(stack, p.choose())
			}
		}
	}
}

// run calls a function, and again where it was left until it returns, 1,000 blocks
// at most: in which order it has run them.
func run(t *testing.T, f []byte, text string, choices []byte) []string {
	p := interpreter{choices: choices}
	for entry := int64(0); p.call(t, f, entry) != 0; {
		last := p.trace[len(p.trace)-1]
		if last == "panic" {
			break
		}
		p.trace = append(p.trace, "left")
		var block int64
		fmt.Sscan(last, &block)
		if text[2*block] == 'c' {
			block++
		}
		entry = 2*block + int64(len(p.trace)%2)
		if int(block) == len(text)/2 {
			break // nothing follows the call
		}
	}
	return p.trace[:min(len(p.trace), 100)]
}

// Every function runs the same blocks in the same order as before, whatever its
// jumps, loops and calls are, also when it was left in a call.
func FuzzRestructure(f *testing.F) {
	for _, text := range []string{
		"r0",
		"i2j0r0",             // a loop
		"j2c1i1r0",           // Go's: its condition is behind it
		"i3i3j0r0",           // one with two ends
		"j3c0i1i1r0",         // entered in its midst
		"c0j4i1c0i1c0i0r0",   // one in another
		"i2i4c0i0i3j1r0",     // two that cross
		"d0i0c0d0i1r0",       // a call at a start
		"i5c0i1c0j1i2c0j6r0", // two heads
		"i6i3i5i5j2j1r0",     // one that is fallen into after it was entered in its midst
		"i3d0i0r0",           // one with a call at a start
		"i2r0e0r0",           // one that ends in a panic
		"p0i3p0c0i0r0",       // some that may
	} {
		t := []byte(text)
		for i := 1; i < len(t); i += 2 {
			t[i] -= '0'
		}
		for _, choices := range []string{"", "\xff\x00\xff", "\xaa\x55\x33", "\x6d\xb6\xdb", "\x01\x10\x04\x81\x5a", "\x06"} {
			f.Add(string(t), []byte(choices))
		}
	}
	f.Fuzz(func(t *testing.T, text string, choices []byte) {
		if len(text) > 60 || len(text) < 2 {
			return
		}
		text = text[:len(text)/2*2]
		for i := 0; i < len(text); i += 2 {
			if !strings.Contains("rjicdep", text[i:i+1]) {
				return
			}
		}
		before := graph(text)
		g, ok, err := readFlow(before)
		if err != nil || !ok {
			t.Fatalf("%q is not read: %v, %v", text, ok, err)
		}
		after := g.write()
		want, got := run(t, before, text, choices), run(t, after, text, choices)
		if n := min(len(want), len(got)); !slices.Equal(want[:n], got[:n]) || n < min(len(want), 40) {
			t.Errorf("%q with %x: %v\nin place of %v\n%x\n%x", text, choices, got, want, after, before)
		}
	})
}

// What is no code is refused, and what has another flow, or instructions that are not
// known, stays as it is.
func TestRestructure(t *testing.T) {
	other := "\x00" + "\x02\x40" + "\x03\x40" + "\x0c\x00" + "\x0b" + "\x0b" + "\x0b"
	for _, tc := range []struct{ body, want string }{
		{"\x00", "\x00"},
		{"\x01" + string(rune(len(other))) + other, "\x01" + string(rune(len(other))) + other},
		{"\x01\x05", "cut off"},
		{"\x01\x02\x00\x06", "\x01\x02\x00\x06"},
		{"\x01\x02\x00\x41", "cut off"},
		{"\x01\x03\x00\xfc\x20", "\x01\x03\x00\xfc\x20"},
		{"\x01\x04\x00\x44\x00\x00", "cut off"},
		{"\x01\x02\x01\x01", "cut off"},
		{"\x01\x0c\x00\x0e\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "cut off"}, // a table of 2^64
		{"\x00\x00", "follows"},
	} {
		got, err := restructure([]byte(tc.body), nil)
		if err != nil && !strings.Contains(err.Error(), tc.want) || err == nil && string(got) != tc.want {
			t.Errorf("%q becomes %q, %v; want %q", tc.body, got, err, tc.want)
		}
	}
}

// Whatever the bytes of a function are, they are refused, stay, or become a function
// that is read to its end.
func FuzzFunction(f *testing.F) {
	for _, text := range []string{"r\x00", "j\x03c\x00i\x01i\x01r\x00", "d\x00i\x00e\x00d\x00i\x01r\x00"} {
		f.Add(graph(text))
	}
	f.Fuzz(func(t *testing.T, function []byte) {
		after, err := restructure(appendBytes([]byte{1}, function), nil)
		if err != nil {
			return
		}
		if _, err := restructure(after, nil); err != nil {
			t.Errorf("%x becomes %x: %v", function, after, err)
		}
	})
}

// Kernels do what the functions of Go do in whose place they are, by the tests of these.
func TestKernels(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip(err)
	}
	script, err := Script(t.Context(), ".", "wasm_exec_node.js")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]string{"ai/othellobot/pattern": "TestVectorsAreLikeSquares", "ai/blokusbot/prior": "TestRate"}
	if len(tests) != len(kernels()) {
		t.Errorf("%d packages have kernels, and %d tests", len(kernels()), len(tests))
	}
	for pkg, test := range tests {
		t.Run(test, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "test.wasm")
			_, failed := Go(t.Context(), ".", "test", "-c", "-trimpath", "-o", file, "quadrille/"+pkg)
			built, unread := os.ReadFile(file)
			if err := errors.Join(failed, unread); err != nil {
				t.Fatal(err)
			}
			sections, err := readSections(built)
			if err != nil {
				t.Fatal(err)
			}
			want := len(kernels()["quadrille_"+strings.ReplaceAll(pkg, "/", "_")+"."])
			if found, err := kernelsOf(sections); err != nil || len(found) != want || want == 0 {
				t.Fatalf("%d kernels have a place, want %d; %v", len(found), want, err)
			}
			built, failed = rework(built, gap)
			if err := errors.Join(failed, os.WriteFile(file, built, 0o644)); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command(node, script, file, "-test.v", "-test.run", "^"+test+"$").CombinedOutput()
			if err != nil || !strings.Contains(string(out), "--- PASS: "+test) {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// A program of Go does what it does elsewhere: what graph does not know of Go's
// compiler is in it.
func TestProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a program")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip(err)
	}
	file := filepath.Join(t.TempDir(), "flows.wasm")
	built, failed := Build(t.Context(), ".", "./testdata/flows", "-trimpath")
	script, missing := Script(t.Context(), ".", "wasm_exec_node.js")
	if err := errors.Join(failed, missing, os.WriteFile(file, built, 0o644)); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(node, script, file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
