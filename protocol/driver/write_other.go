//go:build !unix

package driver

import "syscall"

// writeNow writes nothing: there is no writing without waiting here.
func writeNow(syscall.RawConn, string) int { return 0 }
