package memory

import "unsafe"

// Prefetch brings a cache line into the cache.
//
//go:noescape
func Prefetch(line unsafe.Pointer)
