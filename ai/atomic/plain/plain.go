// Package plain has values with the names and meanings of sync/atomic, for programs
// with one thread.
package plain

// word is what holds a value.
type word[T comparable] struct{ value T }

// Load returns the value.
func (w *word[T]) Load() T { return w.value }

// Store sets it.
func (w *word[T]) Store(value T) { w.value = value }

// Swap sets it and returns what it was.
func (w *word[T]) Swap(value T) (old T) {
	old, w.value = w.value, value
	return old
}

// CompareAndSwap sets it if it is old, and says whether it was.
func (w *word[T]) CompareAndSwap(old, value T) bool {
	if w.value != old {
		return false
	}
	w.value = value
	return true
}

// Bool is a truth value.
type Bool struct{ word[bool] }

// Pointer points at a T.
type Pointer[T any] struct{ word[*T] }

// Number is a number.
type Number[T int32 | int64 | uint32 | uint64] struct{ word[T] }

// Add adds to it and returns the sum.
func (n *Number[T]) Add(delta T) T {
	n.value += delta
	return n.value
}

// Or sets bits and returns what it was.
func (n *Number[T]) Or(bits T) (old T) {
	old = n.value
	n.value |= bits
	return old
}
