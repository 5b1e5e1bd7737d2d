//go:build !unix

package match

import "os"

// notifyContinued does nothing: here nobody stops a process.
func notifyContinued(chan<- os.Signal) {}
