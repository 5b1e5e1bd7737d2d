//go:build !linux

package match

import "io"

// cores is empty: processes are not bound to cores on this system.
func cores() []int { return nil }

func onCore(_ int, start func()) { start() }

// busy and claim are for systems where processes are bound.
func busy() map[int]float64 { return nil }

func claim(int) (io.Closer, bool) { return nil, false }
