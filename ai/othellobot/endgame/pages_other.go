//go:build !linux

package endgame

// useHugePages does nothing on this system.
func useHugePages([]bucket) {}
