package memory

import (
	"testing"
	"unsafe"
)

// Asking for large pages and for lines of the cache changes nothing in memory,
// wherever it begins and whatever its size.
func TestMemoryIsKept(t *testing.T) {
	for _, size := range []int{1, 4096, 4<<20 - 1, 4 << 20, 9<<20 + 5} {
		whole := make([]byte, size+3)
		for i := range whole {
			whole[i] = byte(i * 7)
		}
		UseHugePages(unsafe.Pointer(&whole[3]), size)
		Prefetch(unsafe.Pointer(&whole[len(whole)-1]))
		for i := range whole {
			if whole[i] != byte(i*7) {
				t.Fatalf("byte %d of %d is %d", i, size, whole[i])
			}
		}
	}
}
