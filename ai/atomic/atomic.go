//go:build !js

package atomic

import "sync/atomic"

// Values that several goroutines use, as sync/atomic documents them.
type (
	Bool           = atomic.Bool
	Int32          = atomic.Int32
	Int64          = atomic.Int64
	Uint32         = atomic.Uint32
	Uint64         = atomic.Uint64
	Pointer[T any] = atomic.Pointer[T]
)

// LoadUint32 returns a word that others may change.
func LoadUint32(word *uint32) uint32 { return atomic.LoadUint32(word) }

// OrUint32 sets bits of a word that others may change, and returns what it was.
func OrUint32(word *uint32, bits uint32) (old uint32) { return atomic.OrUint32(word, bits) }
