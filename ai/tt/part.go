//go:build !wasm

package tt

import "math/bits"

// part is that part of n that a key is of all keys: key*n/2^64.
func part(key, n uint64) uint64 {
	i, _ := bits.Mul64(key, n)
	return i
}
