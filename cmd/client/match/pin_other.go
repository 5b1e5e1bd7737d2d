//go:build !linux

package match

// cores is empty: processes are not bound to cores on this system.
func cores() []int { return nil }

func onCore(_ int, start func()) { start() }
