package atomic

import "quadrille/ai/atomic/plain"

// Values that several goroutines use, as package plain has them.
type (
	Bool           = plain.Bool
	Int32          = plain.Number[int32]
	Int64          = plain.Number[int64]
	Uint32         = plain.Number[uint32]
	Uint64         = plain.Number[uint64]
	Pointer[T any] = plain.Pointer[T]
)

// LoadUint32 returns a word that others may change.
func LoadUint32(word *uint32) uint32 { return *word }

// OrUint32 sets bits of a word that others may change, and returns what it was.
func OrUint32(word *uint32, bits uint32) (old uint32) {
	old = *word
	*word |= bits
	return old
}
