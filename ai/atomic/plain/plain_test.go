package plain_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"quadrille/ai/atomic/plain"
)

// number is what both packages have for numbers.
type number[T any] interface {
	Load() T
	Store(T)
	Swap(T) T
	CompareAndSwap(old, value T) bool
	Add(T) T
}

// told is what a number says while it is used.
func told[T uint32 | int64](n number[T], least T) string {
	text := fmt.Sprintln(n.Load(), n.Add(3), n.Add(least), n.Swap(7), n.CompareAndSwap(8, 1), n.CompareAndSwap(7, 9), n.Load())
	n.Store(least)
	return text + fmt.Sprint(n.Add(least), n.Load())
}

// Values are as they are in sync/atomic, beyond the largest number, too.
func TestLikeAtomic(t *testing.T) {
	if got, want := told(new(plain.Number[uint32]), 1<<31), told(new(atomic.Uint32), 1<<31); got != want {
		t.Errorf("%s, and sync/atomic has %s", got, want)
	}
	if got, want := told(new(plain.Number[int64]), -1<<63), told(new(atomic.Int64), -1<<63); got != want {
		t.Errorf("%s, and sync/atomic has %s", got, want)
	}
	var ours plain.Number[uint32]
	var theirs atomic.Uint32
	if a, b := ours.Or(5), theirs.Or(5); a != b {
		t.Errorf("%d, and sync/atomic has %d", a, b)
	}
	if a, b := ours.Or(6), theirs.Or(6); a != b || ours.Load() != theirs.Load() {
		t.Errorf("%d then %d, and sync/atomic has %d then %d", a, ours.Load(), b, theirs.Load())
	}
	var said plain.Bool
	var at plain.Pointer[int]
	first, second := new(int), new(int)
	if said.Load() || said.Swap(true) || !said.Load() || at.Load() != nil {
		t.Error("what was never set is set")
	}
	if !at.CompareAndSwap(nil, first) || at.CompareAndSwap(second, nil) || at.Swap(second) != first || at.Load() != second {
		t.Error("a pointer does not point where it was set")
	}
}
