package tt

import "unsafe"

// prefetch brings a cache line into the cache.
//
//go:noescape
func prefetch(line unsafe.Pointer)
